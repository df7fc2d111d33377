package io.hawser.local.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Compares JSON with a schema of an OpenAPI document, as far as Hawser's documents use schemas. */
record SchemaCheck(JsonNode document) {
    /** @return where and why it differs; also if there is no schema, or one for anything */
    List<String> differences(JsonNode value, JsonNode schema, String at) {
        List<String> found = new ArrayList<>();
        compare(value, schema, at, found);
        return found;
    }

    private void compare(JsonNode value, JsonNode schema, String at, List<String> found) {
        if (schema.has("$ref")) {
            compare(value, document.at(schema.path("$ref").asText().substring(1)), at, found);
        } else if (schema.has("anyOf")) {
            List<List<String>> each = schema.path("anyOf")
                    .valueStream()
                    .map(one -> differences(value, one, at))
                    .toList();
            if (each.stream().noneMatch(List::isEmpty)) {
                each.forEach(found::addAll);
            }
        } else {
            switch (schema.path("type").asText()) {
                case "object" -> object(value, schema, at, found);
                case "array" -> {
                    is(value.isArray(), value, "array", at, found);
                    value.forEach(element -> compare(element, schema.path("items"), at + "[]", found));
                }
                case "string" -> {
                    is(value.isTextual(), value, "string", at, found);
                    if (schema.has("enum") && schema.path("enum").valueStream().noneMatch(value::equals)) {
                        found.add(at + ": " + value + " is none of " + schema.path("enum"));
                    }
                }
                case "integer" -> is(value.isIntegralNumber(), value, "integer", at, found);
                case "boolean" -> is(value.isBoolean(), value, "boolean", at, found);
                case "null" -> is(value.isNull(), value, "null", at, found);
                default -> found.add(at + ": no schema, but " + schema);
            }
        }
    }

    private void object(JsonNode value, JsonNode schema, String at, List<String> found) {
        is(value.isObject(), value, "object", at, found);
        schema.path("required").forEach(name -> {
            if (!value.has(name.asText())) {
                found.add(at + "." + name.asText() + " is missing");
            }
        });
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            JsonNode one = schema.path("properties").path(field.getKey());
            JsonNode any = schema.path("additionalProperties");
            if (!one.isMissingNode()) {
                compare(field.getValue(), one, at + "." + field.getKey(), found);
            } else if (any.isMissingNode()) {
                found.add(at + "." + field.getKey() + " is in no schema");
            } else if (!any.isEmpty()) {
                compare(field.getValue(), any, at + "." + field.getKey(), found);
            }
        }
    }

    private static void is(boolean right, JsonNode value, String type, String at, List<String> found) {
        if (!right) {
            found.add(at + ": " + value + " is no " + type);
        }
    }
}

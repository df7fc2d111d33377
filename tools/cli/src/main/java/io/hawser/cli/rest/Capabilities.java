package io.hawser.cli.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import java.util.List;

/** Services show capabilities by name; the messages have their numbers. */
final class Capabilities {
    private Capabilities() {}

    /** The names of a list of numbers, as the page has them. */
    static void name(ObjectNode page, String field, EnumDescriptor names) {
        JsonNode numbers = page.path(field);
        if (numbers.isArray()) {
            ArrayNode said = page.putArray(field);
            numbers.forEach(number -> {
                EnumValueDescriptor known = names.findValueByNumber(number.asInt());
                said.add(known == null ? number.asText() : known.getName());
            });
        }
    }

    /** Takes a list of names out of a page, as numbers. */
    static List<Integer> take(ObjectNode page, String field, EnumDescriptor names) {
        JsonNode found = page.remove(field);
        return found == null
                ? List.of()
                : found.valueStream()
                        .map(JsonNode::asText)
                        .map(text -> {
                            EnumValueDescriptor known = names.findValueByName(text);
                            return known == null ? Integer.parseInt(text) : known.getNumber();
                        })
                        .toList();
    }
}

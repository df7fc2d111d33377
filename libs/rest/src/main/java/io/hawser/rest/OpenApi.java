package io.hawser.rest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A service's endpoints as an OpenAPI document with an example of each answer. */
final class OpenApi {
    private static final Map<String, String> QUERY = Map.of(
            "limit",
            "1 to " + PageRequest.MOST + "; " + PageRequest.USUALLY + " by default",
            Endpoint.CONTINUE,
            "the token of the page before",
            Selector.FIELDS,
            "terms NAME=VALUE or NAME!=VALUE, with commas between; NAME is a path such as spec.plugin",
            Selector.LABELS,
            "the same for labels");

    private static final Map<String, Object> TEXT = Map.of("type", "string");

    private OpenApi() {}

    static Map<String, Object> document(
            String service, String version, List<Endpoint> endpoints, Map<String, Example> examples) {
        Map<String, Map<String, Object>> paths = new TreeMap<>();
        for (Endpoint endpoint : endpoints) {
            paths.computeIfAbsent(endpoint.path(), path -> new LinkedHashMap<>())
                    .put(
                            endpoint.method().toLowerCase(Locale.ROOT),
                            operation(
                                    endpoint,
                                    Optional.ofNullable(examples.get(endpoint.method() + " " + endpoint.path()))));
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("openapi", "3.1.0");
        document.put("info", Map.of("title", "Hawser " + service, "version", version));
        document.put("paths", paths);
        document.put(
                "components",
                Map.of(
                        "schemas",
                        Map.of("Problem", problem()),
                        "securitySchemes",
                        Map.of("token", Map.of("type", "http", "scheme", "bearer"))));
        return document;
    }

    private static Map<String, Object> operation(Endpoint endpoint, Optional<Example> example) {
        Map<String, Object> operation = new LinkedHashMap<>();
        example.ifPresent(found -> operation.put("summary", found.about()));
        List<Map<String, Object>> parameters = new ArrayList<>();
        endpoint.pathParameters()
                .forEach(name -> parameters.add(Map.of("name", name, "in", "path", "required", true, "schema", TEXT)));
        endpoint.query()
                .forEach(name -> parameters.add(Map.of(
                        "name", name, "in", "query", "schema", TEXT, "description", QUERY.getOrDefault(name, ""))));
        operation.put("parameters", parameters);
        if (endpoint.guarded()) {
            operation.put("security", List.of(Map.of("token", List.of())));
        }
        Map<String, Object> responses = new LinkedHashMap<>();
        Map<String, Object> answer = new LinkedHashMap<>();
        example.ifPresent(found -> answer.put("example", endpoint.paged() ? page(found) : found.answer()));
        responses.put("200", Map.of("description", "the answer", "content", Map.of("application/json", answer)));
        responses.put(
                "default",
                Map.of(
                        "description",
                        "why not, as in RFC 9457",
                        "content",
                        Map.of(Problem.MEDIA_TYPE, Map.of("schema", Map.of("$ref", "#/components/schemas/Problem")))));
        operation.put("responses", responses);
        return operation;
    }

    private static Map<String, Object> page(Example example) {
        return Map.of("items", List.of(example.answer()), Endpoint.CONTINUE, "dm9sdW1lcwpkYXRh");
    }

    private static Map<String, Object> problem() {
        return Map.of(
                "type",
                "object",
                "properties",
                Map.of("type", TEXT, "title", TEXT, "status", Map.of("type", "integer"), "detail", TEXT),
                "example",
                new Problem("about:blank", "Not Found", 404, "no volume is called data"));
    }
}

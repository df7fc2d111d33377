package io.hawser.rest;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response.Status;
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

    private static final String ABOUT = "description";

    private OpenApi() {}

    static Map<String, Object> document(
            String service, String version, List<Endpoint> endpoints, Map<String, Example> examples) {
        Schemas schemas = new Schemas();
        Map<String, Map<String, Object>> paths = new TreeMap<>();
        for (Endpoint endpoint : endpoints) {
            paths.computeIfAbsent(endpoint.path(), path -> new LinkedHashMap<>())
                    .put(
                            endpoint.method().toLowerCase(Locale.ROOT),
                            operation(
                                    schemas,
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
                        schemas.components(),
                        "securitySchemes",
                        Map.of("token", Map.of("type", "http", "scheme", "bearer"))));
        return document;
    }

    private static Map<String, Object> operation(Schemas schemas, Endpoint endpoint, Optional<Example> example) {
        Map<String, Object> operation = new LinkedHashMap<>();
        example.ifPresent(found -> operation.put("summary", found.about()));
        List<Map<String, Object>> parameters = new ArrayList<>();
        endpoint.pathParameters()
                .forEach(name ->
                        parameters.add(Map.of("name", name, "in", "path", "required", true, "schema", Schemas.TEXT)));
        endpoint.query()
                .forEach(name -> parameters.add(Map.of(
                        "name", name, "in", "query", "schema", Schemas.TEXT, ABOUT, QUERY.getOrDefault(name, ""))));
        operation.put("parameters", parameters);
        if (endpoint.guarded()) {
            operation.put("security", List.of(Map.of("token", List.of())));
        }
        operation.put("responses", responses(schemas, endpoint, example));
        return operation;
    }

    private static Map<String, Object> responses(Schemas schemas, Endpoint endpoint, Optional<Example> example) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("schema", schemas.of(endpoint.answer()));
        example.ifPresent(found -> answer.put("example", endpoint.paged() ? page(found) : found.answer()));
        Map<String, Object> responses = new LinkedHashMap<>();
        responses.put("200", Map.of(ABOUT, "the answer", "content", Map.of(MediaType.APPLICATION_JSON, answer)));
        if (endpoint.paged()) {
            responses.put("400", problem(schemas, Status.BAD_REQUEST, "limit: must be a number from 1 to 1000"));
        }
        if (endpoint.guarded()) {
            responses.put("401", problem(schemas, Status.UNAUTHORIZED, "send the header Authorization: Bearer"));
            responses.put("403", problem(schemas, Status.FORBIDDEN, "writing is off: set HAWSER_TOKEN"));
        }
        if (!endpoint.pathParameters().isEmpty()) {
            responses.put("404", problem(schemas, Status.NOT_FOUND, "no volume is called data"));
        }
        responses.put("default", problem(schemas, Status.INTERNAL_SERVER_ERROR, "the log says why"));
        return responses;
    }

    private static Map<String, Object> page(Example example) {
        return Map.of(Page.ITEMS, List.of(example.answer()), Endpoint.CONTINUE, "dm9sdW1lcwpkYXRh");
    }

    private static Map<String, Object> problem(Schemas schemas, Status status, String detail) {
        return Map.of(
                ABOUT,
                "why not, as in RFC 9457",
                "content",
                Map.of(
                        Problem.MEDIA_TYPE,
                        Map.of("schema", schemas.of(Problem.class), "example", Problem.of(status, detail))));
    }
}

package io.hawser.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a page says of an endpoint.
 *
 * @param about a sentence
 * @param answer what is answered; of a list, one item
 */
public record Example(String about, JsonNode answer) {
    /** Each module that has endpoints has such a file: {@code {"GET /path": {"about": "...", "answer": ...}}}. */
    public static final String FILE = "rest-examples.json";

    /** All examples on this class path, by method and path. */
    public static Map<String, Example> all(ClassLoader loader) throws IOException {
        Map<String, Example> all = new TreeMap<>();
        ObjectMapper json = new ObjectMapper();
        for (URL file : Collections.list(loader.getResources(FILE))) {
            try (InputStream stream = file.openStream()) {
                json.readTree(stream)
                        .properties()
                        .forEach(entry -> all.put(
                                entry.getKey(),
                                new Example(
                                        entry.getValue().path("about").asText(),
                                        entry.getValue().path("answer"))));
            }
        }
        return all;
    }
}

package io.hawser.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
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
    /**
     * Each module that has endpoints has such a file: {@code {"GET /path": {"about": "...", "answer": ...}}}. In an
     * answer, the name of another example in the file, such as {@code "GET /path"}, stands for that one's answer.
     */
    public static final String FILE = "rest-examples.json";

    /** All examples on this class path, by method and path. */
    public static Map<String, Example> all(ClassLoader loader) throws IOException {
        Map<String, Example> all = new TreeMap<>();
        ObjectMapper json = new ObjectMapper();
        for (URL file : Collections.list(loader.getResources(FILE))) {
            try (InputStream stream = file.openStream()) {
                JsonNode examples = json.readTree(stream);
                examples.properties()
                        .forEach(entry -> all.put(
                                entry.getKey(),
                                new Example(
                                        entry.getValue().path("about").asText(),
                                        resolved(entry.getValue().path("answer"), examples))));
            }
        }
        return all;
    }

    private static JsonNode resolved(JsonNode answer, JsonNode examples) {
        return switch (answer) {
            case TextNode text
            when examples.has(text.asText()) ->
                resolved(examples.path(text.asText()).path("answer"), examples);
            case ObjectNode object -> {
                object.properties().forEach(member -> member.setValue(resolved(member.getValue(), examples)));
                yield object;
            }
            case ArrayNode array -> {
                for (int i = 0; i < array.size(); i++) {
                    array.set(i, resolved(array.get(i), examples));
                }
                yield array;
            }
            default -> answer;
        };
    }
}

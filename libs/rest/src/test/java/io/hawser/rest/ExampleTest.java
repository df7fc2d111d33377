package io.hawser.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of examples. */
class ExampleTest {
    @Test
    @DisplayName("the name of another example stands for its answer, alone, in an object and in a list")
    void answersOfOthers(@TempDir Path folder) throws Exception {
        // Given
        Files.writeString(folder.resolve(Example.FILE), """
                {
                  "GET /all": {"about": "all", "answer": "GET /one"},
                  "GET /in": {
                    "about": "in",
                    "answer": {"a": "GET /one", "b": ["GET /one", "GET /else", {"c": "GET /all"}]}
                  },
                  "GET /one": {"about": "one", "answer": {"name": "x"}}
                }
                """);
        // When
        Map<String, Example> examples;
        try (var loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
            examples = Example.all(loader);
        }
        // Then
        JsonNode one = new ObjectMapper().readTree("{\"name\": \"x\"}");
        assertThat(examples.get("GET /all")).isEqualTo(new Example("all", one));
        assertThat(examples.get("GET /in").answer()).isEqualTo(new ObjectMapper().readTree("""
                        {"a": {"name": "x"}, "b": [{"name": "x"}, "GET /else", {"c": {"name": "x"}}]}
                        """));
    }
}

package io.hawser.cli.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.v1.CreateVolume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MessageFileTest {
    @TempDir
    private Path folder;

    @Test
    @DisplayName("A file may hold one message, a list, or several documents, in JSON or YAML")
    void forms() throws IOException {
        assertThat(names("{\"name\": \"a\", \"spec\": {\"plugin\": \"p\"}}")).containsExactly("a");
        assertThat(names("[{\"name\": \"a\"}, {\"name\": \"b\"}]")).containsExactly("a", "b");
        assertThat(names("name: a\nspec:\n  plugin: p\n  labels: {tier: hot}\n---\nname: b\n"))
                .containsExactly("a", "b");
    }

    @Test
    @DisplayName("A field that no message has, a file that is empty or missing: refused, with its name")
    void refused() {
        assertThatThrownBy(() -> names("name: a\nspec: {capacity: {required: 1}}"))
                .hasMessageContaining("number 1")
                .hasMessageContaining("required");
        assertThatThrownBy(() -> names("")).hasMessageContaining("is empty");
        assertThatThrownBy(() -> MessageFile.read("/nonexistent/file", CreateVolume.getDefaultInstance()))
                .hasMessageContaining("there is no file /nonexistent/file");
    }

    private List<String> names(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("file"), text);
        return MessageFile.read(file.toString(), CreateVolume.getDefaultInstance()).stream()
                .map(CreateVolume::getName)
                .toList();
    }
}

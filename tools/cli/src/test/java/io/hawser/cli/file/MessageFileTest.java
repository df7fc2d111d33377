package io.hawser.cli.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Message;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.Service;
import io.hawser.v1.Sharing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        assertThat(names("- name: a\n- name: b\n")).containsExactly("a", "b");
        assertThat(names("{\"name\": \"a\"}\n{\"name\": \"b\"}\n")).containsExactly("a", "b");
        assertThat(names("{name: a}")).containsExactly("a");
    }

    @Test
    @DisplayName("A text stays as it is written, and a number, a word or null is what the field takes")
    void values() throws IOException {
        // When
        CreateVolume volume = read("""
                name: a
                spec:
                  labels: {version: 1.10, hot: true, year: 010}
                  sharing: SHARING_ALL
                  scope: 2
                  group:
                  mount: {fs_type: ext4, mountFlags: [noatime]}
                  capacity: {requiredBytes: 1_000, limit_bytes: "2000"}
                """, CreateVolume.getDefaultInstance()).getFirst();

        // Then
        assertThat(volume.getSpec().getLabelsMap())
                .containsEntry("version", "1.10")
                .containsEntry("hot", "true")
                .containsEntry("year", "010");
        assertThat(volume.getSpec().getSharing()).isEqualTo(Sharing.SHARING_ALL);
        assertThat(volume.getSpec().getScopeValue()).isEqualTo(2);
        assertThat(volume.getSpec().getMount().getFsType()).isEqualTo("ext4");
        assertThat(volume.getSpec().getCapacity().getRequiredBytes()).isEqualTo(1000);
        assertThat(volume.getSpec().getCapacity().getLimitBytes()).isEqualTo(2000);
    }

    @Test
    @DisplayName("A CloudEvent is read as its data, which is of the type that the event says")
    void events() throws IOException {
        String example = Files.readString(Path.of("../../examples/records/hawser.volume-commands/1-create-cache.json"));

        assertThat(read(example, CreateVolume.getDefaultInstance())
                        .getFirst()
                        .getSpec()
                        .getGroup())
                .isEqualTo("web-caches");
        assertThatThrownBy(() -> read(example, Service.getDefaultInstance()))
                .hasMessage(folder.resolve("file")
                        + ", line 5, record 1 (web-cache): type: 'hawser.v1.CreateVolume' is not hawser.v1.Service");
        assertThatThrownBy(() -> names("specversion: 1.0\ndata:\n  name: a\n  spec: {sharing: ALL}\n"))
                .hasMessageContaining("line 4, record 1 (a): data.spec.sharing: 'ALL' is none of SHARING_NONE, ");
    }

    @ParameterizedTest
    @DisplayName("What is wrong is named by line, record and field, with what would be right")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            name: a/spec: {capacity: {required: 1}}   | line 2, record 1 (a): spec.capacity.required: \
            there is no such field, only requiredBytes, limitBytes
            name: a/---/name: b/spec:/  sharing: ALL  | line 5, record 2 (b): spec.sharing: \
            'ALL' is none of SHARING_NONE, SHARING_READ_ONLY, SHARING_ONE_WRITER, SHARING_ALL
            name: a/spec:/  capacity: 1Gi             | line 3, record 1 (a): spec.capacity: \
            '1Gi' has none of the fields requiredBytes, limitBytes
            name: a/spec: {capacity: {requiredBytes: 1Gi}} | line 2, record 1 (a): spec.capacity.requiredBytes: \
            '1Gi' is no whole number
            name: a/spec: {secrets: {key: k}}         | line 2, record 1 (a): spec.secrets: an object is no list
            name: a/spec: {secrets: [k]}              | line 2, record 1 (a): spec.secrets[0]: \
            'k' has none of the fields key, name
            name: a/spec: {labels: hot}               | line 2, record 1 (a): spec.labels: \
            'hot' is no object of keys and values
            name: a/spec: {labels: {tier: [hot]}}     | line 2, record 1 (a): spec.labels.tier: a list is no text
            name: [a]                                 | line 1, record 1: name: a list is no text
            name: a/---/spec: {plugin: p}             | line 3, record 2: it has no name
            a/                                        | line 1, record 1: 'a' has none of the fields name, spec
            name: a/spec: {plugin: p                  | line 2, column
            name: &n a/spec: {plugin: *n}              | line 2, column 16: '*n' is not looked up: write the value
            name: a/name: b                           | line 2, column
            words/# title/name: a                    | line 3, column 1: from here on it is no YAML: expected
            {"name": "a"/"spec": {}}                  | line 2, column
            """)
    void faults(String text, String said) {
        assertThatThrownBy(() -> names(text.replace("/", "\n")))
                .hasMessageStartingWith(folder.resolve("file") + ", " + said);
    }

    @Test
    @DisplayName("A file that is empty, a folder, or missing is named")
    void refused() {
        assertThatThrownBy(() -> names("")).hasMessageContaining("is empty");
        assertThatThrownBy(() -> names("# nothing\n---\n")).hasMessageContaining("is empty");
        assertThatThrownBy(() -> MessageFile.read(folder.toString(), CreateVolume.getDefaultInstance()))
                .hasMessage(folder + " is a folder: name a file");
        assertThatThrownBy(() -> MessageFile.read("/nonexistent/file", CreateVolume.getDefaultInstance()))
                .hasMessageContaining("there is no file /nonexistent/file");
    }

    private List<String> names(String text) throws IOException {
        return read(text, CreateVolume.getDefaultInstance()).stream()
                .map(CreateVolume::getName)
                .toList();
    }

    private <M extends Message> List<M> read(String text, M type) throws IOException {
        Path file = Files.writeString(folder.resolve("file"), text);
        return MessageFile.read(file.toString(), type);
    }
}

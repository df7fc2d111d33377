package io.hawser.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.embedded.process.ProcessId;
import io.hawser.embedded.process.Signal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PidFilesTest {
    private static final PidFiles.Entry ENTRY =
            new PidFiles.Entry(3, "volume-service", new ProcessId(77, 1234), Signal.TERM);

    @TempDir
    Path folder;

    @Test
    void readsWhatItWrote() throws Exception {
        // Given
        var files = new PidFiles(folder);
        files.write(ENTRY);
        Files.writeString(folder.resolve("other.txt"), "no pid file");
        // When
        List<PidFiles.Entry> read = new PidFiles(folder).read();
        // Then
        assertThat(read).containsExactly(ENTRY);
        files.delete("volume-service");
        assertThat(files.read()).isEmpty();
    }

    @Test
    @DisplayName("A process of a data folder is none of its copy's")
    void aCopiedFolder() throws Exception {
        // Given
        Path copy = Files.createDirectory(folder.resolve("copy"));
        new PidFiles(folder).write(ENTRY);
        Files.copy(folder.resolve("volume-service.pid"), copy.resolve("volume-service.pid"));

        // Then
        assertThat(new PidFiles(copy).read()).isEmpty();
        assertThat(new PidFiles(folder).read()).containsExactly(ENTRY);
    }

    @Test
    void theLastStartedIsTheFirstToStop() {
        // Given
        var earlier = new PidFiles.Entry(0, "broker", new ProcessId(70, 1), Signal.TERM);
        // When
        var sorted = List.of(earlier, ENTRY).stream()
                .sorted(PidFiles.Entry.LAST_STARTED_FIRST)
                .toList();
        // Then
        assertThat(sorted).containsExactly(ENTRY, earlier);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "3\n77 1234\n", "x\n77 1234\nTERM\n", "3\n77\nTERM\n", "3\n77 1234\nHELLO\n"})
    void anythingElseIsNoEntry(String text) {
        // Given
        // When
        var entry = PidFiles.Entry.parse("volume-service", text);
        // Then
        assertThat(entry).isEmpty();
    }
}

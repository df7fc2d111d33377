package io.hawser.embedded.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {
    @TempDir
    private Path folder;

    @Test
    @DisplayName("The tail of a log that is larger than the memory is its last lines")
    void tailOfALargeLog() throws IOException {
        // Given
        Path log = folder.resolve("large.log");
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
            // A hole, which takes no space on the disk.
            file.seek(3L << 30);
            file.write("\nsecond to last\nlast\n".getBytes(StandardCharsets.UTF_8));
        }

        // Then
        assertThat(ChildProcess.tail(log)).endsWith("\nsecond to last\nlast");
    }

    @Test
    @DisplayName("The tail of a short log is its last thirty lines, and that of none is empty")
    void tailOfAShortLog() throws IOException {
        // Given
        Path log = Files.writeString(folder.resolve("short.log"), "first\n" + "line\n".repeat(29) + "größte\n");

        // Then
        assertThat(ChildProcess.tail(log)).isEqualTo("line\n".repeat(29) + "größte");
        assertThat(ChildProcess.tail(folder.resolve("none"))).isEmpty();
    }
}

package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.embedded.process.ProcessId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLockIT {
    @TempDir
    Path folder;

    @Test
    void theLockOfAFileThatIsGoneIsNotTaken() throws Exception {
        // Given
        Path gone = folder.resolve("gone/lock");
        // When
        // Then
        assertThat(RunLock.tryTake(gone)).isEmpty();
    }

    @Test
    void anotherProcessIsToldWhoHoldsIt() throws Exception {
        // Given
        Path file = folder.resolve("lock");
        String whileHeld;
        try (RunLock held = RunLock.tryTake(file).orElseThrow()) {
            // When
            whileHeld = asked(file);
        }
        // Then
        assertThat(whileHeld).isEqualTo("held by " + ProcessHandle.current().pid());
        assertThat(asked(file)).isEqualTo("free");
    }

    /** What a process of its own finds. */
    static String asked(Path file) {
        ProcessBuilder asking = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Asking.class.getName(),
                        file.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        try (InputStream said = asking.start().getInputStream()) {
            return new String(said.readAllBytes(), StandardCharsets.UTF_8).trim();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** In a process of its own. */
    static final class Asking {
        private Asking() {}

        public static void main(String[] args) {
            Path file = Path.of(args[0]);
            System.out.println(
                    RunLock.tryTake(file).isPresent()
                            ? "free"
                            : "held by "
                                    + RunLock.supervisor(file)
                                            .map(ProcessId::pid)
                                            .orElseThrow());
        }
    }
}

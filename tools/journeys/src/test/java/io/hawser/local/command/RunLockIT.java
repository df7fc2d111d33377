package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.testkit.process.ProcessId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLockIT {
    @TempDir
    Path folder;

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

    private static String asked(Path file) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Asking.class.getName(),
                        file.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
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
                                    + RunLock.holder(file).map(ProcessId::pid).orElseThrow());
        }
    }
}

package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.embedded.process.ChildProcess;
import io.hawser.embedded.process.JavaCommand;
import io.hawser.embedded.process.Launch;
import io.hawser.local.Main;
import io.hawser.local.layout.LocalLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A {@code down} while another one has the data folder. */
class DownTwiceIT {
    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"stays, the data stay in", "purged, nothing to stop"})
    @DisplayName("A second down waits for the first one, does not end it, and says what is left afterwards")
    void aSecondDown(String end, String said) {
        // Given
        Path home = LocalLayout.at(folder.resolve("home")).home();
        ChildProcess first = start("first", Stopping.class, home.toString(), folder.toString(), end);
        first.awaitReady(() -> Files.exists(folder.resolve("taken")), SOON);

        // When
        ChildProcess second = start("second", Main.class, "down");

        // Then
        await().atMost(SOON).untilAsserted(() -> assertThat(log("second"))
                .content()
                .contains("waiting for another `down`, process " + first.id().pid()));
        assertThat(first.alive()).isTrue();
        assertThat(folder.resolve("release").toFile().mkdir()).isTrue();
        assertThat(second.endsWithin(SOON)).isTrue();
        assertThat(second.exitCode()).isZero();
        assertThat(log("second")).content().contains(said);
        assertThat(first.endsWithin(SOON)).isTrue();
        assertThat(first.exitCode()).isZero();
    }

    private Path log(String name) {
        return folder.resolve(name + ".log");
    }

    private ChildProcess start(String name, Class<?> main, String... arguments) {
        return ChildProcess.start(new Launch(
                name,
                JavaCommand.of(
                        64, List.of(), System.getProperty("java.class.path"), main.getName(), List.of(arguments)),
                Map.of("HAWSER_HOME", folder.resolve("home").toString()),
                log(name),
                Launch.Lifetime.WITH_US));
    }

    /** A {@code down} that takes its time. */
    static final class Stopping {
        private Stopping() {}

        public static void main(String[] args) throws Exception {
            LocalLayout layout = LocalLayout.at(Path.of(args[0]));
            Path folder = Path.of(args[1]);
            try (RunLock lock = RunLock.tryTakeToStop(LocalRun.lockFile(layout)).orElseThrow()) {
                Files.createFile(folder.resolve("taken"));
                await().forever().until(() -> Files.exists(folder.resolve("release")));
                if (args[2].equals("purged")) {
                    Purge.of(layout);
                }
            }
        }
    }
}

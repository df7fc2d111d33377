package io.hawser.embedded.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.testkit.shared.ScratchFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LoopbackPortIT {

    @Test
    @DisplayName("A port that another JVM has chosen is not chosen again, although nobody listens there yet")
    void aPortOfAnotherProcessIsNotChosenAgain() throws Exception {
        // Given
        Path folder = ScratchFolder.create("ports");
        ChildProcess other = ChildProcess.start(new Launch(
                "other",
                JavaCommand.of(
                        32,
                        List.of(),
                        System.getProperty("java.class.path"),
                        Choosing.class.getName(),
                        List.of(folder.toString())),
                Map.of(),
                folder.resolve("other.log"),
                Launch.Lifetime.WITH_US));
        other.awaitReady(() -> Files.exists(folder.resolve("chosen")), Duration.ofMinutes(1));
        int chosen = LoopbackPort.keptIn(folder.resolve("port"));
        Set<Integer> allOthers = IntStream.rangeClosed(1, 65_535)
                .filter(port -> port != chosen)
                .boxed()
                .collect(Collectors.toSet());
        // When
        assertThatThrownBy(() -> LoopbackPort.keptIn(folder.resolve("mine"), allOthers))
                .hasMessageContaining("found no free port");
        other.kill();
        // Then
        assertThat(LoopbackPort.keptIn(folder.resolve("mine"), allOthers)).isEqualTo(chosen);
    }

    /** Chooses a port and waits to be killed. */
    static final class Choosing {
        private Choosing() {}

        public static void main(String[] args) throws Exception {
            Path folder = Path.of(args[0]);
            LoopbackPort.keptIn(folder.resolve("port"));
            Files.createFile(folder.resolve("chosen"));
            new CountDownLatch(1).await();
        }
    }
}

package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.embedded.process.ChildProcess;
import io.hawser.embedded.process.JavaCommand;
import io.hawser.embedded.process.Launch;
import io.hawser.embedded.process.Signal;
import io.hawser.local.process.Orphans;
import io.hawser.local.process.ProcessSpec;
import io.hawser.local.process.Readiness;
import io.hawser.local.process.Supervisor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code up}, in a process of its own, with small shell scripts in place of services. */
class UpRunIT {
    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        orphans().stop(name -> {});
    }

    @Test
    @DisplayName("A detached service that waits for a person stays, with all others; the command says so and fails")
    void aDetachedServiceThatWaits() {
        // When
        ChildProcess up = up("detach", "exec sleep 600", 1);
        // Then
        assertThat(up.endsWithin(SOON)).isTrue();
        assertThat(up.exitCode()).isEqualTo(1);
        assertThat(folder.resolve("up.log")).content().contains("service runs and is not ready after 1 s");
        assertThat(orphans().running()).containsExactly("service", "broker");
    }

    @Test
    @DisplayName("When a detached service ends before it is ready, all others are stopped")
    void aDetachedServiceThatEnds() {
        // When
        ChildProcess up = up("detach", "sleep 0.3; exit 3", 20);
        // Then
        assertThat(up.endsWithin(SOON)).isTrue();
        assertThat(up.exitCode()).isEqualTo(1);
        assertThat(folder.resolve("up.log")).content().contains("service ended with code 3");
        assertThat(orphans().running()).isEmpty();
    }

    @Test
    @DisplayName("In the foreground the command says that a service waits, and stays until it is asked to end")
    void aServiceThatWaits() {
        // When
        ChildProcess up = up("stay", "exec sleep 600", 1);
        // Then
        up.awaitReady(() -> ChildProcess.tail(folder.resolve("up.log")).contains("stays"), SOON);
        assertThat(folder.resolve("up.log")).content().contains("service runs and is not ready after 1 s");
        assertThat(orphans().running()).containsExactly("service", "broker");
        // When
        boolean byItself = up.stop(Signal.TERM, SOON);
        // Then
        assertThat(byItself).isTrue();
        assertThat(orphans().running()).isEmpty();
    }

    private Orphans orphans() {
        return new Orphans(folder, folder);
    }

    private ChildProcess up(String mode, String script, int readyWithin) {
        return ChildProcess.start(new Launch(
                "up",
                JavaCommand.of(
                        64,
                        List.of(),
                        System.getProperty("java.class.path"),
                        Up.class.getName(),
                        List.of(folder.toString(), mode, script, Integer.toString(readyWithin))),
                Map.of(),
                folder.resolve("up.log"),
                Launch.Lifetime.WITH_US));
    }

    /** In a process of its own. */
    static final class Up {
        private Up() {}

        public static void main(String[] args) throws InterruptedException {
            Path folder = Path.of(args[0]);
            boolean detach = args[1].equals("detach");
            var supervisor = new Supervisor(
                    folder,
                    detach ? Launch.Lifetime.DETACHED : Launch.Lifetime.WITH_US,
                    System.out::println,
                    Duration.ofSeconds(Integer.parseInt(args[3])),
                    Duration.ofMillis(200));
            List<ProcessSpec> specs = List.of(
                    spec(folder, "broker", "exec sleep 600", () -> true),
                    spec(folder, "service", args[2], () -> false));
            var up = new UpRun(
                    detach, () -> supervisor.start(specs), () -> {}, supervisor::stopAll, System.out::println);
            int exit = 1;
            try {
                exit = up.call(stopAsked -> {
                    System.out.println("stays");
                    stopAsked.await();
                });
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
            System.exit(exit);
        }

        private static ProcessSpec spec(Path folder, String name, String script, Readiness readiness) {
            return new ProcessSpec(
                    name, List.of("sh", "-c", script), Map.of(), readiness, folder.resolve(name + ".log"), Signal.TERM);
        }
    }
}

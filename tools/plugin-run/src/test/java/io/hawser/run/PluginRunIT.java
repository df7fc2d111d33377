package io.hawser.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.embedded.process.JavaCommand;
import io.hawser.embedded.process.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With processes as a person starts them. */
class PluginRunIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Pattern STARTED = Pattern.compile("is started, process (\\d+)");
    private static final String JAVA = JavaCommand.smallJvm(32).getFirst();

    @TempDir
    private Path plugins;

    private final List<Process> runners = new ArrayList<>();

    @AfterEach
    void stop() {
        runners.forEach(Process::destroyForcibly);
    }

    @Test
    @DisplayName("A plugin that is killed is started again; SIGTERM ends both, and the socket is gone")
    void aPluginsLife() throws IOException, InterruptedException {
        // Given
        Process runner = run("driver", List.of(), strictPlugin());
        await().atMost(SOON).until(() -> said("driver").contains("is healthy: strict"));
        long first = pids("driver").getFirst();

        // When
        Signal.KILL.sendTo(first);

        // Then
        await().atMost(SOON).until(() -> said("driver").split("is healthy: strict", -1).length == 3);
        assertThat(said("driver")).contains("ended with code 137; it is started again in 1 s");
        assertThat(plugins.resolve("driver/csi.sock")).exists();

        // When
        Process second = run("driver", List.of(), "true");

        // Then
        assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(second.exitValue()).isEqualTo(1);
        assertThat(said("driver")).contains("hawser: another process runs driver in ");

        // When
        runner.destroy();

        // Then
        assertThat(runner.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(runner.exitValue()).isEqualTo(143);
        assertThat(ProcessHandle.of(pids("driver").getLast())).isEmpty();
        assertThat(plugins.resolve("driver/csi.sock")).doesNotExist();
    }

    @Test
    @DisplayName("A plugin ends with its runner, even if that is killed")
    void theRunnerIsKilled() throws IOException {
        // Given
        Process runner = run("orphan", List.of(), "sleep", "1000");
        await().atMost(SOON).until(() -> !pids("orphan").isEmpty());

        // When
        runner.destroyForcibly();

        // Then
        await().atMost(SOON)
                .until(() -> ProcessHandle.of(pids("orphan").getFirst()).isEmpty());
    }

    @Test
    @Tag("nomad-W30")
    @DisplayName("A process that never answers is asked to end and started again; "
            + "while it is stopped for good, nothing more is said of it")
    void neverAnswers() throws IOException, InterruptedException {
        // Given
        String script =
                "echo begun at $CSI_ENDPOINT; trap 'echo asked to end; exit 0' TERM; while :; do sleep 0.1; done";

        // When
        Process runner = run("silent", List.of("--health-timeout", "1"), "sh", "-c", script);

        // Then
        // The first one may be asked before it has said how it ends.
        await().atMost(SOON)
                .until(() -> log("silent").split("begun at", -1).length > 2
                        && log("silent").contains("asked to end"));
        assertThat(said("silent")).contains("has not answered well within 1 s: ", "it is started again in 1 s");
        assertThat(log("silent")).contains("begun at unix://" + plugins + "/silent/csi.sock", "asked to end");

        // When
        runner.destroy();
        runner.waitFor(60, TimeUnit.SECONDS);

        // Then
        assertThat(said("silent").lines().filter(line -> line.contains("ended")))
                .isEmpty();
    }

    @Test
    @DisplayName("A process that ends immediately is started again, later each time")
    void endsAtOnce() throws IOException {
        // When
        run("broken", List.of(), "sh", "-c", "sleep 2; exit 3");

        // Then
        await().atMost(SOON).until(() -> said("broken").contains("in 2 s"));
        assertThat(said("broken"))
                .contains(
                        "ended with code 3; it is started again in 1 s",
                        "ended with code 3; it is started again in 2 s");
    }

    @Test
    @DisplayName("While a process of an earlier start listens at the socket, nothing is started, and the socket stays")
    void aScriptThatDoesNotExec() throws IOException, InterruptedException {
        // Given
        String quoted = "'" + String.join("' '", strictPlugin()) + "'";
        Process first = run("script", List.of(), "sh", "-c", quoted + "; true");
        await().atMost(SOON).until(() -> said("script").contains("is healthy: strict"));
        ProcessHandle driver = ProcessHandle.of(pids("script").getFirst())
                .orElseThrow()
                .children()
                .findFirst()
                .orElseThrow();
        try {
            // When
            first.destroy();
            assertThat(first.waitFor(60, TimeUnit.SECONDS)).isTrue();
            run("script", List.of(), strictPlugin());

            // Then
            await().atMost(SOON).until(() -> said("script").contains("is not started: another process listens at "));
            assertThat(said("script"))
                    .contains("is ended, but another process listens at ", "let the script `exec` it");
            assertThat(plugins.resolve("script/csi.sock")).exists();
            assertThat(pids("script")).hasSize(1);
        } finally {
            driver.destroyForcibly();
        }

        // Then
        await().atMost(SOON).until(() -> said("script").split("is healthy: strict", -1).length == 3);
    }

    @Test
    @DisplayName("A log that cannot be written is said with its reason, and the start is tried again")
    void aLogThatCannotBeWritten() throws IOException {
        // Given
        Path file = Files.createFile(plugins.resolve("file"));

        // When
        run("unlogged", List.of("--log", file.resolve("log").toString()), "true");

        // Then
        await().atMost(SOON).until(() -> said("unlogged").contains("in 2 s"));
        assertThat(said("unlogged")).contains("is not started: cannot start unlogged: " + file);
    }

    @Test
    @DisplayName("A socket that cannot be removed is said with its reason, and the start is tried again")
    void aSocketThatCannotBeRemoved() throws IOException {
        // Given: the process leaves its socket, on which something is mounted.
        String script = "'" + String.join("' '", strictPlugin()) + "' & socket=${CSI_ENDPOINT#unix://};"
                + " while ! [ -S $socket ]; do sleep 0.1; done;"
                + " kill -9 $!; wait; mount --bind $socket $socket; exit 3";

        // When
        Process runner = run(
                List.of("unshare", "--user", "--map-root-user", "--mount"),
                "mounted",
                List.of(),
                List.of("sh", "-c", script));

        // Then
        await().atMost(SOON).until(() -> !runner.isAlive() || said("mounted").contains("in 2 s"));
        assertThat(said("mounted"))
                .contains(
                        "ended with code 3",
                        "is ended, but cannot remove the socket: ",
                        "is not started: cannot remove");
        assertThat(runner.isAlive()).isTrue();
    }

    private String[] strictPlugin() {
        return new String[] {
            JAVA,
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path"),
            "io.hawser.strict.command.StrictPluginMain",
            "--no-files",
            "--endpoint",
            "$(CSI_ENDPOINT)"
        };
    }

    private Process run(String name, List<String> options, String... command) throws IOException {
        return run(List.of(), name, options, List.of(command));
    }

    /** @param within a program that executes what follows it */
    private Process run(List<String> within, String name, List<String> options, List<String> command)
            throws IOException {
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(List.of("--plugins", plugins.toString(), name, "--"));
        arguments.addAll(command);
        List<String> whole = new ArrayList<>(within);
        whole.addAll(
                JavaCommand.of(64, List.of(), System.getProperty("java.class.path"), "io.hawser.run.Main", arguments));
        ProcessBuilder builder = new ProcessBuilder(whole)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output(name).toFile()));
        builder.environment().remove("CSI_ENDPOINT");
        Process runner = builder.start();
        runners.add(runner);
        return runner;
    }

    private Path output(String name) {
        return plugins.resolve(name + ".out");
    }

    private String said(String name) throws IOException {
        return Files.readString(output(name));
    }

    private String log(String name) throws IOException {
        Path log = plugins.resolve(name).resolve("plugin.log");
        return Files.exists(log) ? Files.readString(log) : "";
    }

    private List<Long> pids(String name) throws IOException {
        Matcher started = STARTED.matcher(said(name));
        List<Long> pids = new ArrayList<>();
        while (started.find()) {
            pids.add(Long.parseLong(started.group(1)));
        }
        return pids;
    }
}

package io.hawser.local.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.embedded.process.ProcessId;
import io.hawser.embedded.process.Signal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With small shell scripts in place of services. */
class FolderProcessesIT {
    private static final String FOREVER = "while :; do sleep 0.1; done";

    @TempDir
    private Path folder;

    private final List<Process> started = new ArrayList<>();
    private Path home;
    private Path postgres;

    @BeforeEach
    void folders() throws Exception {
        home = Files.createDirectory(folder.resolve("home"));
        postgres = Files.createDirectories(home.resolve("postgres/data")).getParent();
    }

    @AfterEach
    void nothingStays() {
        started.forEach(Process::destroyForcibly);
        processes().running().forEach(left -> Signal.KILL.sendTo(left.pid()));
    }

    @Test
    @DisplayName("what was started on the folder is seen, and what it started in turn, though it is dead itself")
    void aChildOfADeadServiceIsSeen() throws Exception {
        // Given
        ProcessSpec spec = new ProcessSpec(
                "service",
                List.of("sh", "-c", "(" + FOREVER + ") & echo up; wait"),
                Map.of(),
                () -> true,
                folder.resolve("log"),
                Signal.TERM);
        ProcessSpec marked = FolderProcesses.marked(home, List.of(spec)).getFirst();
        Process service = start(new ProcessBuilder(marked.command()), marked.environment());
        service.inputReader().readLine();
        long child = service.children().findFirst().orElseThrow().pid();

        // When
        service.destroyForcibly().waitFor();

        // Then
        assertThat(processes().running()).extracting(ProcessId::pid).contains(child);
    }

    @Test
    @DisplayName("a PostgreSQL that serves the folder is seen, though it bears no mark")
    void aDatabaseServerIsSeen() throws Exception {
        // Given
        Process server = start(
                new ProcessBuilder(
                        "sh", "-c", FOREVER, "-D", postgres.resolve("data").toString()),
                Map.of());

        // Then: a program that has just begun has no command line for a moment
        await().untilAsserted(() ->
                assertThat(processes().running()).extracting(ProcessId::pid).contains(server.pid()));
    }

    @Test
    @DisplayName("a PostgreSQL worker is seen, though its command line names nothing")
    void aDatabaseWorkerIsSeen() throws Exception {
        // Given
        Process worker = start(
                new ProcessBuilder("sh", "-c", FOREVER)
                        .directory(postgres.resolve("data").toFile()),
                Map.of());

        // Then
        await().untilAsserted(() ->
                assertThat(processes().running()).extracting(ProcessId::pid).contains(worker.pid()));
    }

    @Test
    @DisplayName("who runs on a folder whose name only begins the same, or reads a log, is not counted")
    void othersAreNotSeen() throws Exception {
        // Given
        Path other = folder.resolve("home-demo");
        ProcessSpec spec =
                new ProcessSpec("service", List.of("sh"), Map.of(), () -> true, folder.resolve("log"), Signal.TERM);
        Map<String, String> marks =
                FolderProcesses.marked(other, List.of(spec)).getFirst().environment();
        start(new ProcessBuilder("sh", "-c", "echo up; " + FOREVER, Orphans.mark(other)), marks)
                .inputReader()
                .readLine();
        start(new ProcessBuilder("sh", "-c", "echo up; " + FOREVER, home + "/logs/broker.log"), Map.of())
                .inputReader()
                .readLine();

        // Then
        assertThat(processes().running()).isEmpty();
    }

    private FolderProcesses processes() {
        return new FolderProcesses(home, postgres);
    }

    private Process start(ProcessBuilder builder, Map<String, String> environment) throws Exception {
        builder.environment().putAll(environment);
        Process process = builder.start();
        started.add(process);
        return process;
    }
}

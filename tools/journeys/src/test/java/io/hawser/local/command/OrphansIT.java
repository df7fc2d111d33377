package io.hawser.local.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.embedded.process.ChildProcess;
import io.hawser.embedded.process.JavaCommand;
import io.hawser.embedded.process.Launch;
import io.hawser.embedded.process.ProcessId;
import io.hawser.local.layout.LocalLayout;
import io.hawser.local.process.FolderProcesses;
import io.hawser.local.process.Orphans;
import io.hawser.local.process.Supervisor;
import io.hawser.local.service.DataServices;
import io.hawser.testkit.shared.ScratchFolder;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** With the real broker and the real PostgreSQL. */
class OrphansIT {

    @Test
    void whatAKilledSupervisorLeftIsFoundAndReplacedByTheNextStart() throws Exception {
        // Given
        LocalLayout layout = LocalLayout.at(ScratchFolder.create("orphans"));
        var orphans = new Orphans(layout.run(), layout.home());
        ChildProcess supervising = supervising(layout, Launch.Lifetime.DETACHED);
        supervising.kill();
        List<String> left = orphans.running();
        List<String> stopped = new ArrayList<>();
        // When
        orphans.stop(stopped::add);
        // Then
        assertThat(left).containsExactly("postgres", "broker");
        assertThat(stopped).containsExactly("postgres", "broker");
        assertThat(orphans.running()).isEmpty();
        try (var supervisor = new Supervisor(layout.run(), Launch.Lifetime.WITH_US, line -> {})) {
            var data = new DataServices(layout);
            supervisor.start(data.specs());
            assertThat(supervisor.running()).containsExactly("broker", "postgres");
            assertThat(word(data)).isEqualTo("kept");
        }
    }

    @Test
    void withoutDetachingNothingOutlivesAKilledSupervisor() {
        // Given
        LocalLayout layout = LocalLayout.at(ScratchFolder.create("dies-with-us"));
        var orphans = new Orphans(layout.run(), layout.home());
        ChildProcess supervising = supervising(layout, Launch.Lifetime.WITH_US);
        var processes = new FolderProcesses(layout.home(), layout.postgres());
        assertThat(orphans.running()).hasSize(2);
        assertThat(processes.running())
                .extracting(ProcessId::commandLine)
                .anyMatch(command -> command.contains(Orphans.mark(layout.home())))
                .anyMatch(command -> command.contains("-D"))
                .anyMatch(command -> command.getFirst().startsWith("postgres: checkpointer"));
        // When
        supervising.kill();
        // Then
        await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
            assertThat(orphans.running()).isEmpty();
            assertThat(processes.running()).isEmpty();
        });
    }

    @Test
    void aProcessThatBearsTheMarkIsFoundWithoutItsPidFile() {
        // Given
        LocalLayout layout = LocalLayout.at(ScratchFolder.create("marked"));
        var orphans = new Orphans(layout.run(), layout.home());
        ChildProcess marked = ChildProcess.start(new Launch(
                "marked",
                // It starts no program: between fork and exec, that one would bear the mark, too.
                List.of("sh", "-c", "while :; do :; done", Orphans.mark(layout.home())),
                Map.of(),
                layout.log("marked"),
                Launch.Lifetime.WITH_US));
        // When
        int stopped = orphans.stop(name -> {});
        // Then
        assertThat(stopped).isEqualTo(1);
        assertThat(marked.alive()).isFalse();
    }

    private static ChildProcess supervising(LocalLayout layout, Launch.Lifetime lifetime) {
        Path ready = layout.home().resolve("ready");
        ChildProcess process = ChildProcess.start(new Launch(
                "supervising",
                JavaCommand.of(
                        128,
                        List.of(),
                        System.getProperty("java.class.path"),
                        Supervising.class.getName(),
                        List.of(layout.home().toString(), lifetime.name(), ready.toString())),
                Map.of(),
                layout.log("supervising"),
                Launch.Lifetime.WITH_US));
        process.awaitReady(() -> ready.toFile().exists(), Duration.ofMinutes(4));
        return process;
    }

    private static String word(DataServices data) throws Exception {
        var database = data.database("volume-service");
        try (Connection connection = database.connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("select word from kept")) {
            rows.next();
            return rows.getString(1);
        }
    }

    /** A supervisor in a process of its own; it waits to be killed. */
    static final class Supervising {
        private Supervising() {}

        public static void main(String[] args) throws Exception {
            LocalLayout layout = LocalLayout.at(Path.of(args[0]));
            var data = new DataServices(layout);
            new Supervisor(layout.run(), Launch.Lifetime.valueOf(args[1]), System.out::println).start(data.specs());
            var database = data.database("volume-service");
            try (Connection connection = database.connect();
                    var statement = connection.createStatement()) {
                statement.execute("create table kept as select 'kept' as word");
            }
            assertThat(Path.of(args[2]).toFile().createNewFile()).isTrue();
            new CountDownLatch(1).await();
        }
    }
}

package io.hawser.node.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.TargetRecord;
import io.hawser.node.runtime.socket.RuntimeClient;
import io.hawser.v1.Assignment;
import io.hawser.v1.Event;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.MountedTarget;
import io.hawser.v1.NodeHeartbeat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An agent in this process, with a real broker, a real plugin and real mounts. */
class AgentIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Orchestra around;

    @BeforeEach
    void open() throws Exception {
        around = new Orchestra(AgentIT.class);
    }

    @AfterEach
    void close() throws Exception {
        around.close();
    }

    @Test
    @Tag("swarmkit-X-2")
    @DisplayName(
            "A volume is staged once, mounted for two tasks, given up for one, and in the end nothing of it is left")
    void aVolumeWalksInAndOut() throws Exception {
        // Given
        around.hostPath.start();
        Assignment volume = around.hostPath.attached("data");
        try (Agent agent = around.agent()) {
            // When
            Assignment two = around.assignments.assign(volume, "task-a", "task-b");
            around.awaitMounted(two, "task-a", "task-b");
            List<TargetRecord> known = agent.mounts().views().getFirst().have().targets();
            Files.writeString(path(two, "task-a").resolve("hello"), "from a");
            String readByB = Files.readString(path(two, "task-b").resolve("hello"));
            Assignment one = around.assignments.assign(volume, "task-b");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(targets(one)).containsExactly("task-b"));
            Assignment none = around.assignments.letGo(volume);
            around.awaitNothingLeft(none);
            // Then
            assertThat(readByB).isEqualTo("from a");
            assertThat(known).as("seen in the kernel's mount table").hasSize(2).allSatisfy(target -> assertThat(
                            target.seen())
                    .isPresent());
            assertThat(around.mountsBelowRoot()).isZero();
            assertThat(agent.layout().volumes()).isEmptyDirectory();
            assertThat(around.report(none).getGeneration()).isEqualTo(none.getGeneration());
            List<MountReport> reports = around.mounts.all(MountReport.class, Assignments.key(volume));
            assertThat(reports).extracting(MountReport::getRevision).isSorted();
            // A record that was not acknowledged is written again as it was.
            assertThat(reports.stream().distinct())
                    .extracting(MountReport::getRevision)
                    .doesNotHaveDuplicates();
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(around.events.all(Event.class, "volume/data"))
                    .extracting(Event::getReason)
                    .contains("Mounted", "Unmounted"));
        }
    }

    @Test
    @Tag("swarmkit-T33")
    @Tag("swarmkit-T34")
    @DisplayName("A runtime that waits at the socket gets the path of its task's volume, and of no other's; "
            + "when the volume goes, it gets none any more")
    void aRuntimeAsks() throws Exception {
        // Given
        around.hostPath.start();
        Assignment volume = around.hostPath.attached("data");
        RuntimeClient runtime = new RuntimeClient(around.runtimeSocket());
        try (Agent agent = around.agent()) {
            // When
            var waiting = CompletableFuture.supplyAsync(() -> asked(runtime, "/v1/tasks/task-a/volumes/data?wait=1m"));
            Assignment one = around.assignments.assign(volume, "task-a");
            RuntimeClient.Answer mounted = waiting.get();
            RuntimeClient.Answer other = asked(runtime, "/v1/tasks/task-b/volumes/data");
            around.awaitMounted(one, "task-a");
            around.assignments.letGo(volume);
            around.awaitNothingLeft(volume);
            RuntimeClient.Answer gone = asked(runtime, "/v1/tasks/task-a/volumes/data?wait=10ms");

            // Then
            assertThat(mounted.status()).as("%s", mounted.body()).isEqualTo(200);
            assertThat(mounted.body().at("/mounts/0/path").asText())
                    .isEqualTo(agent.layout()
                            .target(new VolumeKey("data", "u1"), "task-a")
                            .toString());
            assertThat(mounted.body().at("/mounts/0/shown/options").toString()).contains("\"rw\"");
            assertThat(other.status()).isEqualTo(404);
            assertThat(gone.status()).isEqualTo(404);
        }
        assertThat(around.runtimeSocket()).doesNotExist();
    }

    private static RuntimeClient.Answer asked(RuntimeClient runtime, String path) {
        try {
            return runtime.get(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @DisplayName("Silence takes nothing down: not a tombstone, not a stop and start of the agent")
    void silenceTakesNothingDown() throws Exception {
        // Given
        around.hostPath.start();
        Assignment volume = around.hostPath.attached("data");
        Assignment assigned;
        try (Agent agent = around.agent()) {
            assigned = around.assignments.assign(volume, "task-a");
            around.awaitMounted(assigned, "task-a");
            // When
            around.assignments.tombstone(assigned);
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(around.report(assigned).getOrphaned()).isTrue());
        }
        long mountsWhileStopped = around.mountsBelowRoot();
        long before = around.report(assigned).getRevision();
        try (Agent again = around.agent()) {
            // Then
            assertThat(mountsWhileStopped).isPositive();
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(around.report(assigned).getRevision()).isGreaterThan(before));
            assertThat(around.report(assigned).getTargetsList())
                    .extracting(MountedTarget::getId, MountedTarget::getState)
                    .containsExactly(tuple("task-a", MountState.MOUNT_STATE_MOUNTED));
            assertThat(around.mountsBelowRoot()).isEqualTo(mountsWhileStopped);
            around.assignments.letGo(volume);
            around.awaitNothingLeft(volume);
        }
    }

    @Test
    @DisplayName("A mount that a person takes down is reported as what it was, and is there again; reports "
            + "say which agent spoke")
    void aMountThatAPersonTookDownIsThereAgain() throws Exception {
        // Given
        around.hostPath.start();
        Assignment volume = around.hostPath.attached("data");
        try (Agent agent = around.agent()) {
            Assignment assigned = around.assignments.assign(volume, "task-a");
            around.awaitMounted(assigned, "task-a");
            long mounted = around.mountsBelowRoot();
            // When
            Path target = path(assigned, "task-a");
            assertThat(new ProcessBuilder("umount", target.toString()).start().waitFor())
                    .isZero();
            // Then
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(around.events.all(Event.class, "volume/data"))
                    .filteredOn(event -> event.getReason().equals("MountLost"))
                    .extracting(Event::getMessage)
                    .singleElement()
                    .asString()
                    .contains("target task-a"));
            await().atMost(PATIENCE).until(() -> around.mountsBelowRoot() == mounted);
            around.awaitMounted(assigned, "task-a");
            assertThat(around.report(assigned).getAgent())
                    .isEqualTo(around.fingerprints
                            .newest(NodeHeartbeat.class, Orchestra.NODE)
                            .orElseThrow()
                            .getAgent());
            assertThat(around.report(assigned).getAgent().getRoot()).isNotEmpty();
            around.assignments.letGo(volume);
            around.awaitNothingLeft(volume);
        }
    }

    @Test
    @DisplayName("A second agent on the same folder does not start, and says why in a sentence")
    void oneAgentPerRoot() {
        // Given
        try (Agent first = around.agent()) {
            // When
            assertThatThrownBy(() -> around.agent())
                    // Then
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining("another node-agent runs on the folder");
        }
    }

    private List<String> targets(Assignment assignment) {
        return around.report(assignment).getTargetsList().stream()
                .map(MountedTarget::getId)
                .toList();
    }

    private Path path(Assignment assignment, String target) {
        return around.report(assignment).getTargetsList().stream()
                .filter(mounted -> mounted.getId().equals(target))
                .map(mounted -> Path.of(mounted.getPath()))
                .findFirst()
                .orElseThrow();
    }
}

package io.hawser.node.wiring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.TargetRecord;
import io.hawser.node.runtime.RuntimeClient;
import io.hawser.strict.Rpc;
import io.hawser.strict.StrictPlugin;
import io.hawser.strict.StrictPluginOptions;
import io.hawser.strict.fault.FaultScript;
import io.hawser.v1.Assignment;
import io.hawser.v1.DeregisterPluginInstance;
import io.hawser.v1.Event;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.MountedTarget;
import io.hawser.v1.Node;
import io.hawser.v1.NodeHeartbeat;
import io.hawser.v1.RegisterPluginInstance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
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
        around.startPlugin();
        Assignment volume = around.attached("data");
        try (Agent agent = around.agent()) {
            // When
            Assignment two = around.assign(volume, "task-a", "task-b");
            awaitMounted(two, "task-a", "task-b");
            List<TargetRecord> known = agent.mounts().views().getFirst().have().targets();
            Files.writeString(path(two, "task-a").resolve("hello"), "from a");
            String readByB = Files.readString(path(two, "task-b").resolve("hello"));
            Assignment one = around.assign(volume, "task-b");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(targets(one)).containsExactly("task-b"));
            Assignment none = around.letGo(volume);
            awaitNothingLeft(none);
            // Then
            assertThat(readByB).isEqualTo("from a");
            assertThat(known).as("seen in the kernel's mount table").hasSize(2).allSatisfy(target -> assertThat(
                            target.seen())
                    .isPresent());
            assertThat(around.mountsBelowRoot()).isZero();
            assertThat(agent.layout().volumes()).isEmptyDirectory();
            assertThat(around.report(none).getGeneration()).isEqualTo(none.getGeneration());
            assertThat(around.mounts.all(MountReport.class, Orchestra.key(volume)))
                    .extracting(MountReport::getRevision)
                    .isSorted()
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
        around.startPlugin();
        Assignment volume = around.attached("data");
        RuntimeClient runtime = new RuntimeClient(around.runtimeSocket());
        try (Agent agent = around.agent()) {
            // When
            var waiting = CompletableFuture.supplyAsync(() -> asked(runtime, "/v1/tasks/task-a/volumes/data?wait=1m"));
            Assignment one = around.assign(volume, "task-a");
            RuntimeClient.Answer mounted = waiting.get();
            RuntimeClient.Answer other = asked(runtime, "/v1/tasks/task-b/volumes/data");
            awaitMounted(one, "task-a");
            around.letGo(volume);
            awaitNothingLeft(volume);
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
    @Tag("swarmkit-X-3")
    @DisplayName("A plugin that is found is published with its topology, "
            + "registered, and deregistered when it is gone for good")
    void aPluginIsToldOf() throws Exception {
        // Given
        try (Agent agent = around.agent()) {
            await().atMost(PATIENCE).until(agent::isReady);
            // When
            around.startPlugin();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(fingerprint().getHealthy()).isTrue());
            Fingerprint found = fingerprint();
            around.stopPlugin();
            Files.deleteIfExists(around.socket());
            // Then
            assertThat(found.getCsiNodeId()).isEqualTo(Orchestra.NODE);
            assertThat(found.getTopology().getSegmentsMap()).isNotEmpty();
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(fingerprint().getHealthy()).isFalse();
                assertThat(fingerprint().getMessage()).isNotEmpty();
                assertThat(around.commands.all(RegisterPluginInstance.class, Orchestra.PLUGIN))
                        .extracting(RegisterPluginInstance::getEndpoint, RegisterPluginInstance::getNode)
                        .containsExactly(tuple("unix://" + around.socket(), Orchestra.NODE));
                assertThat(around.commands.all(DeregisterPluginInstance.class, Orchestra.PLUGIN))
                        .hasSize(1);
                assertThat(around.nodes.newest(Node.class, Orchestra.NODE)).isPresent();
                assertThat(around.fingerprints.all(NodeHeartbeat.class, Orchestra.NODE))
                        .hasSizeGreaterThan(1);
            });
        }
    }

    @Test
    @DisplayName("Silence takes nothing down: not a tombstone, not a stop and start of the agent")
    void silenceTakesNothingDown() throws Exception {
        // Given
        around.startPlugin();
        Assignment volume = around.attached("data");
        Assignment assigned;
        try (Agent agent = around.agent()) {
            assigned = around.assign(volume, "task-a");
            awaitMounted(assigned, "task-a");
            // When
            around.tombstone(assigned);
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
            around.letGo(volume);
            awaitNothingLeft(volume);
        }
    }

    @Test
    @DisplayName("An assignment that cannot be read becomes a dead letter, also one that came while the agent was away")
    void anUnreadableAssignmentBecomesADeadLetter() throws Exception {
        // Given
        around.garbage("superseded", "before");
        around.garbage("superseded", "after");
        around.garbage("away", "while it was away");
        TopicLog dead = around.deadAssignments();
        // When
        try (Agent agent = around.agent()) {
            await().atMost(PATIENCE).until(agent::isReady);
            around.garbage("awake", "while it was there");
            // Then
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(dead.records())
                    .extracting(letter -> new String(letter.key(), UTF_8), letter -> new String(letter.value(), UTF_8))
                    .containsExactlyInAnyOrder(
                            tuple(Orchestra.NODE + "/superseded", "after"),
                            tuple(Orchestra.NODE + "/away", "while it was away"),
                            tuple(Orchestra.NODE + "/awake", "while it was there")));
            assertThat(agent.isReady()).isTrue();
        }
    }

    @Test
    @DisplayName("Another topic of the same name orders nothing down until a person has looked at it")
    void anotherTopicTakesNothingDown() throws Exception {
        // Given
        around.startPlugin();
        Assignment volume = around.attached("data");
        try (Agent agent = around.agent()) {
            awaitMounted(around.assign(volume, "task-a"), "task-a");
        }
        String topic = around.names.of(HawserTopic.ASSIGNMENTS);
        try (Admin admin = Admin.create(around.kafka())) {
            admin.deleteTopics(List.of(topic)).all().get();
            await().atMost(PATIENCE)
                    .until(() -> !admin.listTopics().names().get().contains(topic));
        }
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            around.createTopics();
            return true;
        });
        // When
        try (Agent agent = around.agent()) {
            Assignment none = around.letGo(volume);
            // Then
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(around.report(none).getGeneration()).isEqualTo(none.getGeneration());
                assertThat(around.report(none).getMessage()).contains("nothing is taken down");
            });
            assertThat(around.report(none).getNothingLeft()).isFalse();
            assertThat(around.mountsBelowRoot()).isPositive();
            assertThat(agent.unmountHold()).isPresent();
        }
        Files.delete(around.root.resolve("assignments-topic"));
        try (Agent agent = around.agent()) {
            awaitNothingLeft(volume);
        }
    }

    @Test
    @DisplayName("A topic that was made again orders nothing down before its writer has written everything")
    void aTopicThatWasMadeAgain() throws Exception {
        // Given
        around.startPlugin();
        Assignment dropped = around.attached("dropped");
        Assignment ended = around.attached("ended");
        try (Agent agent = around.agent()) {
            awaitMounted(around.assign(dropped, "task-a"), "task-a");
            awaitMounted(around.assign(ended, "task-b"), "task-b");
            long mounts = around.mountsBelowRoot();

            // When: nothing is there of the first, an order of the second
            around.remakeAssignments();
            Assignment none = around.letGo(ended);

            // Then
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(around.report(none).getMessage()).contains("nothing is taken down"));
            assertThat(around.mountsBelowRoot()).isEqualTo(mounts);

            // When
            around.completeAssignments();

            // Then
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(around.report(none).getNothingLeft()).isTrue());
            assertThat(agent.unmountHold()).isEmpty();
            assertThat(around.mountsBelowRoot()).isPositive();
            awaitNothingLeft(around.letGo(dropped));
        }
    }

    @Test
    @DisplayName("While a topic is gone readiness names it and what to type, and no longer when it is there again")
    void readinessNamesATopicThatIsGone() throws Exception {
        // Given
        try (Agent agent = around.agent()) {
            RunningAgent running = new RunningAgent();
            running.set(agent);
            HealthCheck topics = new AgentHealth(running).topics();
            await().atMost(PATIENCE).until(agent::isReady);
            assertThat(topics.call().getStatus()).isEqualTo(HealthCheckResponse.Status.UP);

            // When
            around.deleteAssignments();

            // Then
            String name = around.names.of(HawserTopic.ASSIGNMENTS);
            await().atMost(PATIENCE).until(() -> topics.call().getStatus() == HealthCheckResponse.Status.DOWN);
            assertThat(topics.call().getData().orElseThrow().get("waitsFor"))
                    .isEqualTo(name + " is gone: nothing new is read from it; make it again with "
                            + TopicCreator.command(around.names, name));

            // When
            await().atMost(PATIENCE).ignoreExceptions().until(() -> {
                around.createTopics();
                return true;
            });

            // Then
            await().atMost(PATIENCE).until(() -> topics.call().getStatus() == HealthCheckResponse.Status.UP);
        }
    }

    @Test
    @DisplayName("A plugin that comes back after the agent's order is used at once; until then the report says why")
    void aPluginThatIsAwayDelaysItsVolumesOnly() throws Exception {
        // Given
        around.startPlugin();
        Assignment volume = around.attached("data");
        around.stopPlugin();
        Files.deleteIfExists(around.socket());
        try (Agent agent = around.agent()) {
            // When
            Assignment assigned = around.assign(volume, "task-a");
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(around.report(assigned).getMessage()).contains("is not on this node"));
            around.startPlugin();
            // Then
            awaitMounted(assigned, "task-a");
            around.letGo(volume);
            awaitNothingLeft(volume);
        }
    }

    @Test
    @DisplayName("A plugin that takes calls and answers none delays its own volumes only, however many they are")
    void aPluginThatHangsDelaysItsVolumesOnly() throws Exception {
        // Given
        around.startPlugin();
        Assignment volume = around.attached("data");
        Path socket = around.plugins.resolve("mute.sock");
        try (StrictPlugin mute = StrictPlugin.start(StrictPluginOptions.at(around.plugins.resolve("mute-c.sock"))
                        .withName("mute.example.com")
                        .withNode(Orchestra.NODE, socket)
                        .withFaults(FaultScript.parse("""
                                NodeStageVolume   * * hang
                                NodePublishVolume * * hang
                                """)));
                Agent agent = around.agent()) {
            List<Assignment> stuck = IntStream.range(0, 2 * around.settings().callsPerPlugin())
                    .mapToObj(i -> around.assign(
                            volume.toBuilder()
                                    .setVolume("stuck-" + i)
                                    .setVolumeId("stuck-" + i)
                                    .setPlugin("mute.example.com")
                                    .build(),
                            "task-" + i))
                    .toList();
            await().atMost(PATIENCE).until(() -> mute.events().stream()
                    .anyMatch(event -> event instanceof io.hawser.strict.history.Event.CallArrived arrived
                            && arrived.call().rpc() == Rpc.NODE_STAGE_VOLUME));

            // When
            Assignment assigned = around.assign(volume, "task-a");

            // Then
            awaitMounted(assigned, "task-a");
            assertThat(stuck).allSatisfy(each -> assertThat(around.report(each).getTargetsList())
                    .filteredOn(target -> target.getState() == MountState.MOUNT_STATE_MOUNTED)
                    .isEmpty());
            around.letGo(volume);
            awaitNothingLeft(volume);
        }
        Files.deleteIfExists(socket);
        Files.deleteIfExists(around.plugins.resolve("mute-c.sock"));
    }

    @Test
    @DisplayName("A mount that a person takes down is reported as what it was, and is there again; reports "
            + "say which agent spoke")
    void aMountThatAPersonTookDownIsThereAgain() throws Exception {
        // Given
        around.startPlugin();
        Assignment volume = around.attached("data");
        try (Agent agent = around.agent()) {
            Assignment assigned = around.assign(volume, "task-a");
            awaitMounted(assigned, "task-a");
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
            awaitMounted(assigned, "task-a");
            assertThat(around.report(assigned).getAgent())
                    .isEqualTo(around.fingerprints
                            .newest(NodeHeartbeat.class, Orchestra.NODE)
                            .orElseThrow()
                            .getAgent());
            assertThat(around.report(assigned).getAgent().getRoot()).isNotEmpty();
            around.letGo(volume);
            awaitNothingLeft(volume);
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

    private void awaitMounted(Assignment assignment, String... targets) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            MountReport report = around.report(assignment);
            assertThat(report.getGeneration()).isEqualTo(assignment.getGeneration());
            assertThat(report.getTargetsList())
                    .filteredOn(target -> target.getState() == MountState.MOUNT_STATE_MOUNTED)
                    .extracting(MountedTarget::getId)
                    .containsExactlyInAnyOrder(targets);
        });
    }

    private void awaitNothingLeft(Assignment assignment) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(around.report(assignment).getNothingLeft())
                        .describedAs("%s", around.report(assignment))
                        .isTrue());
        assertThat(around.mountsBelowRoot()).isZero();
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

    private Fingerprint fingerprint() {
        return around.fingerprints
                .newest(Fingerprint.class, Orchestra.NODE + "/" + Orchestra.PLUGIN)
                .orElse(Fingerprint.getDefaultInstance());
    }
}

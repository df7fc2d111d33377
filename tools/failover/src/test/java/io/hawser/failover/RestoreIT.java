package io.hawser.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.key.NodeVolume;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerUnpublishVolumeRequest;
import io.hawser.embedded.postgres.PostgresProcess;
import io.hawser.embedded.process.Command;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.history.Event;
import io.hawser.testkit.shared.ScratchFolder;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.Assignment;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Node;
import io.hawser.v1.NodeAgent;
import io.hawser.v1.PublicationState;
import io.hawser.v1.RegisterVolume;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.Task;
import io.hawser.v1.TaskState;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.testkit.Cluster;
import io.hawser.volume.testkit.MountReports;
import io.hawser.volume.testkit.Orchestrator;
import io.hawser.volume.testkit.StrictNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * An older copy of the database takes the place of the one that the service, the plugin and the nodes have gone on
 * with. What needs another setting goes first: a service that starts again takes longest here.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RestoreIT {
    private static final Duration SOON = Duration.ofMinutes(3);
    /** A call may take longer than a failover. */
    private static final Map<String, String> PATIENT = Map.of("HAWSER_VOLUME_RPC_DEADLINE", "20S");

    private static final FaultScript NO_ATTACH = FaultScript.parse("ControllerPublishVolume * * error UNAVAILABLE");
    private static final FaultScript NO_CONFIRMATION =
            FaultScript.parse("ValidateVolumeCapabilities * * error UNAVAILABLE");
    private static final FaultScript SLOW_ATTACH = FaultScript.parse("ControllerPublishVolume * * delay 12s");
    private static final FaultScript NO_DETACH = FaultScript.parse("ControllerUnpublishVolume * * error UNAVAILABLE");

    /** How the copy comes into the place. */
    enum Way {
        /** A backup, put back while the service is down. */
        BEFORE_THE_START,
        /** A standby that lagged, taken over to under the running service. */
        UNDER_THE_SERVICE,
        /** The same under two replicas, each of which reads some of the partitions. */
        UNDER_TWO_REPLICAS
    }

    private PostgresProcess postgres;
    private Path data;
    private Path copy;
    private Installation installation;
    private Cluster cluster;
    private Orchestrator orchestrator;
    private PackagedService service;
    private PackagedService second;
    private int tests;
    /** Each test's own. */
    private String volume;

    private String volumeId;

    @BeforeAll
    void start() throws Exception {
        Path folder = ScratchFolder.create("restore");
        data = folder.resolve("data");
        copy = folder.resolve("copy");
        postgres = PostgresProcess.in(folder, UUID.randomUUID().toString()).start();
        installation = new Installation(
                "restore",
                SharedBroker.bootstrapServers(),
                postgres.server().createDatabase("restore", UUID.randomUUID().toString()),
                folder);
        cluster = installation.cluster;
        orchestrator = cluster.orchestrator;
        service = installation.replica("0");
        second = installation.replica("1");
        Installation.start(service, PATIENT);
        service.awaitReady();
        installation.awaitWorld();
    }

    @AfterAll
    void stop() {
        installation.close();
        postgres.close();
    }

    @BeforeEach
    void nameTheVolume() {
        volume = "v" + ++tests;
    }

    /** No fault, no fenced node and no second replica is left to the next test. */
    @AfterEach
    void calm() {
        second.close();
        cluster.strict.misbehave(FaultScript.calm());
        cluster.describe();
    }

    @Test
    @DisplayName("A copy in which a volume is still to be attached to n1, and which is on n2 by now: n1 does not get it"
            + " from either replica")
    void isNotAttachedTwice() {
        // Given
        create(cluster.spec());
        cluster.strict.misbehave(NO_ATTACH);
        task("first", "n1", TaskState.TASK_STATE_PENDING);
        await().atMost(SOON).until(() -> !attaches().isEmpty());
        backUp();
        task("first", "n1", TaskState.TASK_STATE_COMPLETE);
        await().atMost(SOON).until(() -> !detaches().isEmpty());
        cluster.strict.misbehave(FaultScript.calm());
        task("second", "n2", TaskState.TASK_STATE_PENDING);
        Assignment before = orchestrator.awaitAssigned("n2", volume);
        cluster.obey(before);
        orchestrator.awaitTask(name("second"), task -> task.getMounts(0).hasMounted());
        awaitPublished(Map.of("n2", before));
        int attached = attaches().size();

        // When
        restore(Way.UNDER_TWO_REPLICAS);

        // Then
        Assignment again = orchestrator.awaitAssignment("n2", volume, later(before));
        assertThat(again.getTargetsList()).isEqualTo(before.getTargetsList());
        assertThat(orchestrator.written(HawserTopic.ASSIGNMENTS, onNode("n1"))).isZero();
        assertThat(attaches().stream().skip(attached)).allMatch(node -> node.equals(nodeId("n2")));
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName(
            "A copy in which a volume is still to be detached from n1, where it is mounted again: it stays attached")
    void isNotDetachedUnderTheMount() {
        // Given
        create(cluster.spec());
        task("first", "n1", TaskState.TASK_STATE_PENDING);
        cluster.obey(orchestrator.awaitAssigned("n1", volume));
        cluster.strict.misbehave(NO_DETACH);
        task("first", "n1", TaskState.TASK_STATE_COMPLETE);
        cluster.obey(orchestrator.awaitAssignment("n1", volume, Assignment::getNothing));
        await().atMost(SOON).until(() -> !detaches().isEmpty());
        backUp();
        cluster.strict.misbehave(FaultScript.calm());
        orchestrator.awaitGone(HawserTopic.ASSIGNMENTS, onNode("n1"));
        task("second", "n1", TaskState.TASK_STATE_PENDING);
        Assignment before = orchestrator.awaitAssigned("n1", volume);
        cluster.obey(before);
        orchestrator.awaitTask(name("second"), task -> task.getMounts(0).hasMounted());
        awaitPublished(Map.of("n1", before));
        int detached = detaches().size();

        // When
        restore(Way.BEFORE_THE_START);

        // Then
        Assignment again = orchestrator.awaitAssignment("n1", volume, later(before));
        assertThat(again.getTargetsList()).isEqualTo(before.getTargetsList());
        assertThat(detaches()).hasSize(detached);
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @Order(1)
    @DisplayName(
            "A copy in which a volume is attached to n1 that was removed, registered under another name and mounted"
                    + " there again since: it stays attached")
    void isNotDetachedUnderALaterRegistration() {
        // Given
        create(cluster.spec());
        String former = volume;
        task("first", "n1", TaskState.TASK_STATE_PENDING);
        Assignment first = orchestrator.awaitAssigned("n1", former);
        cluster.obey(first);
        orchestrator.awaitTask(name("first"), task -> task.getMounts(0).hasMounted());
        backUp();
        task("first", "n1", TaskState.TASK_STATE_COMPLETE);
        Assignment nothing = orchestrator.awaitAssignment("n1", former, Assignment::getNothing);
        cluster.obey(nothing);
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                former,
                name("force"),
                RemoveVolume.newBuilder().setName(former).setForce(true).build());
        orchestrator.awaitGone(HawserTopic.VOLUMES, former);
        volume = name("later");
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                volume,
                name("register"),
                RegisterVolume.newBuilder()
                        .setName(volume)
                        .setSpec(cluster.spec())
                        .setVolumeId(volumeId)
                        .putAllVolumeContext(first.getVolumeContextMap())
                        .build());
        task("second", "n1", TaskState.TASK_STATE_PENDING);
        Assignment before = orchestrator.awaitAssigned("n1", volume);
        cluster.obey(before);
        orchestrator.awaitTask(name("second"), task -> task.getMounts(0).hasMounted());
        int detached = detaches().size();

        // When
        restore(Way.BEFORE_THE_START);
        cluster.obey(orchestrator.awaitAssignment("n1", former, later(nothing)));

        // Then
        Assignment again = orchestrator.awaitAssignment("n1", volume, later(before));
        assertThat(again.getTargetsList()).isEqualTo(before.getTargetsList());
        assertThat(detaches()).hasSize(detached);
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName(
            "A failover that takes back nothing but the intent of a call under way: no second call is made beside it")
    void aCallWhoseIntentIsLost() {
        // Given
        create(cluster.spec());
        cluster.strict.misbehave(NO_ATTACH);
        task("first", "n1", TaskState.TASK_STATE_PENDING);
        // The copy knows how this call ended, or it would wait for the end of its time.
        orchestrator.awaitVolume(volume, published -> published.getNodesList().stream()
                .anyMatch(node -> !node.getMessage().isEmpty()));
        backUp();
        cluster.strict.misbehave(SLOW_ATTACH);
        // The call itself, not one more than at a first look: it may come before that look, and no other follows.
        await().atMost(SOON).until(() -> cluster.strict.events().stream()
                .anyMatch(event -> event instanceof Event.FaultApplied applied
                        && applied.fault().startsWith("delay")));
        // The next call is quick.
        cluster.strict.misbehave(FaultScript.calm());

        // When
        restore(Way.UNDER_THE_SERVICE);

        // Then
        orchestrator.awaitAssigned("n1", volume);
        assertThat(cluster.strict.verdict().violations()).isEmpty();
        service.close();
        Installation.start(service, Map.of());
        service.awaitReady();
    }

    @Test
    @DisplayName(
            "A copy in which a volume is attached, and which was detached since: it is attached before it is assigned;"
                    + " and what was said of a task that has come and gone since is taken back")
    void isAttachedAgain() {
        // Given
        create(cluster.spec().setScope(Scope.SCOPE_MULTI_NODE).setSharing(Sharing.SHARING_ALL));
        task("first", "n1", TaskState.TASK_STATE_PENDING);
        cluster.obey(orchestrator.awaitAssigned("n1", volume));
        orchestrator.awaitTask(name("first"), task -> task.getMounts(0).hasMounted());
        backUp();
        task("first", "n1", TaskState.TASK_STATE_COMPLETE);
        Assignment nothing = orchestrator.awaitAssignment("n1", volume, Assignment::getNothing);
        cluster.obey(nothing);
        orchestrator.awaitGone(HawserTopic.ASSIGNMENTS, onNode("n1"));
        cluster.task("short", "n1", "nowhere", TaskState.TASK_STATE_PENDING);
        orchestrator.awaitTask("short", task -> task.getMounts(0).hasWaiting());
        cluster.task("brief", "n1", "nowhere", TaskState.TASK_STATE_PENDING);
        orchestrator.awaitTask("brief", task -> task.getMounts(0).hasWaiting());
        awaitPublished(Map.of());
        service.close();
        orchestrator.remove(HawserTopic.TASKS, "short");
        // Of a task that its topic has forgotten, the tombstone is all that is left.
        orchestrator.remove(HawserTopic.TASKS, "shorter");
        orchestrator.write(
                HawserTopic.TASKS,
                "brief",
                name("ended-without-mounts"),
                Task.newBuilder()
                        .setName("brief")
                        .setNode("n1")
                        .setObserved(TaskState.TASK_STATE_COMPLETE)
                        .build());
        task("second", "n1", TaskState.TASK_STATE_PENDING);
        int attached = attaches().size();

        // When
        restore(Way.BEFORE_THE_START);

        // Then
        orchestrator.awaitAssignment(
                "n1",
                volume,
                assignment ->
                        assignment.getTargetsCount() == 1 && later(nothing).test(assignment));
        assertThat(attaches()).hasSizeGreaterThan(attached);
        orchestrator.awaitGone(HawserTopic.TASK_VOLUMES, "short");
        orchestrator.awaitGone(HawserTopic.TASK_VOLUMES, "shorter");
        orchestrator.awaitGone(HawserTopic.TASK_VOLUMES, "brief");
    }

    @Test
    @DisplayName(
            "A copy in which a volume is on no node, and which was attached to two nodes since that report nothing:"
                    + " it is detached from both, the fenced one included, and deleted")
    void isDetachedWhereNoNodeReports() {
        // Given
        create(cluster.spec().setScope(Scope.SCOPE_MULTI_NODE).setSharing(Sharing.SHARING_ALL));
        backUp();
        task("first", "n1", TaskState.TASK_STATE_PENDING);
        task("second", "n2", TaskState.TASK_STATE_PENDING);
        Assignment before = orchestrator.awaitAssigned("n1", volume);
        awaitPublished(Map.of("n1", before, "n2", orchestrator.awaitAssigned("n2", volume)));
        service.close();
        task("first", "n1", TaskState.TASK_STATE_COMPLETE);
        task("second", "n2", TaskState.TASK_STATE_COMPLETE);
        orchestrator.remove(HawserTopic.ASSIGNMENTS, onNode("n1"));
        orchestrator.remove(HawserTopic.ASSIGNMENTS, onNode("n2"));
        fence("n2");

        // When
        restore(Way.BEFORE_THE_START);
        cluster.remove(volume, name("remove"));
        cluster.obey(orchestrator.awaitAssignment(
                "n1",
                volume,
                assignment -> assignment.getNothing() && later(before).test(assignment)));

        // Then
        orchestrator.awaitGone(HawserTopic.VOLUMES, volume);
        assertThat(detaches()).contains(nodeId("n1"), nodeId("n2"));
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName(
            "A copy in which a volume is on no node, and which has left a fenced node since: the node is asked again"
                    + " whether it has nothing left")
    void asksAFencedNodeAgain() {
        // Given
        create(cluster.spec());
        backUp();
        task("first", "n2", TaskState.TASK_STATE_PENDING);
        cluster.obey(orchestrator.awaitAssigned("n2", volume));
        fence("n2");
        Assignment before = orchestrator.awaitAssignment("n2", volume, Assignment::getNothing);
        orchestrator.awaitVolume(volume, published -> published.getNodesList().stream()
                .anyMatch(node -> node.getState() == PublicationState.PUBLICATION_STATE_UNCONFIRMED_DETACH));
        int detached = detaches().size();

        // When
        restore(Way.BEFORE_THE_START);

        // Then
        Assignment again = orchestrator.awaitAssignment("n2", volume, later(before));
        assertThat(again.getNothing()).isTrue();
        cluster.obey(again);
        orchestrator.awaitGone(HawserTopic.ASSIGNMENTS, onNode("n2"));
        assertThat(detaches()).hasSize(detached);
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName("A copy that knows neither the task nor the plugin for which commands were rejected since: they stay"
            + " rejected, and the volume is not removed")
    void whatWasRejectedStaysSo() {
        // Given
        create(cluster.spec());
        backUp();
        String late = name("late");
        task("first", "n1", TaskState.TASK_STATE_PENDING);
        cluster.obey(orchestrator.awaitAssigned("n1", volume));
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                volume,
                name("remove"),
                RemoveVolume.newBuilder().setName(volume).setOnlyIfUnused(true).build());
        orchestrator.awaitResult(name("remove"), CommandResult::hasRejected);
        cluster.create(late, late, cluster.spec().setPlugin(late));
        orchestrator.awaitResult(late, CommandResult::hasRejected);
        orchestrator.write(
                HawserTopic.PLUGINS,
                late,
                late,
                cluster.pluginRecord().setName(late).build());

        // When
        restore(Way.UNDER_THE_SERVICE);

        // Then
        try (Written written = new Written(installation.kafka(), installation.names())) {
            await().atMost(SOON).untilAsserted(() -> {
                written.read();
                assertThat(List.of(written.answers(name("remove")), written.answers(late)))
                        .containsOnly(List.of("REJECTED", "REJECTED"));
            });
        }
        orchestrator.remove(HawserTopic.PLUGINS, late);
    }

    @Test
    @DisplayName("A copy in which a registered volume waits for its confirmation, and which is mounted by now: it has"
            + " its id again, the node keeps the mount, and nothing is created or deleted")
    void aRegisteredVolume() {
        // Given
        String former = name("former");
        cluster.create(former, former);
        volumeId = orchestrator.awaitCreated(former).getInfo().getVolumeId();
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                former,
                name("force"),
                RemoveVolume.newBuilder().setName(former).setForce(true).build());
        orchestrator.awaitGone(HawserTopic.VOLUMES, former);
        int made = cluster.strict.volumes().size();
        cluster.strict.misbehave(NO_CONFIRMATION);
        RegisterVolume.Builder command = RegisterVolume.newBuilder()
                .setName(volume)
                .setSpec(cluster.spec())
                .setVolumeId(volumeId)
                .putAllVolumeContext(cluster.strict.volumes().stream()
                        .filter(there -> there.id().equals(volumeId))
                        .findFirst()
                        .orElseThrow()
                        .context());
        orchestrator.write(HawserTopic.VOLUME_COMMANDS, volume, name("register"), command.build());
        await().atMost(SOON)
                .until(() -> !cluster.calls(Rpc.VALIDATE_VOLUME_CAPABILITIES).isEmpty());
        backUp();
        cluster.strict.misbehave(FaultScript.calm());
        orchestrator.awaitCreated(volume);
        task("first", "n1", TaskState.TASK_STATE_PENDING);
        Assignment before = orchestrator.awaitAssigned("n1", volume);
        cluster.obey(before);
        orchestrator.awaitTask(name("first"), task -> task.getMounts(0).hasMounted());
        awaitPublished(Map.of("n1", before));

        // When
        restore(Way.BEFORE_THE_START);

        // Then
        Assignment again = orchestrator.awaitAssignment("n1", volume, later(before));
        assertThat(again.getTargetsList()).isEqualTo(before.getTargetsList());
        assertThat(again.getVolumeId()).isEqualTo(volumeId);
        assertThat(cluster.strict.volumes()).hasSize(made);
        assertThat(detaches()).isEmpty();
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName("A copy in which another agent spoke for a node: the one that took its place since is heard, and its"
            + " task keeps its mount")
    void anotherAgentCountsSince() throws IOException {
        AgentIdentity former = agent("former");
        AgentIdentity present = agent("present");
        try (Cluster own = new Cluster(installation.kafka(), installation.names(), options -> options.withName("agents")
                .withNodes("n9"))) {
            // Given
            own.describe();
            own.heartbeat("n9", former, 300);
            own.create(volume, name("create"));
            own.task(name("first"), "n9", volume, TaskState.TASK_STATE_PENDING);
            own.report(MountReports.obeyed(own.orchestrator.awaitAssigned("n9", volume))
                    .setAgent(former));
            own.orchestrator.awaitTask(name("first"), task -> task.getMounts(0).hasMounted());
            backUp();
            own.task(name("first"), "n9", volume, TaskState.TASK_STATE_COMPLETE);
            own.report(MountReports.obeyed(own.orchestrator.awaitAssignment("n9", volume, Assignment::getNothing))
                    .setAgent(former));
            own.orchestrator.awaitGone(HawserTopic.ASSIGNMENTS, onNode("n9"));
            own.heartbeat("n9", former, 1);
            await("three intervals of silence").pollDelay(Duration.ofSeconds(5)).until(() -> true);
            own.heartbeat("n9", present, 300);
            own.orchestrator.await(HawserTopic.ASSIGNMENTS, "n9", NodeAgent.class, one -> one.getRoot()
                    .equals("present"));
            own.orchestrator.write(
                    HawserTopic.FINGERPRINTS,
                    "n9/agents",
                    name("fingerprint"),
                    StrictNodes.fingerprint(own.strict, "agents", "n9", System.currentTimeMillis()).toBuilder()
                            .setAgent(present)
                            .build());
            own.task(name("second"), "n9", volume, TaskState.TASK_STATE_PENDING);
            Assignment before = own.orchestrator.awaitAssigned("n9", volume);
            own.report(MountReports.obeyed(before).setAgent(present));
            own.orchestrator.awaitTask(name("second"), task -> task.getMounts(0).hasMounted());
            own.orchestrator.awaitVolume(
                    volume,
                    published -> published.getNodesCount() == 1
                            && published.getNodes(0).getGeneration() == before.getGeneration());

            // When
            restore(Way.UNDER_THE_SERVICE);

            // Then
            Assignment again = own.orchestrator.awaitAssignment("n9", volume, later(before));
            assertThat(again.getTargetsList()).isEqualTo(before.getTargetsList());
            assertThat(own.strict.verdict().violations()).isEmpty();
        }
    }

    private static AgentIdentity agent(String root) {
        return AgentIdentity.newBuilder()
                .setRoot(root)
                .setMachine("machine")
                .setBootId("boot-" + root)
                .build();
    }

    private void create(VolumeSpec.Builder spec) {
        cluster.create(volume, name("create"), spec);
        volumeId = orchestrator.awaitCreated(volume).getInfo().getVolumeId();
    }

    private void task(String task, String node, TaskState observed) {
        cluster.task(name(task), node, volume, observed);
    }

    private void fence(String node) {
        Node lost = Node.newBuilder().setName(node).setFenced(true).build();
        orchestrator.write(HawserTopic.NODES, node, "fence-" + node, lost);
    }

    private String name(String what) {
        return what + "-" + volume;
    }

    private String onNode(String node) {
        return new NodeVolume(node, volume).key();
    }

    /**
     * The volume's record has no order with those of other topics, and what the database alone knows is lost with it.
     */
    private void awaitPublished(Map<String, Assignment> byNode) {
        orchestrator.awaitVolume(
                volume,
                published -> published.getNodesCount() == byNode.size()
                        && published.getNodesList().stream()
                                .allMatch(node -> byNode.containsKey(node.getNode())
                                        && byNode.get(node.getNode()).getGeneration() == node.getGeneration()));
    }

    private void backUp() {
        postgres.stop();
        copy(data, copy);
        postgres.start();
        service.awaitReady();
    }

    private static void copy(Path from, Path to) {
        Command.run("rm", "-rf", to.toString());
        Command.run("cp", "-a", from.toString(), to.toString());
    }

    private void restore(Way way) {
        switch (way) {
            case BEFORE_THE_START -> service.close();
            case UNDER_THE_SERVICE -> {}
            case UNDER_TWO_REPLICAS -> {
                Installation.start(second, Map.of());
                second.awaitReady();
            }
        }
        postgres.stop();
        copy(copy, data);
        postgres.start();
        if (way == Way.BEFORE_THE_START) {
            Installation.start(service, Map.of());
        }
        service.awaitReady();
    }

    private static Predicate<Assignment> later(Assignment before) {
        return assignment -> assignment.getGeneration() > before.getGeneration();
    }

    /** The nodes that the plugin was asked to attach the test's volume to, once for each time. */
    private List<String> attaches() {
        return cluster.calls(Rpc.CONTROLLER_PUBLISH_VOLUME).stream()
                .map(call -> (ControllerPublishVolumeRequest) call.request())
                .filter(request -> request.getVolumeId().equals(volumeId))
                .map(ControllerPublishVolumeRequest::getNodeId)
                .toList();
    }

    private List<String> detaches() {
        return cluster.calls(Rpc.CONTROLLER_UNPUBLISH_VOLUME).stream()
                .map(call -> (ControllerUnpublishVolumeRequest) call.request())
                .filter(request -> request.getVolumeId().equals(volumeId))
                .map(ControllerUnpublishVolumeRequest::getNodeId)
                .toList();
    }

    private String nodeId(String node) {
        return StrictNodes.fingerprint(cluster.strict, cluster.plugin, node, 1).getCsiNodeId();
    }
}

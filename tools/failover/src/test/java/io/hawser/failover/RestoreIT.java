package io.hawser.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerUnpublishVolumeRequest;
import io.hawser.embedded.postgres.PostgresDatabase;
import io.hawser.embedded.postgres.PostgresProcess;
import io.hawser.strict.Rpc;
import io.hawser.strict.fault.FaultScript;
import io.hawser.testkit.shared.ScratchFolder;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.v1.Assignment;
import io.hawser.v1.Node;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.TaskState;
import io.hawser.volume.testkit.Cluster;
import io.hawser.volume.testkit.Orchestrator;
import io.hawser.volume.testkit.StrictNodes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * An older copy of the database takes the place of the one that the service, the plugin and the nodes have gone on
 * with.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RestoreIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    /** A call may take longer than a failover. */
    private static final Map<String, String> PATIENT = Map.of("HAWSER_VOLUME_RPC_DEADLINE", "20S");

    private static final FaultScript NO_ATTACH = FaultScript.parse("ControllerPublishVolume * * error UNAVAILABLE");
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
    private Path copy;
    private Installation installation;
    private Cluster cluster;
    private Orchestrator orchestrator;
    private PackagedService service;

    @BeforeAll
    void startPostgres() {
        Path folder = ScratchFolder.create("restore-postgres");
        copy = folder.resolve("copy");
        postgres = PostgresProcess.in(folder, UUID.randomUUID().toString()).start();
    }

    @AfterAll
    void stopPostgres() {
        postgres.close();
    }

    @BeforeEach
    void start() throws Exception {
        String run = UUID.randomUUID().toString().substring(0, 8);
        PostgresDatabase database =
                postgres.createDatabase("restore_" + run, UUID.randomUUID().toString());
        installation = new Installation(
                "restore-" + run, SharedBroker.bootstrapServers(), database, ScratchFolder.create("restore"));
        cluster = installation.cluster;
        orchestrator = cluster.orchestrator;
        service = installation.replica("0");
        Installation.start(service, Map.of());
        service.awaitReady();
        installation.awaitWorld();
    }

    @AfterEach
    void stop() {
        installation.close();
    }

    @Test
    @DisplayName("A copy in which a volume is still to be attached to n1, and which is on n2 by now: n1 does not get it"
            + " from either replica")
    void isNotAttachedTwice() {
        // Given
        cluster.create("v", "create-v");
        orchestrator.awaitCreated("v");
        cluster.strict.misbehave(NO_ATTACH);
        cluster.task("first", "n1", "v", TaskState.TASK_STATE_PENDING);
        await().atMost(SOON).until(() -> !attaches().isEmpty());
        backUp();
        cluster.task("first", "n1", "v", TaskState.TASK_STATE_COMPLETE);
        await().atMost(SOON).until(() -> !detaches().isEmpty());
        cluster.strict.misbehave(FaultScript.calm());
        cluster.task("second", "n2", "v", TaskState.TASK_STATE_PENDING);
        Assignment before = orchestrator.awaitAssigned("n2", "v");
        cluster.obey(before);
        orchestrator.awaitTask("second", task -> task.getMounts(0).hasMounted());
        int attached = attaches().size();

        // When
        restore(Way.UNDER_TWO_REPLICAS);

        // Then
        Assignment again = orchestrator.awaitAssignment("n2", "v", later(before));
        assertThat(again.getTargetsList()).isEqualTo(before.getTargetsList());
        assertThat(orchestrator.written(HawserTopic.ASSIGNMENTS, "n1/v")).isZero();
        assertThat(attaches().stream().skip(attached)).allMatch(node -> node.equals(nodeId("n2")));
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName(
            "A copy in which a volume is still to be detached from n1, where it is mounted again: it stays attached")
    void isNotDetachedUnderTheMount() {
        // Given
        cluster.create("v", "create-v");
        orchestrator.awaitCreated("v");
        cluster.task("first", "n1", "v", TaskState.TASK_STATE_PENDING);
        cluster.obey(orchestrator.awaitAssigned("n1", "v"));
        cluster.strict.misbehave(NO_DETACH);
        cluster.task("first", "n1", "v", TaskState.TASK_STATE_COMPLETE);
        cluster.obey(orchestrator.awaitAssignment("n1", "v", Assignment::getNothing));
        await().atMost(SOON).until(() -> !detaches().isEmpty());
        backUp();
        cluster.strict.misbehave(FaultScript.calm());
        orchestrator.awaitGone(HawserTopic.ASSIGNMENTS, "n1/v");
        cluster.task("second", "n1", "v", TaskState.TASK_STATE_PENDING);
        Assignment before = orchestrator.awaitAssigned("n1", "v");
        cluster.obey(before);
        orchestrator.awaitTask("second", task -> task.getMounts(0).hasMounted());
        int detached = detaches().size();

        // When
        restore(Way.BEFORE_THE_START);

        // Then
        Assignment again = orchestrator.awaitAssignment("n1", "v", later(before));
        assertThat(again.getTargetsList()).isEqualTo(before.getTargetsList());
        assertThat(detaches()).hasSize(detached);
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName(
            "A failover that takes back nothing but the intent of a call under way: no second call is made beside it")
    void aCallWhoseIntentIsLost() {
        // Given
        service.close();
        Installation.start(service, PATIENT);
        service.awaitReady();
        cluster.create("v", "create-v");
        orchestrator.awaitCreated("v");
        cluster.strict.misbehave(NO_ATTACH);
        cluster.task("first", "n1", "v", TaskState.TASK_STATE_PENDING);
        await().atMost(SOON).until(() -> !attaches().isEmpty());
        backUp();
        cluster.strict.misbehave(SLOW_ATTACH);
        int tried = attaches().size();
        await().atMost(SOON).until(() -> attaches().size() > tried);

        // When
        restore(Way.UNDER_THE_SERVICE);

        // Then
        cluster.strict.misbehave(FaultScript.calm());
        orchestrator.awaitAssigned("n1", "v");
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName(
            "A copy in which a volume is attached, and which was detached since: it is attached before it is assigned;"
                    + " and what was said of a task that has come and gone since is taken back")
    void isAttachedAgain() {
        // Given
        cluster.create(
                "v", "create-v", cluster.spec().setScope(Scope.SCOPE_MULTI_NODE).setSharing(Sharing.SHARING_ALL));
        orchestrator.awaitCreated("v");
        cluster.task("first", "n1", "v", TaskState.TASK_STATE_PENDING);
        cluster.obey(orchestrator.awaitAssigned("n1", "v"));
        orchestrator.awaitTask("first", task -> task.getMounts(0).hasMounted());
        backUp();
        cluster.task("first", "n1", "v", TaskState.TASK_STATE_COMPLETE);
        Assignment nothing = orchestrator.awaitAssignment("n1", "v", Assignment::getNothing);
        cluster.obey(nothing);
        orchestrator.awaitGone(HawserTopic.ASSIGNMENTS, "n1/v");
        cluster.task("short", "n1", "nowhere", TaskState.TASK_STATE_PENDING);
        orchestrator.awaitTask("short", task -> task.getMounts(0).hasWaiting());
        service.close();
        orchestrator.remove(HawserTopic.TASKS, "short");
        // Of a task that its topic has forgotten, the tombstone is all that is left.
        orchestrator.remove(HawserTopic.TASKS, "shorter");
        cluster.task("second", "n1", "v", TaskState.TASK_STATE_PENDING);
        int attached = attaches().size();

        // When
        restore(Way.BEFORE_THE_START);

        // Then
        orchestrator.awaitAssignment(
                "n1",
                "v",
                assignment ->
                        assignment.getTargetsCount() == 1 && later(nothing).test(assignment));
        assertThat(attaches()).hasSizeGreaterThan(attached);
        orchestrator.awaitGone(HawserTopic.TASK_VOLUMES, "short");
        orchestrator.awaitGone(HawserTopic.TASK_VOLUMES, "shorter");
    }

    @Test
    @DisplayName(
            "A copy in which a volume is on no node, and which was attached to two nodes since that report nothing:"
                    + " it is detached from both, the fenced one included, and deleted")
    void isDetachedWhereNoNodeReports() {
        // Given
        cluster.create(
                "v", "create-v", cluster.spec().setScope(Scope.SCOPE_MULTI_NODE).setSharing(Sharing.SHARING_ALL));
        orchestrator.awaitCreated("v");
        backUp();
        cluster.task("first", "n1", "v", TaskState.TASK_STATE_PENDING);
        cluster.task("second", "n2", "v", TaskState.TASK_STATE_PENDING);
        Assignment before = orchestrator.awaitAssigned("n1", "v");
        orchestrator.awaitAssigned("n2", "v");
        service.close();
        cluster.task("first", "n1", "v", TaskState.TASK_STATE_COMPLETE);
        cluster.task("second", "n2", "v", TaskState.TASK_STATE_COMPLETE);
        orchestrator.remove(HawserTopic.ASSIGNMENTS, "n1/v");
        orchestrator.remove(HawserTopic.ASSIGNMENTS, "n2/v");
        Node lost = Node.newBuilder().setName("n2").setFenced(true).build();
        orchestrator.write(HawserTopic.NODES, "n2", "fence-n2", lost);

        // When
        restore(Way.BEFORE_THE_START);
        cluster.remove("v", "remove-v");
        cluster.obey(orchestrator.awaitAssignment(
                "n1",
                "v",
                assignment -> assignment.getNothing() && later(before).test(assignment)));

        // Then
        orchestrator.awaitGone(HawserTopic.VOLUMES, "v");
        assertThat(detaches()).contains(nodeId("n1"), nodeId("n2"));
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    private void backUp() {
        postgres.stop();
        postgres.copyData(copy);
        postgres.start();
        service.awaitReady();
    }

    private void restore(Way way) {
        switch (way) {
            case BEFORE_THE_START -> service.close();
            case UNDER_THE_SERVICE -> {}
            case UNDER_TWO_REPLICAS -> {
                PackagedService second = installation.replica("1");
                Installation.start(second, Map.of());
                second.awaitReady();
            }
        }
        postgres.stop();
        postgres.restoreData(copy);
        postgres.start();
        if (way == Way.BEFORE_THE_START) {
            Installation.start(service, Map.of());
        }
        service.awaitReady();
    }

    private static java.util.function.Predicate<Assignment> later(Assignment before) {
        return assignment -> assignment.getGeneration() > before.getGeneration();
    }

    /** The nodes that the plugin was asked to attach a volume to, once for each time. */
    private List<String> attaches() {
        return cluster.calls(Rpc.CONTROLLER_PUBLISH_VOLUME).stream()
                .map(call -> ((ControllerPublishVolumeRequest) call.request()).getNodeId())
                .toList();
    }

    private List<String> detaches() {
        return cluster.calls(Rpc.CONTROLLER_UNPUBLISH_VOLUME).stream()
                .map(call -> ((ControllerUnpublishVolumeRequest) call.request()).getNodeId())
                .toList();
    }

    private String nodeId(String node) {
        return StrictNodes.fingerprint(cluster.strict, cluster.plugin, node, 1).getCsiNodeId();
    }
}

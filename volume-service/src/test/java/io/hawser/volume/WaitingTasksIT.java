package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.ledger.operator.api.CountedGauges;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.fault.FaultScript;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountedTarget;
import io.hawser.v1.Node;
import io.hawser.v1.NodeAvailability;
import io.hawser.v1.Plugin;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.Task;
import io.hawser.v1.TaskDesiredState;
import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskState;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.UpdateVolume;
import io.hawser.v1.VolumeAvailability;
import io.hawser.volume.claim.TaskSpec;
import io.hawser.volume.testkit.MountReports;
import io.hawser.volume.testkit.StrictNodes;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a task waits for, by a volume's name or by its group, and what ends its waiting. */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class WaitingTasksIT extends OwnCluster {
    private static final Duration SOON = Duration.ofMinutes(2);

    @Inject
    CountedGauges gauges;

    @Inject
    MeterRegistry metrics;

    /** No other test's volume waits for its row while this one's transaction holds it. */
    private final String ownNode = "n" + run;

    @BeforeEach
    void start() throws IOException {
        open("n1", "n2", ownNode);
        cluster.describe();
    }

    @Test
    @DisplayName("A volume that comes into being while a task that wants it is decided is found by that task, "
            + "though no wake-up tells it")
    void aVolumeThatPassesADecisionUnseenIsFound() throws Exception {
        // Given
        String volume = "u" + run;
        orchestrator.awaitTask(known(), t -> t.getMountsCount() == 1);
        try (Connection other = database.getConnection()) {
            other.setAutoCommit(false);
            other.createStatement().executeQuery("select 1 from node where name = '" + ownNode + "' for update");

            // When
            cluster.task("t" + run, ownNode, volume, TaskState.TASK_STATE_PENDING);
            tables.awaitSomebodyWaitingForALock();
            cluster.create(volume, "unseen-" + run);
            orchestrator.awaitCreated(volume);
            other.commit();
        }
        // It looks again by itself, in ten seconds.
        tables.awaitCount(1, """
                with look as (
                  update ledger_due set due = due - interval '10 s'
                  where kind = 'task' and key = ? and due between now() + interval '1 s' and now() + interval '10 s'
                  returning key)
                select count(*) from look
                """, "t" + run);

        // Then
        orchestrator.awaitAssigned(ownNode, volume);
    }

    @Test
    @DisplayName("A mount that waits or fails says a code, and is counted by it")
    void whyAMountIsNotThere() {
        // Given
        String volume = "m" + run;
        cluster.create(volume, "create-" + run, cluster.spec());
        String uid = orchestrator.awaitCreated(volume).getUid();
        cluster.task("f" + run, "n1", volume, TaskState.TASK_STATE_PENDING);
        Assignment assignment = orchestrator.awaitAssigned("n1", volume);

        // When
        cluster.report(MountReport.newBuilder()
                .setNode("n1")
                .setVolume(volume)
                .setUid(uid)
                .setGeneration(assignment.getGeneration())
                .setMessage("no such device"));
        TaskVolumes unknown = orchestrator.awaitTask(known(), t -> t.getMountsCount() == 1);
        TaskVolumes fails =
                orchestrator.awaitTask("f" + run, t -> t.getMounts(0).hasFailed());

        // Then
        assertThat(unknown.getMounts(0).getWaiting().getReason()).isEqualTo("VolumeNotFound");
        assertThat(fails.getMounts(0).getFailed().getReason()).isEqualTo("MountFailed");
        assertThat(claims("waiting", "VolumeNotFound")).isPositive();
        assertThat(claims("failed", "MountFailed")).isPositive();
    }

    private double claims(String state, String reason) {
        gauges.count().await().atMost(SOON);
        return metrics.get("hawser_claims")
                .tag("state", state)
                .tag("reason", reason)
                .gauge()
                .value();
    }

    /** A task that waits for nothing on the node: once it is reported, the node is known. */
    private String known() {
        String task = "k" + run;
        cluster.task(task, ownNode, "nothing" + run, TaskState.TASK_STATE_PENDING);
        return task;
    }

    @Test
    @DisplayName("A task that waits for a volume, and then asks for none, is not reported as waiting any more")
    void whoAsksForNothingDoesNotWait() {
        // Given
        orchestrator.awaitTask(known(), t -> t.getMountsCount() == 1);

        // When
        orchestrator.write(
                HawserTopic.TASKS,
                "k" + run,
                "without-" + run,
                Task.newBuilder()
                        .setName("k" + run)
                        .setNode(ownNode)
                        .setObserved(TaskState.TASK_STATE_PENDING)
                        .build());

        // Then
        orchestrator.awaitTask("k" + run, t -> t.getMountsCount() == 0);
    }

    @Test
    @DisplayName("A task that asks for a group gets a member when the node that "
            + "had it mounted says by itself that nothing is left")
    void whoAsksForAGroupHearsThatNothingIsLeft() {
        // Given
        String volume = "l" + run;
        cluster.create(
                volume, "create-" + run, cluster.spec().setGroup("l" + run).setSharing(Sharing.SHARING_ALL));
        String uid = orchestrator.awaitCreated(volume).getUid();
        // A node that the plugin has not named is not answered.
        cluster.report(MountReports.orphaned("n3", volume, uid));
        tables.awaitCount(1, "select count(*) from orphaned_mount where volume = ?", volume);
        cluster.task("l" + run, "n2", "group:l" + run, TaskState.TASK_STATE_PENDING);
        TaskVolumes waiting = orchestrator.awaitTask("l" + run, t -> t.getMountsCount() == 1);

        // When
        cluster.report(MountReports.nothingLeft("n3", volume, uid));

        // Then
        assertThat(waiting.getMounts(0).getWaiting().getMessage())
                .isEqualTo("volume " + volume + " is single-node and is still on node n3");
        orchestrator.awaitAssigned("n2", volume);
    }

    @Test
    @DisplayName("Who asks for a group overtakes none that waits for its member by name, and the other way round")
    void theQueueIsTheVolumesHoweverItIsAskedFor() {
        // Given
        String volume = "q" + run;
        cluster.create(
                volume,
                "create-" + run,
                cluster.spec()
                        .setGroup("g" + run)
                        .setScope(Scope.SCOPE_MULTI_NODE)
                        .setSharing(Sharing.SHARING_ALL));
        cluster.task("a" + run, "n1", volume, TaskState.TASK_STATE_PENDING);
        orchestrator.awaitAssigned("n1", volume);

        // When
        flagged("b" + run, volume, "noatime");
        String byName = awaitWaiting("b" + run);
        cluster.task("c" + run, "n1", "group:g" + run, TaskState.TASK_STATE_PENDING);
        String behindTheName = awaitWaiting("c" + run);
        cluster.task("b" + run, "n1", volume, TaskState.TASK_STATE_COMPLETE);
        orchestrator.awaitAssignment("n1", volume, a -> a.getTargetsCount() == 2);
        flagged("d" + run, "group:g" + run, "noatime");
        String byGroup = awaitWaiting("d" + run);
        cluster.task("e" + run, "n1", volume, TaskState.TASK_STATE_PENDING);
        String behindTheGroup = awaitWaiting("e" + run);

        // Then
        assertThat(List.of(byName, byGroup))
                .allMatch(why -> why.endsWith(" has volume " + volume + " with other mount flags on node n1"));
        assertThat(behindTheName).isEqualTo("task b" + run + " has waited longer for volume " + volume);
        assertThat(behindTheGroup).isEqualTo("task d" + run + " has waited longer for volume " + volume);
    }

    @Test
    @Tag("swarmkit-X-6")
    @DisplayName(
            "A task with other mount flags gets the volume when the last task with the first ones has left the node")
    void mountFlags() {
        // Given
        String volume = "f" + run;
        cluster.create(volume, "create-" + run, cluster.spec().setSharing(Sharing.SHARING_ALL));
        flagged("a" + run, volume, "noatime");
        Assignment first = orchestrator.awaitAssigned("n1", volume);

        // When
        flagged("b" + run, volume, "nodev");
        String why = awaitWaiting("b" + run);
        cluster.task("a" + run, "n1", volume, TaskState.TASK_STATE_COMPLETE);
        cluster.report(MountReports.obeyed(orchestrator.awaitAssignment("n1", volume, Assignment::getNothing)));
        Assignment second = orchestrator.awaitAssignment(
                "n1", volume, a -> a.getMount().getMountFlagsList().contains("nodev"));

        // Then
        assertThat(first.getMount().getMountFlagsList()).containsExactly("noatime");
        assertThat(why).isEqualTo("task a" + run + " has volume " + volume + " with other mount flags on node n1");
        assertThat(second.getMount().getMountFlagsList()).containsExactly("nodev");
        assertThat(second.getTargetsList()).hasSize(1);
    }

    @Test
    @DisplayName("A task that waits for another's end gets the volume when its node reports the task's own mount, which"
            + " no record explains")
    void aMountThatNoRecordExplains() {
        // Given
        String volume = "o" + run;
        cluster.strict.misbehave(FaultScript.parse("ControllerPublishVolume * * hang"));
        waitsBehindAnother(volume);
        String uid = orchestrator.awaitCreated(volume).getUid();

        // When
        cluster.report(MountReports.orphaned("n1", volume, uid)
                .clearTargets()
                .addTargets(MountedTarget.newBuilder().setId(ownTarget(volume))));

        // Then
        tables.awaitCount(1, "select count(*) from claim where state = 'GRANTED' and task = ?", "b" + run);
    }

    @Test
    @DisplayName("A task that waits for another's end gets the volume when its node reports the task's own mount, of a"
            + " later generation than this database gave")
    void aMountOfALaterGeneration() {
        // Given
        String volume = "r" + run;
        waitsBehindAnother(volume);
        Assignment assigned = orchestrator.awaitAssigned("n1", volume);
        cluster.strict.misbehave(FaultScript.parse("ControllerPublishVolume * * hang"));
        cluster.report(MountReports.obeyed(assigned).setGeneration(assigned.getGeneration() + 1));
        tables.awaitCount(1, "select count(*) from publication where state = 'PENDING_PUBLISH' and volume = ?", volume);

        // When
        cluster.report(MountReports.obeyed(assigned)
                .setGeneration(assigned.getGeneration() + 1)
                .addTargets(MountedTarget.newBuilder().setId(ownTarget(volume))));

        // Then
        tables.awaitCount(1, "select count(*) from claim where state = 'GRANTED' and task = ?", "b" + run);
    }

    @Test
    @DisplayName("A task that is to stop keeps a mount that its node reports late, of a later generation than this"
            + " database gave, also if the volume is decided before the task")
    void aMountOfATaskThatIsToStop() throws Exception {
        // Given
        String volume = "s" + run;
        cluster.create(volume, "create-" + run, cluster.spec().setSharing(Sharing.SHARING_ALL));
        cluster.task("a" + run, ownNode, volume, TaskState.TASK_STATE_PENDING);
        Assignment assigned = orchestrator.awaitAssigned(ownNode, volume);
        orchestrator.write(
                HawserTopic.TASKS,
                "b" + run,
                "stops-" + run,
                Task.newBuilder()
                        .setName("b" + run)
                        .setNode(ownNode)
                        .setObserved(TaskState.TASK_STATE_RUNNING)
                        .setDesired(TaskDesiredState.TASK_DESIRED_STATE_SHUTDOWN)
                        .addMounts(TaskMount.newBuilder().setSource(volume).setTarget("/data"))
                        .build());
        tables.awaitCount(
                1, "select count(*) from ledger_due where kind = 'task' and due > '9998-01-01' and key = ?", "b" + run);
        try (Connection other = database.getConnection()) {
            // As if another replica worked on the task.
            other.createStatement()
                    .execute("update ledger_due set leased = now() + interval '9 seconds'"
                            + " where kind = 'task' and key = 'b" + run + "'");
        }

        // When
        long late = assigned.getGeneration() + 1;
        cluster.report(MountReports.obeyed(assigned)
                .setGeneration(late)
                .addTargets(MountedTarget.newBuilder().setId(ownTarget(volume))));

        // Then
        assertThat(orchestrator
                        .awaitAssignment(ownNode, volume, next -> next.getGeneration() > late)
                        .getTargetsList())
                .extracting(AssignmentTarget::getId)
                .contains(ownTarget(volume))
                .hasSize(2);
    }

    @Test
    @DisplayName(
            "A task that still releases the volume on its old node, which has not reported a mount, gets it when its"
                    + " new node reports one that no record explains")
    void aMountOfATaskThatMoved() {
        // Given
        String volume = "m" + run;
        cluster.create(volume, "create-" + run, cluster.spec().setSharing(Sharing.SHARING_ALL));
        String uid = orchestrator.awaitCreated(volume).getUid();
        cluster.task("b" + run, "n1", volume, TaskState.TASK_STATE_PENDING);
        orchestrator.awaitAssigned("n1", volume);
        cluster.task("b" + run, "n2", volume, TaskState.TASK_STATE_PENDING);
        tables.awaitCount(1, "select count(*) from claim where state = 'RELEASING' and task = ?", "b" + run);
        tables.awaitCount(
                1, "select count(*) from ledger_due where kind = 'task' and due > '9998-01-01' and key = ?", "b" + run);

        // When
        cluster.report(MountReports.orphaned("n2", volume, uid)
                .clearTargets()
                .addTargets(MountedTarget.newBuilder().setId(ownTarget(volume))));

        // Then
        tables.awaitCount(
                1, "select count(*) from claim where state = 'GRANTED' and node = 'n2' and task = ?", "b" + run);
    }

    @Test
    @DisplayName("Who waits behind a task that waits for a volume's users gets the volume when that task's node gets"
            + " full")
    void theLastPlaceOnANodeIsTaken() {
        // Given
        String shared = "p" + run;
        String other = "q" + run;
        Plugin.Builder capable = cluster.pluginRecord()
                .addControllerCapabilities(ControllerServiceCapability.RPC.Type.SINGLE_NODE_MULTI_WRITER_VALUE);
        cluster.register(capable);
        tables.awaitCount(
                1,
                "select count(*) from plugin where name = ? and message = decode(?, 'hex')",
                cluster.plugin,
                HexFormat.of().formatHex(capable.build().toByteArray()));
        cluster.create(shared, "create-" + run, cluster.spec().setSharing(Sharing.SHARING_ALL));
        cluster.create(other, "create-other-" + run);
        orchestrator.awaitCreated(other);
        fingerprint(
                "n1",
                there -> there.addNodeCapabilities(NodeServiceCapability.RPC.Type.SINGLE_NODE_MULTI_WRITER_VALUE));
        fingerprint("n2", there -> there.setMaxVolumes(1));
        cluster.task("x" + run, "n1", shared, TaskState.TASK_STATE_PENDING);
        orchestrator.awaitAssigned("n1", shared);
        cluster.task("old" + run, "n2", shared, TaskState.TASK_STATE_PENDING);
        assertThat(awaitWaiting("old" + run)).isEqualTo("volume " + shared + " is single-node and is still on node n1");
        cluster.task("young" + run, "n1", shared, TaskState.TASK_STATE_PENDING);
        assertThat(awaitWaiting("young" + run)).startsWith("task old" + run + " has waited longer");

        // When
        cluster.task("third" + run, "n2", other, TaskState.TASK_STATE_PENDING);

        // Then
        tables.awaitCount(1, "select count(*) from claim where state = 'GRANTED' and task = ?", "young" + run);
    }

    @Test
    @Tag("swarmkit-T112")
    @Tag("swarmkit-X-18")
    @DisplayName("A task on a drained volume or node is asked to release it, and keeps it, until nothing is drained")
    void drained() {
        // Given
        String volume = "d" + run;
        cluster.create(volume, "create-" + run, cluster.spec());
        cluster.task("d" + run, ownNode, volume, TaskState.TASK_STATE_RUNNING);
        Assignment assigned = orchestrator.awaitAssigned(ownNode, volume);

        // When
        available("drain", volume, VolumeAvailability.VOLUME_AVAILABILITY_DRAIN);
        orchestrator.awaitTask("d" + run, t -> t.getMounts(0).getEvictionRequested());
        available("active", volume, VolumeAvailability.VOLUME_AVAILABILITY_ACTIVE);
        orchestrator.awaitTask("d" + run, t -> !t.getMounts(0).getEvictionRequested());
        available(NodeAvailability.NODE_AVAILABILITY_DRAIN);
        TaskVolumes onDrainedNode =
                orchestrator.awaitTask("d" + run, t -> t.getMounts(0).getEvictionRequested());
        available(NodeAvailability.NODE_AVAILABILITY_ACTIVE);
        orchestrator.awaitTask("d" + run, t -> !t.getMounts(0).getEvictionRequested());

        // Then
        assertThat(onDrainedNode.getMounts(0).hasGranted()).isTrue();
        assertThat(orchestrator.awaitAssigned(ownNode, volume)).isEqualTo(assigned);
    }

    @Test
    @Tag("swarmkit-X-11")
    @DisplayName("A task that waits because a volume is drained gets it when the volume is active again")
    void notDrainedAnyMore() {
        // Given
        String volume = "a" + run;
        cluster.create(volume, "create-" + run, cluster.spec());
        orchestrator.awaitCreated(volume);
        available("drain", volume, VolumeAvailability.VOLUME_AVAILABILITY_DRAIN);
        orchestrator.awaitResult("drain-" + run, CommandResult::hasDone);
        cluster.task("a" + run, ownNode, volume, TaskState.TASK_STATE_PENDING);
        String why = awaitWaiting("a" + run);

        // When
        available("active", volume, VolumeAvailability.VOLUME_AVAILABILITY_ACTIVE);

        // Then
        orchestrator.awaitAssigned(ownNode, volume);
        assertThat(why).isEqualTo("volume " + volume + " is being drained");
    }

    @Test
    @Tag("swarmkit-X-22")
    @DisplayName("A call that fails in the same way again and again writes neither volume nor task again")
    void theSameFailure() {
        // Given
        String volume = "x" + run;
        cluster.create(volume, "create-" + run, cluster.spec());
        orchestrator.awaitCreated(volume);
        cluster.strict.misbehave(FaultScript.parse("ControllerPublishVolume * * error UNAVAILABLE"));
        cluster.task("x" + run, ownNode, volume, TaskState.TASK_STATE_PENDING);
        orchestrator.awaitCondition(volume, "Uncertain");
        awaitAttaches(2);
        long ofVolume = orchestrator.written(HawserTopic.VOLUMES, volume);
        long ofTask = orchestrator.written(HawserTopic.TASK_VOLUMES, "x" + run);

        // When
        awaitAttaches(5);

        // Then
        assertThat(orchestrator.written(HawserTopic.VOLUMES, volume)).isEqualTo(ofVolume);
        assertThat(orchestrator.written(HawserTopic.TASK_VOLUMES, "x" + run)).isEqualTo(ofTask);
    }

    private void awaitAttaches(int calls) {
        Awaitility.await()
                .atMost(SOON)
                .until(() -> answered(Rpc.CONTROLLER_PUBLISH_VOLUME).size() >= calls);
    }

    private void available(String id, String volume, VolumeAvailability availability) {
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                volume,
                id + "-" + run,
                UpdateVolume.newBuilder()
                        .setName(volume)
                        .setAvailability(availability)
                        .build());
    }

    private void available(NodeAvailability availability) {
        orchestrator.write(
                HawserTopic.NODES,
                ownNode,
                availability + "-" + run,
                Node.newBuilder().setName(ownNode).setAvailability(availability).build());
    }

    private void fingerprint(String node, UnaryOperator<Fingerprint.Builder> change) {
        Fingerprint changed = change.apply(
                        StrictNodes.fingerprint(cluster.strict, cluster.plugin, node, Long.MAX_VALUE).toBuilder())
                .build();
        orchestrator.write(HawserTopic.FINGERPRINTS, node + "/" + cluster.plugin, node + "-" + run, changed);
        tables.awaitCount(
                1,
                "select count(*) from node_plugin where node = ? and message = decode(?, 'hex')",
                node,
                HexFormat.of().formatHex(changed.toByteArray()));
    }

    /** Task b waits only until task a ends. */
    private void waitsBehindAnother(String volume) {
        cluster.create(volume, "create-" + run, cluster.spec().setSharing(Sharing.SHARING_NONE));
        cluster.task("a" + run, "n1", volume, TaskState.TASK_STATE_PENDING);
        tables.awaitCount(1, "select count(*) from claim where state = 'GRANTED' and task = ?", "a" + run);
        cluster.task("b" + run, "n1", volume, TaskState.TASK_STATE_PENDING);
        assertThat(awaitWaiting("b" + run))
                .isEqualTo("volume " + volume + " is exclusive and task a" + run + " holds it");
        tables.awaitCount(
                1, "select count(*) from ledger_due where kind = 'task' and due > '9998-01-01' and key = ?", "b" + run);
    }

    private String ownTarget(String volume) {
        Task task = Task.newBuilder().setName("b" + run).build();
        TaskMount mount =
                TaskMount.newBuilder().setSource(volume).setTarget("/data").build();
        return TaskSpec.targetId(task, mount).value();
    }

    private void flagged(String name, String volume, String flag) {
        cluster.task(
                name,
                "n1",
                TaskMount.newBuilder().setSource(volume).setTarget("/data").addMountFlags(flag),
                TaskState.TASK_STATE_PENDING);
    }

    /** Why the task waits, once that is said. */
    private String awaitWaiting(String task) {
        return orchestrator
                .awaitTask(task, t -> t.getMountsCount() == 1)
                .getMounts(0)
                .getWaiting()
                .getMessage();
    }
}

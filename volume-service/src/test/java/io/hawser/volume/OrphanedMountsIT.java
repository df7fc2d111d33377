package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.fault.FaultScript;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.Assignment;
import io.hawser.v1.Event;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountedTarget;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.TaskState;
import io.hawser.v1.VolumeAvailability;
import io.hawser.v1.VolumeCondition;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.orphan.db.OrphanRows;
import io.hawser.volume.orphan.work.OrphanWork;
import io.hawser.volume.testkit.MountReports;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What becomes of mounts that a node reports and nobody asked for. */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class OrphanedMountsIT extends OwnCluster {
    private static final Duration SOON = Duration.ofMinutes(2);

    @Inject
    Transactions transactions;

    @Inject
    OrphanWork orphanWork;

    private final String volume = "v" + run;

    @BeforeEach
    void start() throws IOException {
        open("n1", "n2");
        cluster.describe();
        cluster.create(volume, "create-" + run, cluster.spec().setSharing(Sharing.SHARING_ALL));
    }

    @Test
    @DisplayName("A known volume's mount that nobody asked for is told to go, once everything before it is read; "
            + "an unknown one's is an event")
    void anOrphanedMountOfAKnownVolumeIsToldToGo() {
        // Given
        String uid = orchestrator.awaitCreated(volume).getUid();

        // When
        cluster.report(MountReports.orphaned("n1", volume, uid));
        cluster.report(MountReports.orphaned("n2", volume, "another-uid"));
        Assignment nothing = orchestrator.awaitAssignment("n1", volume, Assignment::getNothing);
        cluster.obey(nothing);

        // Then
        assertThat(nothing.getUid()).isEqualTo(uid);
        orchestrator.awaitGone(HawserTopic.ASSIGNMENTS, "n1/" + volume);
        assertThat(orchestrator.written(HawserTopic.ASSIGNMENTS, "n2/" + volume))
                .isZero();
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName("A report that comes while watermarks are asked for is not judged by them: they may be older than it")
    void aNewerReportNeedsLaterWatermarks() {
        // Given
        String key = "n1/" + volume;
        stored("first");
        var unnoted = transactions
                .read(tx -> orphanWork.unnoted(tx, key))
                .await()
                .atMost(SOON)
                .orElseThrow();

        // When
        stored("second");
        transactions.run(tx -> unnoted.note(tx, "older")).await().atMost(SOON);

        // Then
        assertThat(transactions
                        .read(tx -> OrphanRows.find(tx.statements(), key))
                        .await()
                        .atMost(SOON)
                        .orElseThrow()
                        .barrier())
                .isEmpty();
    }

    @Test
    @DisplayName("What the node has unmounted since it was reported without an assignment is no mount of a task")
    void aTargetThatALaterReportDoesNotList() {
        // Given
        cluster.task("c" + run, "n1", volume, TaskState.TASK_STATE_RUNNING);
        Assignment assignment = orchestrator.awaitAssigned("n1", volume);
        cluster.obey(assignment);
        orchestrator.awaitTask("c" + run, task -> task.getMounts(0).hasMounted());

        // When: so does a copy of the database have it in which the answer is still to come
        stored("before", assignment.getUid());

        // Then
        assertThat(transactions
                        .read(tx -> OrphanRows.of(tx.statements(), List.of(new VolumeName(volume))))
                        .await()
                        .atMost(SOON))
                .singleElement()
                .satisfies(there -> assertThat(there.mount().targets()).isEmpty());
    }

    @Test
    @DisplayName("A report that is stored while a decision about an earlier one waits for the volume is judged itself")
    void aReportThatComesDuringADecision() throws SQLException {
        // Given: of an earlier volume of that name, to be forgotten
        String key = "n1/" + volume;
        String uid = orchestrator.awaitCreated(volume).getUid();
        stored("before", "an-earlier-uid");
        transactions
                .run(tx -> tx.execute("update orphaned_mount set barrier = '' where key = $1", key))
                .await()
                .atMost(SOON);
        try (Connection intake = database.getConnection()) {
            intake.setAutoCommit(false);
            update(intake, "select 1 from volume where name = ? for update", volume);

            // When
            CompletableFuture<Void> decided =
                    transactions.run(tx -> orphanWork.decide(tx, key)).subscribeAsCompletionStage();
            tables.awaitSomebodyWaitingForALock();
            try (PreparedStatement second = intake.prepareStatement(
                    "update orphaned_mount set uid = ?, report = ?, barrier = null where key = ?")) {
                second.setString(1, uid);
                second.setBytes(
                        2, MountReports.orphaned("n1", volume, uid).build().toByteArray());
                second.setString(3, key);
                second.execute();
            }
            update(
                    intake,
                    "insert into ledger_due (kind, key, queue, due, woken) values ('orphan', ?, '', now(), true)",
                    key);
            intake.commit();
            decided.join();
        }

        // Then
        assertThat(orchestrator
                        .awaitAssignment("n1", volume, Assignment::getNothing)
                        .getUid())
                .isEqualTo(uid);
    }

    private void stored(String target) {
        stored(target, "uid");
    }

    private void stored(String target, String uid) {
        transactions
                .run(tx -> OrphanRows.store(
                        tx,
                        MountReport.newBuilder()
                                .setNode("n1")
                                .setVolume(volume)
                                .setUid(uid)
                                .setRevision(1)
                                .addTargets(MountedTarget.newBuilder().setId(target))
                                .build()))
                .await()
                .atMost(SOON);
    }

    @Test
    @DisplayName("A mount that no record explains is told to go also where its task's claim went before "
            + "the volume was attached; until then no other node has the volume")
    void anOrphanedMountOutlivesAClaimThatWasWithdrawn() {
        // Given
        String uid = orchestrator.awaitCreated(volume).getUid();
        cluster.register(cluster.pluginRecord().clearEndpoint());
        orchestrator.awaitCondition(volume, "PluginUnavailable");
        cluster.task("g" + run, "n1", volume, TaskState.TASK_STATE_RUNNING);
        orchestrator.awaitVolume(volume, v -> v.getClaims().getGranted() == 1);
        cluster.report(MountReports.orphaned("n1", volume, uid));
        cluster.report(MountReports.orphaned("n1", volume, "another-uid"));
        orchestrator.await(HawserTopic.EVENTS, "volume/" + volume, Event.class, event -> event.getReason()
                .equals("OrphanedMount"));

        // When
        cluster.task("g" + run, "n1", volume, TaskState.TASK_STATE_COMPLETE);
        cluster.task("h" + run, "n2", volume, TaskState.TASK_STATE_PENDING);
        Assignment nothing = orchestrator.awaitAssignment("n1", volume, Assignment::getNothing);
        cluster.register(cluster.pluginRecord());

        // Then
        assertThat(nothing.getUid()).isEqualTo(uid);
        assertThat(orchestrator.written(HawserTopic.ASSIGNMENTS, "n2/" + volume))
                .isZero();
        cluster.obey(nothing);
        orchestrator.awaitAssigned("n2", volume);
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName("A writer that waits for an unmount on another node gets the volume once no target is left there,"
            + " not only once it is unstaged")
    void aWriterThatWaitsForAnUnmount() {
        // Given
        String shared = "w" + run;
        cluster.create(
                shared,
                "shared-" + run,
                cluster.spec().setSharing(Sharing.SHARING_ONE_WRITER).setScope(Scope.SCOPE_MULTI_NODE));
        String uid = orchestrator.awaitCreated(shared).getUid();
        cluster.report(MountReports.orphaned("n1", shared, uid));
        Assignment nothing = orchestrator.awaitAssignment("n1", shared, Assignment::getNothing);
        tables.awaitCount(0, "select count(*) from orphaned_mount where volume = ?", shared);
        cluster.task("y" + run, "n2", shared, TaskState.TASK_STATE_PENDING);
        orchestrator.awaitTask("y" + run, task -> task.getMounts(0).hasWaiting());

        // When
        cluster.report(MountReport.newBuilder()
                .setNode("n1")
                .setVolume(shared)
                .setUid(uid)
                .setGeneration(nothing.getGeneration())
                .setStaged(true));

        // Then
        orchestrator.awaitAssigned("n2", shared);
    }

    @Test
    @DisplayName("A mount that waits for the plugin's name of the node is a condition after 10 s, until it is gone")
    void aMountThatWaitsSaysSo() {
        // Given
        String uid = orchestrator.awaitCreated(volume).getUid();

        // When
        cluster.report(MountReports.orphaned("n9", volume, uid));
        tenSecondsPass();
        VolumeCondition announced =
                orchestrator.awaitCondition(volume, "OrphanedMount").getConditions(0);
        cluster.report(MountReports.nothingLeft("n9", volume, uid));

        // Then
        assertThat(announced.getNode()).isEqualTo("n9");
        assertThat(announced.getMessage()).contains("plugin p" + run + " has not said how it calls this node");
        assertThat(announced.hasSince()).isTrue();
        orchestrator.awaitVolume(volume, v -> v.getConditionsCount() == 0);
    }

    /** For a mount that waits, and the look at its volume that is due then. */
    private void tenSecondsPass() {
        tables.awaitCount(1, """
                        select count(*) from orphaned_mount m
                        join ledger_due d on d.kind = 'volume' and d.key = m.volume
                        where m.volume = ? and m.message <> '' and d.due > now()
                        """, volume);
        assertThat(tables.count("""
                        with mount as (
                          update orphaned_mount set since = since - interval '10 s' where volume = ? returning key),
                        due as (
                          update ledger_due set due = due - interval '10 s'
                          where kind = 'volume' and key = ? returning key)
                        select count(*) from mount cross join due
                        """, volume, volume)).isOne();
    }

    @Test
    @DisplayName("A mount of a task that is over goes, although another task on the node waits for the volume")
    void aMountThatNoTaskUsesGoes() {
        // Given
        String paused = "w" + run;
        cluster.create(
                paused, "paused-" + run, cluster.spec().setAvailability(VolumeAvailability.VOLUME_AVAILABILITY_PAUSE));
        String uid = orchestrator.awaitCreated(paused).getUid();
        cluster.task("z" + run, "n1", paused, TaskState.TASK_STATE_PENDING);
        orchestrator.awaitTask("z" + run, task -> task.getMounts(0).hasWaiting());

        // When
        cluster.report(MountReport.newBuilder()
                .setNode("n1")
                .setVolume(paused)
                .setUid(uid)
                .setGeneration(1)
                .addTargets(MountedTarget.newBuilder().setId("over.0").setPath("/mnt/over.0")));
        Assignment nothing = orchestrator.awaitAssignment("n1", paused, Assignment::getNothing);
        cluster.obey(nothing);

        // Then
        orchestrator.awaitGone(HawserTopic.ASSIGNMENTS, "n1/" + paused);
    }

    @Test
    @DisplayName("A mount that a task on the node still names is left alone, "
            + "and the standing assignment is said again to a node that lost it")
    void aMountThatATaskNamesIsLeftAlone() {
        // Given
        cluster.task("k" + run, "n1", volume, TaskState.TASK_STATE_RUNNING);
        Assignment assignment = orchestrator.awaitAssigned("n1", volume);
        cluster.obey(assignment);
        long announced = orchestrator.written(HawserTopic.ASSIGNMENTS, "n1/" + volume);

        // When
        cluster.report(MountReports.orphaned("n1", volume, assignment.getUid()));

        // Then
        await().atMost(SOON).until(() -> orchestrator.written(HawserTopic.ASSIGNMENTS, "n1/" + volume) > announced);
        assertThat(orchestrator.awaitAssignment("n1", volume, a -> true)).isEqualTo(assignment);
    }

    @Test
    @DisplayName("A node's report that goes while its volume is attached is of a life of the database that is lost: "
            + "ControllerPublishVolume is called again before the node gets an assignment")
    void aReportThatGoes() {
        // Given
        orchestrator.awaitCreated(volume);
        cluster.task("m" + run, "n1", volume, TaskState.TASK_STATE_RUNNING);
        Assignment assignment = orchestrator.awaitAssigned("n1", volume);
        cluster.obey(assignment);
        orchestrator.awaitTask("m" + run, task -> task.getMounts(0).hasMounted());
        int attached = answered(Rpc.CONTROLLER_PUBLISH_VOLUME).size();

        // When
        orchestrator.remove(HawserTopic.MOUNTS, "n1/" + volume);
        orchestrator.awaitAssignment("n1", volume, again -> again.getGeneration() > assignment.getGeneration());

        // Then
        assertThat(answered(Rpc.CONTROLLER_PUBLISH_VOLUME)).hasSize(attached + 1);
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName("That nothing is left of an earlier volume of the name ends no mount of the present one")
    void nothingLeftOfAnEarlierVolume() {
        // Given
        String uid = orchestrator.awaitCreated(volume).getUid();
        // A node that the plugin has not named is not answered.
        cluster.report(MountReports.orphaned("n9", volume, uid));
        tables.awaitCount(1, "select count(*) from orphaned_mount where volume = ?", volume);

        // When
        cluster.report(MountReports.nothingLeft("n9", volume, "another-uid"));
        cluster.report(MountReports.orphaned("n8", volume, uid));
        tables.awaitCount(1, "select count(*) from orphaned_mount where node = 'n8' and volume = ?", volume);

        // Then
        tables.awaitCount(1, "select count(*) from orphaned_mount where node = 'n9' and volume = ?", volume);
    }

    @Test
    @DisplayName("A node that says of an earlier assignment that nothing is left may yet mount what its last one says")
    void nothingLeftOfAnEarlierAssignment() {
        // Given
        String uid = orchestrator.awaitCreated(volume).getUid();
        cluster.report(MountReports.orphaned("n9", volume, uid).setGeneration(1));
        tables.awaitCount(1, "select count(*) from orphaned_mount where volume = ?", volume);
        MountReport lastAssigned = MountReport.newBuilder()
                .setNode("n9")
                .setVolume(volume)
                .setUid(uid)
                .setGeneration(2)
                .build();
        transactions
                .run(tx -> OrphanRows.perhapsAttached(tx, lastAssigned, ""))
                .await()
                .atMost(SOON);

        // When
        cluster.report(MountReports.nothingLeft("n9", volume, uid).setGeneration(1));
        cluster.report(MountReports.orphaned("n8", volume, uid));
        tables.awaitCount(1, "select count(*) from orphaned_mount where node = 'n8' and volume = ?", volume);

        // Then
        tables.awaitCount(1, "select count(*) from orphaned_mount where node = 'n9' and volume = ?", volume);
        cluster.report(MountReports.nothingLeft("n9", volume, uid).setGeneration(2));
        tables.awaitCount(0, "select count(*) from orphaned_mount where node = 'n9' and volume = ?", volume);
    }

    @Test
    @DisplayName(
            "A task that may run by the node's last assignment keeps the mount, although the node has answered only"
                    + " an earlier one, with nothing left")
    void aTaskOfTheLastAssignment() {
        // Given: a node that the plugin has not named gets no volume.
        String uid = orchestrator.awaitCreated(volume).getUid();
        String key = "n9/" + volume;
        cluster.task("t" + run, "n9", volume, TaskState.TASK_STATE_RUNNING);
        orchestrator.awaitTask("t" + run, task -> task.getMounts(0).hasWaiting());
        MountReport lastAssigned = MountReport.newBuilder()
                .setNode("n9")
                .setVolume(volume)
                .setUid(uid)
                .setGeneration(2)
                .build();
        transactions
                .run(tx -> OrphanRows.perhapsAttached(tx, lastAssigned, "csi-n9"))
                .await()
                .atMost(SOON);
        cluster.report(MountReports.nothingLeft("n9", volume, uid).setGeneration(1));
        await().atMost(SOON).until(() -> reported(key).getNothingLeft());

        // When
        transactions
                .run(tx -> tx.execute("update orphaned_mount set barrier = '' where key = $1", key)
                        .chain(() -> orphanWork.decide(tx, key)))
                .await()
                .atMost(SOON);

        // Then
        tables.awaitCount(
                1, "select count(*) from orphaned_mount where message like ? and key = ?", "task t" + run + "%", key);
        assertThat(tables.count("select count(*) from publication where node = 'n9' and volume = ?", volume))
                .isZero();
    }

    /** What is stored of the node's report, or stands in for it; the default if there is nothing. */
    private MountReport reported(String key) {
        return transactions
                .read(tx -> OrphanRows.find(tx.statements(), key))
                .await()
                .atMost(SOON)
                .map(found -> ColumnCodec.read(MountReport.parser(), found.report()))
                .orElse(MountReport.getDefaultInstance());
    }

    @Test
    @DisplayName("A mount under an assignment of a lost life: the detach that was under way waits for the node's word")
    void aMountUnderADetach() {
        // Given
        String uid = orchestrator.awaitCreated(volume).getUid();
        cluster.strict.misbehave(FaultScript.parse("""
                ControllerPublishVolume * * error UNAVAILABLE
                ControllerUnpublishVolume * * error UNAVAILABLE
                """));
        cluster.task("w" + run, "n1", volume, TaskState.TASK_STATE_PENDING);
        await().atMost(SOON)
                .until(() -> !cluster.calls(Rpc.CONTROLLER_PUBLISH_VOLUME).isEmpty());
        cluster.task("w" + run, "n1", volume, TaskState.TASK_STATE_COMPLETE);
        await().atMost(SOON)
                .until(() -> !cluster.calls(Rpc.CONTROLLER_UNPUBLISH_VOLUME).isEmpty());

        // When
        cluster.report(MountReports.orphaned("n1", volume, uid)
                .setOrphaned(false)
                .setGeneration(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now())));
        Assignment nothing = orchestrator.awaitAssignment("n1", volume, Assignment::getNothing);
        // A detach may be on its way to the plugin.
        tables.awaitCount(1, "select count(*) from volume where call_id is null and name = ?", volume);
        int detaches = cluster.calls(Rpc.CONTROLLER_UNPUBLISH_VOLUME).size();
        cluster.strict.misbehave(FaultScript.calm());
        cluster.task("x" + run, "n2", volume, TaskState.TASK_STATE_PENDING);
        orchestrator.awaitTask("x" + run, task -> task.getMounts(0).hasWaiting());

        // Then
        assertThat(cluster.calls(Rpc.CONTROLLER_UNPUBLISH_VOLUME)).hasSize(detaches);
        cluster.obey(nothing);
        orchestrator.awaitAssigned("n2", volume);
    }
}

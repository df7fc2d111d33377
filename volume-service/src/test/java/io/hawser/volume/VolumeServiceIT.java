package io.hawser.volume;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.testkit.strict.StrictPlugin;
import io.hawser.testkit.strict.StrictPluginOptions;
import io.hawser.v1.Assignment;
import io.hawser.v1.CommandResult;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.Event;
import io.hawser.v1.MountAccess;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.MountedTarget;
import io.hawser.v1.Node;
import io.hawser.v1.Plugin;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskState;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumePhase;
import io.hawser.v1.VolumeSpec;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** volume-service with a real broker, a real database and a plugin behind a real socket; the nodes are played by the test. */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class VolumeServiceIT {
    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    @Inject
    DataSource database;

    private final String run = UUID.randomUUID().toString().substring(0, 8);
    private final String plugin = "p" + run;
    private StrictPlugin strict;
    private Orchestrator orchestrator;
    private long revision = System.currentTimeMillis();

    @BeforeEach
    void start() throws Exception {
        Path sockets = Files.createTempDirectory("hv");
        strict = StrictPlugin.start(StrictPluginOptions.at(sockets.resolve("c.sock"))
                .withName(plugin)
                .withNode("n1", sockets.resolve("n1.sock"))
                .withNode("n2", sockets.resolve("n2.sock")));
        orchestrator = new Orchestrator(kafka, TopicNames.DEFAULT);
        answeredPlugin();
        for (String node : List.of("n1", "n2")) {
            orchestrator.write(
                    HawserTopic.NODES,
                    node,
                    node,
                    Node.newBuilder().setName(node).build());
            orchestrator.write(
                    HawserTopic.FINGERPRINTS,
                    node + "/" + plugin,
                    "f",
                    StrictNodes.fingerprint(strict, plugin, node, revision++));
        }
    }

    @AfterEach
    void stop() {
        orchestrator.close();
        strict.close();
    }

    @Test
    @Tag("swarmkit-X-17")
    @DisplayName(
            "A volume is created, published, moved to the waiting task's node after the last word of the first, and removed")
    void aVolumeWalksThroughItsWholeLife() {
        // Given
        String volume = "v" + run;
        create(
                volume,
                "create-" + run,
                VolumeSpec.newBuilder().setPlugin(plugin).setSharing(Sharing.SHARING_ALL));
        orchestrator.await(
                HawserTopic.VOLUMES, volume, Volume.class, v -> v.getPhase() == VolumePhase.VOLUME_PHASE_CREATED);

        // When
        task("a" + run, "n1", volume, TaskState.TASK_STATE_PENDING);
        Assignment first = orchestrator.await(HawserTopic.ASSIGNMENTS, "n1/" + volume, Assignment.class, a -> true);
        report(mounted(first, "/mnt/a"));
        orchestrator.await(HawserTopic.TASK_VOLUMES, "a" + run, TaskVolumes.class, t -> t.getMounts(0)
                .getMounted()
                .getPath()
                .equals("/mnt/a"));
        task("b" + run, "n2", volume, TaskState.TASK_STATE_PENDING);
        TaskVolumes waiting =
                orchestrator.await(HawserTopic.TASK_VOLUMES, "b" + run, TaskVolumes.class, t -> t.getMounts(0)
                        .hasWaiting());
        orchestrator.await(
                HawserTopic.VOLUMES, volume, Volume.class, v -> v.getClaims().getWaiting() == 1);
        task("a" + run, "n1", volume, TaskState.TASK_STATE_COMPLETE);
        Assignment nothing =
                orchestrator.await(HawserTopic.ASSIGNMENTS, "n1/" + volume, Assignment.class, Assignment::getNothing);
        report(MountReport.newBuilder()
                .setNode("n1")
                .setVolume(volume)
                .setUid(nothing.getUid())
                .setGeneration(nothing.getGeneration())
                .setNothingLeft(true));
        Assignment second = orchestrator.await(HawserTopic.ASSIGNMENTS, "n2/" + volume, Assignment.class, a -> true);
        report(mounted(second, "/mnt/b"));
        task("b" + run, "n2", volume, TaskState.TASK_STATE_COMPLETE);
        Assignment last =
                orchestrator.await(HawserTopic.ASSIGNMENTS, "n2/" + volume, Assignment.class, Assignment::getNothing);
        report(MountReport.newBuilder()
                .setNode("n2")
                .setVolume(volume)
                .setUid(last.getUid())
                .setGeneration(last.getGeneration())
                .setNothingLeft(true));
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                volume,
                "remove-" + run,
                RemoveVolume.newBuilder().setName(volume).build());

        // Then
        assertThat(waiting.getMounts(0).getWaiting().getWhy())
                .contains("single-node")
                .contains("n1");
        orchestrator.awaitGone(HawserTopic.VOLUMES, volume);
        orchestrator.awaitGone(HawserTopic.ASSIGNMENTS, "n1/" + volume);
        orchestrator.await(HawserTopic.COMMAND_RESULTS, "remove-" + run, CommandResult.class, CommandResult::hasDone);
        await().atMost(Duration.ofSeconds(10)).until(() -> strict.volumes().isEmpty());
        assertThat(strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName(
            "A volume of a plugin that was not asked yet what it can do waits for its answer, and is created by it then")
    void aPluginThatWasNotAskedYetIsWaitedFor() {
        // Given
        String volume = "v" + run;
        orchestrator.write(
                HawserTopic.PLUGINS,
                plugin,
                "p",
                Plugin.newBuilder().setName(plugin).setRevision(revision++).build());

        // When
        create(volume, "create-" + run, VolumeSpec.newBuilder().setPlugin(plugin));
        Volume waiting =
                orchestrator.await(HawserTopic.VOLUMES, volume, Volume.class, v -> v.getConditionsList().stream()
                        .anyMatch(condition -> condition.getType().equals("PluginUnavailable")));
        answeredPlugin();
        Volume created = orchestrator.await(
                HawserTopic.VOLUMES, volume, Volume.class, v -> v.getPhase() == VolumePhase.VOLUME_PHASE_CREATED);

        // Then
        assertThat(waiting.getPhase()).isEqualTo(VolumePhase.VOLUME_PHASE_CREATING);
        assertThat(strict.volumes())
                .singleElement()
                .satisfies(stored -> assertThat(created.getInfo().getVolumeId()).isEqualTo(stored.id()));
    }

    @Test
    @DisplayName("A wish that makes no sense is rejected, naming the field, and nothing is stored or called")
    void aWishThatMakesNoSenseIsRejectedNamingTheField() {
        // Given
        String volume = "w" + run;

        // When
        create(volume, "bad-" + run, VolumeSpec.newBuilder().setPlugin("unknown" + run));

        // Then
        CommandResult result = orchestrator.await(
                HawserTopic.COMMAND_RESULTS, "bad-" + run, CommandResult.class, CommandResult::hasRejected);
        assertThat(result.getRejected().getField()).isEqualTo("spec.plugin");
        assertThat(strict.volumes()).isEmpty();
    }

    @Test
    @DisplayName("republish writes volumes, assignments and task-volumes again: new revisions, the same generation")
    void republishWritesEveryStateRecordAgain() {
        // Given
        String volume = "r" + run;
        create(
                volume,
                "create-" + run,
                VolumeSpec.newBuilder().setPlugin(plugin).setSharing(Sharing.SHARING_ALL));
        task("r" + run, "n1", volume, TaskState.TASK_STATE_PENDING);
        Assignment assignment =
                orchestrator.await(HawserTopic.ASSIGNMENTS, "n1/" + volume, Assignment.class, a -> true);
        report(mounted(assignment, "/mnt/r"));
        TaskVolumes before =
                orchestrator.await(HawserTopic.TASK_VOLUMES, "r" + run, TaskVolumes.class, t -> t.getMounts(0)
                        .hasMounted());
        Volume told = orchestrator.await(
                HawserTopic.VOLUMES, volume, Volume.class, v -> v.getClaims().getGranted() == 1);
        long toldBefore = orchestrator.written(HawserTopic.ASSIGNMENTS, "n1/" + volume);
        given().post("/v1/republish").then().statusCode(401);
        given().header("Authorization", "Bearer another-token")
                .post("/v1/republish")
                .then()
                .statusCode(401);

        // When
        given().header("Authorization", "Bearer a-token-for-tests")
                .post("/v1/republish")
                .then()
                .statusCode(200)
                .body("records", greaterThanOrEqualTo(3));

        // Then
        orchestrator.await(
                HawserTopic.TASK_VOLUMES, "r" + run, TaskVolumes.class, t -> t.getRevision() > before.getRevision());
        Volume again = orchestrator.await(
                HawserTopic.VOLUMES, volume, Volume.class, v -> v.getRevision() > told.getRevision());
        assertThat(again.toBuilder().clearRevision().build())
                .isEqualTo(told.toBuilder().clearRevision().build());
        await().atMost(Duration.ofSeconds(30))
                .until(() -> orchestrator.written(HawserTopic.ASSIGNMENTS, "n1/" + volume) > toldBefore);
        assertThat(orchestrator.await(HawserTopic.ASSIGNMENTS, "n1/" + volume, Assignment.class, a -> true))
                .isEqualTo(assignment);
    }

    @Test
    @DisplayName(
            "The same wish under the same id does nothing more, however often it comes, and is told how it ended; another wish under that id is rejected")
    void theSameWishAgainDoesNothingMore() {
        // Given
        String volume = "r" + run;
        String id = "again-" + run;
        create(volume, id, VolumeSpec.newBuilder().setPlugin(plugin));
        create(volume, id, VolumeSpec.newBuilder().setPlugin(plugin));
        CommandResult done =
                orchestrator.await(HawserTopic.COMMAND_RESULTS, id, CommandResult.class, CommandResult::hasDone);

        // When
        create(volume, id, VolumeSpec.newBuilder().setPlugin(plugin));
        CommandResult again = orchestrator.await(
                HawserTopic.COMMAND_RESULTS,
                id,
                CommandResult.class,
                result -> result.getRevision() > done.getRevision());
        create(volume, id, VolumeSpec.newBuilder().setPlugin(plugin).setSharing(Sharing.SHARING_ALL));

        // Then
        assertThat(again.hasDone()).isTrue();
        CommandResult result =
                orchestrator.await(HawserTopic.COMMAND_RESULTS, id, CommandResult.class, CommandResult::hasRejected);
        assertThat(result.getRejected().getField()).isEqualTo("id");
        Volume state = orchestrator.await(HawserTopic.VOLUMES, volume, Volume.class, v -> true);
        assertThat(state.getSpec().getSharing()).isNotEqualTo(Sharing.SHARING_ALL);
        assertThat(strict.volumes()).hasSize(1);
        assertThat(strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName(
            "A volume that comes into being while a task that wants it is decided is found by that task, though no wake-up tells it")
    void aVolumeThatPassesADecisionUnseenIsFound() throws Exception {
        // Given
        String volume = "u" + run;
        orchestrator.await(HawserTopic.TASK_VOLUMES, known(), TaskVolumes.class, t -> t.getMountsCount() == 1);
        try (Connection other = database.getConnection()) {
            other.setAutoCommit(false);
            other.createStatement().executeQuery("select 1 from node where name = 'n1' for update");

            // When
            task("t" + run, "n1", volume, TaskState.TASK_STATE_PENDING);
            await().atMost(Duration.ofSeconds(30)).until(this::somebodyWaitsForALock);
            create(volume, "unseen-" + run, VolumeSpec.newBuilder().setPlugin(plugin));
            orchestrator.await(
                    HawserTopic.VOLUMES, volume, Volume.class, v -> v.getPhase() == VolumePhase.VOLUME_PHASE_CREATED);
            other.commit();
        }

        // Then
        orchestrator.await(HawserTopic.ASSIGNMENTS, "n1/" + volume, Assignment.class, a -> a.getTargetsCount() == 1);
    }

    /** A task that waits for nothing on the node: once it is reported, the node is known. */
    private String known() {
        String task = "k" + run;
        task(task, "n1", "nothing" + run, TaskState.TASK_STATE_PENDING);
        return task;
    }

    private boolean somebodyWaitsForALock() throws SQLException {
        try (Connection connection = database.getConnection();
                var rows = connection
                        .createStatement()
                        .executeQuery("select count(*) from pg_stat_activity where wait_event_type = 'Lock'")) {
            rows.next();
            return rows.getInt(1) > 0;
        }
    }

    @Test
    @DisplayName(
            "A known volume's mount that nobody asked for is told to go, once everything before it is read; an unknown one's is an event")
    void anUnclaimedMountOfAKnownVolumeIsToldToGo() {
        // Given
        String volume = "u" + run;
        create(
                volume,
                "create-" + run,
                VolumeSpec.newBuilder().setPlugin(plugin).setSharing(Sharing.SHARING_ALL));
        String uid = orchestrator
                .await(HawserTopic.VOLUMES, volume, Volume.class, v -> v.getPhase() == VolumePhase.VOLUME_PHASE_CREATED)
                .getUid();

        // When
        report(unclaimed("n1", volume, uid));
        report(unclaimed("n2", volume, "another-uid"));
        Assignment nothing =
                orchestrator.await(HawserTopic.ASSIGNMENTS, "n1/" + volume, Assignment.class, Assignment::getNothing);
        report(MountReport.newBuilder()
                .setNode("n1")
                .setVolume(volume)
                .setUid(uid)
                .setGeneration(nothing.getGeneration())
                .setNothingLeft(true));

        // Then
        orchestrator.awaitGone(HawserTopic.ASSIGNMENTS, "n1/" + volume);
        assertThat(orchestrator.written(HawserTopic.ASSIGNMENTS, "n2/" + volume))
                .isZero();
        assertThat(strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName(
            "A mount that no record explains is told to go also where its task's claim went before the volume was attached; until then no other node has the volume")
    void anUnclaimedMountOutlivesAClaimThatWasWithdrawn() {
        // Given
        String volume = "g" + run;
        create(
                volume,
                "create-" + run,
                VolumeSpec.newBuilder().setPlugin(plugin).setSharing(Sharing.SHARING_ALL));
        String uid = orchestrator
                .await(HawserTopic.VOLUMES, volume, Volume.class, v -> v.getPhase() == VolumePhase.VOLUME_PHASE_CREATED)
                .getUid();
        orchestrator.write(
                HawserTopic.PLUGINS,
                plugin,
                "p",
                StrictNodes.plugin(strict, plugin, revision++).toBuilder()
                        .clearEndpoint()
                        .build());
        orchestrator.await(HawserTopic.VOLUMES, volume, Volume.class, v -> v.getConditionsList().stream()
                .anyMatch(condition -> condition.getType().equals("PluginUnavailable")));
        task("g" + run, "n1", volume, TaskState.TASK_STATE_RUNNING);
        orchestrator.await(
                HawserTopic.VOLUMES, volume, Volume.class, v -> v.getClaims().getGranted() == 1);
        report(unclaimed("n1", volume, uid));
        report(unclaimed("n1", volume, "another-uid"));
        orchestrator.await(HawserTopic.EVENTS, "volume/" + volume, Event.class, event -> event.getReason()
                .equals("UnclaimedMount"));

        // When
        task("g" + run, "n1", volume, TaskState.TASK_STATE_COMPLETE);
        task("h" + run, "n2", volume, TaskState.TASK_STATE_PENDING);
        Assignment nothing =
                orchestrator.await(HawserTopic.ASSIGNMENTS, "n1/" + volume, Assignment.class, Assignment::getNothing);
        answeredPlugin();

        // Then
        assertThat(orchestrator.written(HawserTopic.ASSIGNMENTS, "n2/" + volume))
                .isZero();
        report(MountReport.newBuilder()
                .setNode("n1")
                .setVolume(volume)
                .setUid(uid)
                .setGeneration(nothing.getGeneration())
                .setNothingLeft(true));
        orchestrator.await(HawserTopic.ASSIGNMENTS, "n2/" + volume, Assignment.class, a -> a.getTargetsCount() == 1);
        assertThat(strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName(
            "A task that asks for a group gets a member when the node that had it mounted says by itself that nothing is left")
    void whoAsksForAGroupHearsThatNothingIsLeft() throws Exception {
        // Given
        String volume = "l" + run;
        create(
                volume,
                "create-" + run,
                VolumeSpec.newBuilder().setPlugin(plugin).setGroup("l" + run).setSharing(Sharing.SHARING_ALL));
        String uid = orchestrator
                .await(HawserTopic.VOLUMES, volume, Volume.class, v -> v.getPhase() == VolumePhase.VOLUME_PHASE_CREATED)
                .getUid();
        // A node that the plugin has not named is not answered.
        report(unclaimed("n3", volume, uid));
        await().atMost(Duration.ofSeconds(30)).until(() -> isMountedWithoutRecord(volume));
        task("l" + run, "n2", "group:l" + run, TaskState.TASK_STATE_PENDING);
        TaskVolumes waiting = orchestrator.await(
                HawserTopic.TASK_VOLUMES, "l" + run, TaskVolumes.class, t -> t.getMountsCount() == 1);

        // When
        report(MountReport.newBuilder()
                .setNode("n3")
                .setVolume(volume)
                .setUid(uid)
                .setNothingLeft(true));

        // Then
        assertThat(waiting.getMounts(0).getWaiting().getWhy())
                .isEqualTo("volume " + volume + " is single-node and is still on node n3");
        orchestrator.await(HawserTopic.ASSIGNMENTS, "n2/" + volume, Assignment.class, a -> a.getTargetsCount() == 1);
    }

    private boolean isMountedWithoutRecord(String volume) throws SQLException {
        try (Connection connection = database.getConnection();
                var statement = connection.prepareStatement("select 1 from unclaimed_mount where volume = ?")) {
            statement.setString(1, volume);
            try (var rows = statement.executeQuery()) {
                return rows.next();
            }
        }
    }

    @Test
    @DisplayName(
            "A mount that a task on the node still names is left alone, and the standing assignment is said again to a node that lost it")
    void aMountThatATaskNamesIsLeftAlone() {
        // Given
        String volume = "k" + run;
        create(
                volume,
                "create-" + run,
                VolumeSpec.newBuilder().setPlugin(plugin).setSharing(Sharing.SHARING_ALL));
        task("k" + run, "n1", volume, TaskState.TASK_STATE_RUNNING);
        Assignment assignment =
                orchestrator.await(HawserTopic.ASSIGNMENTS, "n1/" + volume, Assignment.class, a -> true);
        report(mounted(assignment, "/mnt/k"));
        long told = orchestrator.written(HawserTopic.ASSIGNMENTS, "n1/" + volume);

        // When
        report(unclaimed("n1", volume, assignment.getUid()));

        // Then
        await().atMost(Duration.ofSeconds(60))
                .until(() -> orchestrator.written(HawserTopic.ASSIGNMENTS, "n1/" + volume) > told);
        assertThat(orchestrator.await(HawserTopic.ASSIGNMENTS, "n1/" + volume, Assignment.class, a -> true))
                .isEqualTo(assignment);
    }

    @Test
    @DisplayName("Who asks for a group overtakes none that waits for its member by name, and the other way round")
    void theQueueIsTheVolumesHoweverItIsAskedFor() {
        // Given
        String volume = "q" + run;
        create(
                volume,
                "create-" + run,
                VolumeSpec.newBuilder()
                        .setPlugin(plugin)
                        .setGroup("g" + run)
                        .setScope(Scope.SCOPE_MULTI_NODE)
                        .setSharing(Sharing.SHARING_ONE_WRITER));
        task("a" + run, "n1", volume, TaskState.TASK_STATE_PENDING);
        orchestrator.await(HawserTopic.ASSIGNMENTS, "n1/" + volume, Assignment.class, a -> a.getTargetsCount() == 1);

        // When
        task("b" + run, "n2", volume, TaskState.TASK_STATE_PENDING);
        String byName = awaitWaiting("b" + run);
        reader("c" + run, "n1", "group:g" + run);
        String behindTheName = awaitWaiting("c" + run);
        task("b" + run, "n2", volume, TaskState.TASK_STATE_COMPLETE);
        orchestrator.await(HawserTopic.ASSIGNMENTS, "n1/" + volume, Assignment.class, a -> a.getTargetsCount() == 2);
        task("d" + run, "n2", "group:g" + run, TaskState.TASK_STATE_PENDING);
        String byGroup = awaitWaiting("d" + run);
        reader("e" + run, "n1", volume);
        String behindTheGroup = awaitWaiting("e" + run);

        // Then
        String writer = "volume " + volume + " has one writer, and task a" + run + " is it";
        assertThat(List.of(byName, byGroup)).containsOnly(writer);
        assertThat(behindTheName).isEqualTo("task b" + run + " has waited longer for volume " + volume);
        assertThat(behindTheGroup).isEqualTo("task d" + run + " has waited longer for volume " + volume);
    }

    /** Why the task waits, once that is said. */
    private String awaitWaiting(String task) {
        return orchestrator
                .await(HawserTopic.TASK_VOLUMES, task, TaskVolumes.class, t -> t.getMountsCount() == 1)
                .getMounts(0)
                .getWaiting()
                .getWhy();
    }

    private void reader(String name, String node, String source) {
        orchestrator.write(
                HawserTopic.TASKS,
                name,
                name,
                Task.newBuilder()
                        .setName(name)
                        .setNode(node)
                        .setObserved(TaskState.TASK_STATE_PENDING)
                        .addMounts(TaskMount.newBuilder()
                                .setSource(source)
                                .setTarget("/data")
                                .setReadOnly(true))
                        .build());
    }

    private static MountReport.Builder unclaimed(String node, String volume, String uid) {
        return MountReport.newBuilder()
                .setNode(node)
                .setVolume(volume)
                .setUid(uid)
                .setUnclaimed(true)
                .addTargets(MountedTarget.newBuilder().setId("somebody").setPath("/mnt/somebody"));
    }

    private void answeredPlugin() {
        orchestrator.write(HawserTopic.PLUGINS, plugin, "p", StrictNodes.plugin(strict, plugin, revision++));
    }

    private void create(String volume, String id, VolumeSpec.Builder spec) {
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                volume,
                id,
                CreateVolume.newBuilder()
                        .setName(volume)
                        .setSpec(spec.setMount(MountAccess.getDefaultInstance()))
                        .build());
    }

    private void task(String name, String node, String volume, TaskState observed) {
        orchestrator.write(
                HawserTopic.TASKS,
                name,
                name + observed,
                Task.newBuilder()
                        .setName(name)
                        .setNode(node)
                        .setObserved(observed)
                        .addMounts(TaskMount.newBuilder().setSource(volume).setTarget("/data"))
                        .build());
    }

    private MountReport.Builder mounted(Assignment assignment, String path) {
        return MountReport.newBuilder()
                .setNode(assignment.getNode())
                .setVolume(assignment.getVolume())
                .setUid(assignment.getUid())
                .setGeneration(assignment.getGeneration())
                .setStaged(true)
                .addTargets(MountedTarget.newBuilder()
                        .setId(assignment.getTargets(0).getId())
                        .setPath(path)
                        .setState(MountState.MOUNT_STATE_MOUNTED));
    }

    private void report(MountReport.Builder report) {
        MountReport numbered = report.setRevision(revision++).build();
        orchestrator.write(
                HawserTopic.MOUNTS, numbered.getNode() + "/" + numbered.getVolume(), "m" + revision, numbered);
    }
}

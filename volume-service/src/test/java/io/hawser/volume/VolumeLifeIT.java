package io.hawser.volume;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.is;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.strict.backend.StoredVolume;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.Assignment;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Plugin;
import io.hawser.v1.PublicationState;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskState;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeOnNode;
import io.hawser.v1.VolumePhase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * volume-service with a real broker, a real database and a plugin behind a real socket; the nodes are played by the
 * test.
 */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class VolumeLifeIT extends OwnCluster {
    @BeforeEach
    void start() throws IOException {
        open("n1", "n2");
        cluster.describe();
    }

    @Test
    @Tag("swarmkit-X-17")
    @DisplayName("A volume is created, published, "
            + "moved to the waiting task's node after the last word of the first, and removed")
    void aVolumeWalksThroughItsWholeLife() {
        // Given
        String volume = "v" + run;
        cluster.create(volume, "create-" + run, cluster.spec().setSharing(Sharing.SHARING_ALL));
        orchestrator.awaitCreated(volume);

        // When
        cluster.task("a" + run, "n1", volume, TaskState.TASK_STATE_PENDING);
        Assignment first = orchestrator.awaitAssigned("n1", volume);
        cluster.obey(first);
        orchestrator.awaitTask("a" + run, t -> t.getMounts(0)
                .getMounted()
                .getPath()
                .equals("/mnt/" + first.getTargets(0).getId()));
        cluster.task("b" + run, "n2", volume, TaskState.TASK_STATE_PENDING);
        TaskVolumes waiting =
                orchestrator.awaitTask("b" + run, t -> t.getMounts(0).hasWaiting());
        orchestrator.awaitVolume(volume, v -> v.getClaims().getWaiting() == 1);
        cluster.task("a" + run, "n1", volume, TaskState.TASK_STATE_COMPLETE);
        cluster.obey(orchestrator.awaitAssignment("n1", volume, Assignment::getNothing));
        cluster.obey(orchestrator.awaitAssigned("n2", volume));
        cluster.task("b" + run, "n2", volume, TaskState.TASK_STATE_COMPLETE);
        cluster.remove(volume, "remove-" + run);
        cluster.remove(volume, "again-" + run);
        orchestrator.awaitResult("again-" + run, CommandResult::hasAccepted);
        cluster.obey(orchestrator.awaitAssignment("n2", volume, Assignment::getNothing));

        // Then
        assertThat(waiting.getMounts(0).getWaiting().getMessage())
                .contains("single-node")
                .contains("n1");
        orchestrator.awaitGone(HawserTopic.VOLUMES, volume);
        orchestrator.awaitGone(HawserTopic.ASSIGNMENTS, "n1/" + volume);
        orchestrator.awaitResult("remove-" + run, CommandResult::hasDone);
        orchestrator.awaitResult("again-" + run, CommandResult::hasDone);
        await().atMost(Duration.ofSeconds(60))
                .until(() -> cluster.strict.volumes().isEmpty());
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName("A volume that no task may write is attached read-only on each of its nodes, and its record says so")
    void aVolumeForReaders() {
        // Given
        String volume = "v" + run;
        cluster.register(cluster.pluginRecord()
                .addControllerCapabilities(ControllerServiceCapability.RPC.Type.PUBLISH_READONLY_VALUE));
        cluster.create(
                volume,
                "create-" + run,
                cluster.spec().setScope(Scope.SCOPE_MULTI_NODE).setSharing(Sharing.SHARING_READ_ONLY));
        orchestrator.awaitCreated(volume);

        // When
        for (String node : List.of("n1", "n2")) {
            TaskMount.Builder mount =
                    TaskMount.newBuilder().setSource(volume).setTarget("/data").setReadOnly(true);
            cluster.task(node + run, node, mount, TaskState.TASK_STATE_PENDING);
            cluster.obey(orchestrator.awaitAssigned(node, volume));
        }

        // Then
        Volume state = orchestrator.awaitVolume(volume, v -> v.getNodesCount() == 2);
        assertThat(state.getNodesList()).allMatch(VolumeOnNode::getAttachedReadOnly);
        assertThat(cluster.strict.volumes()).singleElement().satisfies(stored -> assertThat(
                        stored.attachments().values())
                .hasSize(2)
                .allMatch(StoredVolume.Attachment::readonly));
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName("A volume of a plugin that was not asked yet what it can do waits for its answer, "
            + "and is created by it then")
    void aPluginThatWasNotAskedYetIsWaitedFor() {
        // Given
        String volume = "v" + run;
        cluster.register(Plugin.newBuilder());

        // When
        cluster.create(volume, "create-" + run);
        Volume waiting = orchestrator.awaitCondition(volume, "PluginUnavailable");
        cluster.register(cluster.pluginRecord());
        Volume created = orchestrator.awaitCreated(volume);

        // Then
        assertThat(waiting.getPhase()).isEqualTo(VolumePhase.VOLUME_PHASE_CREATING);
        assertThat(cluster.strict.volumes())
                .singleElement()
                .satisfies(stored -> assertThat(created.getInfo().getVolumeId()).isEqualTo(stored.id()));
    }

    @Test
    @DisplayName("A command that makes no sense is rejected, naming the field, and nothing is stored or called")
    void aCommandThatMakesNoSenseIsRejectedNamingTheField() {
        // When
        cluster.create("w" + run, "bad-" + run, cluster.spec().setPlugin("unknown" + run));

        // Then
        CommandResult result = orchestrator.awaitResult("bad-" + run, CommandResult::hasRejected);
        assertThat(result.getRejected().getField()).isEqualTo("spec.plugin");
        assertThat(cluster.strict.volumes()).isEmpty();
    }

    @Test
    @DisplayName("republish writes volumes, assignments and task-volumes again: new revisions, the same generation")
    void republishWritesEveryStateRecordAgain() {
        // Given
        String volume = "r" + run;
        cluster.create(volume, "create-" + run, cluster.spec().setSharing(Sharing.SHARING_ALL));
        cluster.task("r" + run, "n1", volume, TaskState.TASK_STATE_PENDING);
        Assignment assignment = orchestrator.awaitAssigned("n1", volume);
        cluster.obey(assignment);
        TaskVolumes before =
                orchestrator.awaitTask("r" + run, t -> t.getMounts(0).hasMounted());
        // Its last record: what is published of volumes may come later than what is published of tasks.
        Volume announced = orchestrator.awaitVolume(
                volume,
                v -> v.getClaims().getGranted() == 1
                        && v.getNodesList().stream()
                                .anyMatch(on -> on.getState() == PublicationState.PUBLICATION_STATE_PUBLISHED));
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
        orchestrator.awaitTask("r" + run, t -> t.getRevision() > before.getRevision());
        Volume again = orchestrator.awaitVolume(volume, v -> v.getRevision() > announced.getRevision());
        assertThat(again.toBuilder().clearRevision().build())
                .isEqualTo(announced.toBuilder().clearRevision().build());
        await().atMost(Duration.ofSeconds(60))
                .until(() -> orchestrator.written(HawserTopic.ASSIGNMENTS, "n1/" + volume) > toldBefore);
        assertThat(orchestrator.awaitAssignment("n1", volume, a -> true)).isEqualTo(assignment);
    }

    @Test
    @DisplayName("The same command under the same id does nothing more, however often it comes, and is answered with "
            + "how it ended; "
            + "another command under that id is rejected")
    void theSameCommandAgainDoesNothingMore() {
        // Given
        String volume = "r" + run;
        String id = "again-" + run;
        cluster.create(volume, id);
        cluster.create(volume, id);
        CommandResult done = orchestrator.awaitResult(id, CommandResult::hasDone);

        // When
        cluster.create(volume, id);
        CommandResult again = orchestrator.awaitResult(id, result -> result.getRevision() > done.getRevision());
        cluster.create(volume, id, cluster.spec().setSharing(Sharing.SHARING_ALL));

        // Then
        assertThat(again.hasDone()).isTrue();
        CommandResult result = orchestrator.awaitResult(id, CommandResult::hasRejected);
        assertThat(result.getRejected().getField()).isEqualTo("id");
        Volume state = orchestrator.awaitVolume(volume, v -> true);
        assertThat(state.getSpec().getSharing()).isNotEqualTo(Sharing.SHARING_ALL);
        assertThat(cluster.strict.volumes()).hasSize(1);
        assertThat(cluster.strict.verdict().violations()).isEmpty();
    }

    @Test
    @DisplayName("The same command with its maps in another order is the same command")
    void theSameCommandInAnotherOrderIsTheSame() {
        // Given
        String volume = "o" + run;
        String id = "order-" + run;
        cluster.create(volume, id, cluster.spec().putLabels("a", "1").putLabels("b", "2"));
        CommandResult done = orchestrator.awaitResult(id, CommandResult::hasDone);

        // When
        cluster.create(volume, id, cluster.spec().putLabels("b", "2").putLabels("a", "1"));
        CommandResult again = orchestrator.awaitResult(id, result -> result.getRevision() > done.getRevision());

        // Then
        assertThat(again.hasDone()).isTrue();
    }

    @Test
    @DisplayName("A task that ends before anything was said of its mounts gets its tombstone")
    void aTaskThatNeverRan() {
        // Given
        String task = "r" + run;

        // When
        cluster.task(task, "n1", "v" + run, TaskState.TASK_STATE_REJECTED);

        // Then
        orchestrator.awaitGone(HawserTopic.TASK_VOLUMES, task);
    }

    @Test
    @DisplayName("A task that ended is listed as long as its node has not let go of its mount")
    void aTaskWhoseMountIsReleasedIsListed() {
        // Given
        String volume = "l" + run;
        String task = "l" + run;
        cluster.create(volume, "create-" + run);
        cluster.task(task, "n1", volume, TaskState.TASK_STATE_PENDING);
        cluster.obey(orchestrator.awaitAssigned("n1", volume));

        // When
        cluster.task(task, "n1", volume, TaskState.TASK_STATE_COMPLETE);
        Assignment nothing = orchestrator.awaitAssignment("n1", volume, Assignment::getNothing);
        String whileReleasing = listed(task);
        String byName = given().get("/v1/tasks/" + task).asString();
        cluster.obey(nothing);
        orchestrator.awaitGone(HawserTopic.TASK_VOLUMES, task);

        // Then
        assertThat(whileReleasing).contains("releasing").contains("/data");
        assertThat(byName).contains("releasing").contains("/data");
        assertThat(listed(task)).isEqualTo("[]");
    }

    @Test
    @DisplayName("Lists come page by page, each thing once; a limit or a token that is none is refused by its name")
    void listsComePageByPage() {
        // Given
        List<String> names =
                IntStream.range(0, 4).mapToObj(i -> "page-" + i + "-" + run).toList();
        names.forEach(name -> cluster.create(name, "create-" + name));
        names.forEach(name -> cluster.task(name, "n1", "none" + run, TaskState.TASK_STATE_PENDING));
        names.forEach(orchestrator::awaitCreated);
        names.forEach(name -> orchestrator.awaitTask(name, task -> task.getMountsCount() == 1));

        // When
        List<String> volumes = Lists.all("/v1/volumes", "items.name", 3);
        List<String> tasks = Lists.all("/v1/tasks", "items.task", 3);
        List<String> nodes = Lists.all("/v1/nodes", "items.node.name", 1);

        // Then
        assertThat(volumes).filteredOn(name -> name.endsWith(run)).isEqualTo(names);
        assertThat(tasks).filteredOn(name -> name.endsWith(run)).isEqualTo(names);
        assertThat(nodes).doesNotHaveDuplicates().contains("n1", "n2");
        given().queryParam("limit", 1).get("/v1/tasks").then().body("items.size()", is(1));
        for (String path : List.of("/v1/volumes", "/v1/tasks", "/v1/nodes")) {
            given().queryParam("limit", 1001).get(path).then().statusCode(400).body("detail", containsString("limit"));
            given().queryParam("continue", "x")
                    .get(path)
                    .then()
                    .statusCode(400)
                    .body("detail", containsString("continue"));
        }
    }

    @Test
    @DisplayName("All nodes of a volume come page by page, whatever its record names")
    void aVolumesNodesComePageByPage() {
        // Given
        String volume = "w" + run;
        cluster.create(
                volume,
                "create-" + run,
                cluster.spec().setScope(Scope.SCOPE_MULTI_NODE).setSharing(Sharing.SHARING_ALL));
        cluster.task("a" + run, "n1", volume, TaskState.TASK_STATE_PENDING);
        cluster.task("b" + run, "n2", volume, TaskState.TASK_STATE_PENDING);
        orchestrator.awaitAssigned("n1", volume);
        orchestrator.awaitAssigned("n2", volume);

        // When
        List<String> nodes = Lists.all("/v1/volumes/" + volume + "/nodes", "items.node", 1);
        List<String> states = Lists.all("/v1/volumes/" + volume + "/nodes", "items.state");

        // Then
        assertThat(nodes).containsExactly("n1", "n2");
        assertThat(states).containsOnly("PUBLICATION_STATE_PUBLISHED");
        given().get("/v1/volumes/none" + run + "/nodes").then().statusCode(404);
        given().queryParam("fieldSelector", "removalRequested=false,name=" + volume)
                .get("/v1/volumes")
                .then()
                .body("items.name", contains(volume));
    }

    private static String listed(String task) {
        return Lists.all("/v1/tasks", "items.findAll { it.task == '" + task + "' }")
                .toString();
    }
}

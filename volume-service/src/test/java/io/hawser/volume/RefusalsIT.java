package io.hawser.volume;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.knowledge.Limits;
import io.hawser.strict.rule.Violation;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.CapacityRange;
import io.hawser.v1.CommandResult;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskState;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.testkit.Cluster;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever asks by the id of a refused record is told why, and nothing else comes of it. */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class RefusalsIT extends OwnCluster {
    private final String good = "g" + run;

    @BeforeEach
    void start() throws IOException {
        open("n" + run);
        cluster.describe();
        cluster.create(good, "good-" + run);
        orchestrator.awaitResult("good-" + run, CommandResult::hasDone);
    }

    @ParameterizedTest
    @CsvSource({
        "unknown enum value, spec.scope",
        "negative size, spec.capacity.required_bytes",
        "name with a slash, name",
        "name that goes up the folders, name",
        "empty name, name",
        "no key, key",
        "unknown plugin, spec.plugin"
    })
    @DisplayName(
            "A refused command is answered under its id with the field at fault, and neither stored nor called for")
    void aRefusedCommandIsAnsweredUnderItsIdAndNothingElseComesOfIt(String fault, String field) throws SQLException {
        // Given
        String id = "bad-" + run;
        String key = fault.equals("no key") ? "" : "w" + run;
        int calls = cluster.calls(Rpc.CREATE_VOLUME).size();

        // When
        write(key, id, with(fault, nameWith(fault)));

        // Then
        orchestrator.awaitResult(id, CommandResult::hasRejected);
        assertAnswer(id, "rejected.field", field);
        given().get("/v1/commands/" + id).then().body("rejected.reason", not(equalTo("")));
        given().get("/v1/volumes/{name}", "w" + run).then().statusCode(404);
        assertThat(storedLike("%" + run + "%")).containsExactly(good);
        assertThat(cluster.calls(Rpc.CREATE_VOLUME)).hasSize(calls);
    }

    @Test
    @DisplayName(
            "A refused command again is answered the same, and the mended one under the same id is refused for its id")
    void aRefusedCommandAgainIsAnsweredTheSame() throws SQLException {
        // Given
        String name = "w" + run;
        write(name, name, with("unknown enum value", name));
        CommandResult first = orchestrator.awaitResult(name, CommandResult::hasRejected);

        // When
        write(name, name, with("unknown enum value", name));
        CommandResult again = orchestrator.awaitResult(name, result -> result.getRevision() > first.getRevision());
        cluster.create(name, name);
        CommandResult mended = orchestrator.awaitResult(name, result -> result.getRevision() > again.getRevision());

        // Then
        assertThat(again.getRejected()).isEqualTo(first.getRejected());
        assertThat(mended.getRejected().getField()).isEqualTo("id");
        assertAnswer(name, "rejected.field", "spec.scope");
        assertThat(storedLike(name)).isEmpty();
    }

    @Test
    @DisplayName("A command that cannot be understood does not take the answer of the accepted one whose id it bears")
    void anAcceptedCommandKeepsItsAnswer() {
        // Given
        String name = "w" + run;
        cluster.create(name, name);
        orchestrator.awaitResult(name, CommandResult::hasDone);

        // When
        write(name, name, with("unknown enum value", name));

        // Then
        orchestrator.awaitResult(name, CommandResult::hasRejected);
        given().get("/v1/commands/" + name).then().statusCode(200).body("done", notNullValue());
    }

    @Test
    @DisplayName("A refused task is answered under its record's id; "
            + "neither a good task nor a command is taken for its repetition")
    void aRefusedTaskIsAnsweredUnderItsId() {
        // Given
        String id = "task-" + run;
        String name = "t" + run;
        orchestrator.write(HawserTopic.TASKS, name, id, task(name, "/data", "/data"));
        orchestrator.awaitResult(id, CommandResult::hasRejected);
        assertAnswer(id, "rejected.field", "mounts[1].target");

        // When
        orchestrator.write(HawserTopic.TASKS, name, id, task(name, "/data", "/more"));
        cluster.create(name, id);

        // Then
        orchestrator.awaitTask(name, task -> task.getMountsCount() == 2);
        orchestrator.awaitResult(id, CommandResult::hasDone);
        given().get("/v1/commands/" + id).then().statusCode(200).body("done", notNullValue());
    }

    @Test
    @DisplayName("A running task whose record has lost its node is refused naming the node, and keeps what it has")
    void aRunningTaskWithoutNodeKeepsWhatItHas() {
        // Given
        String id = "lost-" + run;
        String name = "r" + run;
        cluster.task(name, "n" + run, good, TaskState.TASK_STATE_RUNNING);
        orchestrator.awaitTask(name, task -> task.getMounts(0).hasGranted());
        Task lost = task(name, "/data").toBuilder()
                .clearNode()
                .setObserved(TaskState.TASK_STATE_RUNNING)
                .build();

        // When
        orchestrator.write(HawserTopic.TASKS, name, id, lost);

        // Then
        orchestrator.awaitResult(id, CommandResult::hasRejected);
        assertAnswer(id, "rejected.field", "node");
        // A later record is decided after it.
        cluster.task("l" + run, "n" + run, good, TaskState.TASK_STATE_PENDING);
        orchestrator.awaitTask("l" + run, task -> task.getMounts(0).hasWaiting());
        orchestrator.awaitTask(name, task -> task.getMounts(0).hasGranted());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "/", "..", "../up", "a..b"})
    @DisplayName(
            "A task whose service cannot be called so is refused naming the service, and neither stored nor called for")
    void aTaskOfAServiceThatCannotBeCalledSoIsRefused(String service) {
        // Given
        String id = "service-" + run;
        String name = "s" + run;
        Task task = Task.newBuilder()
                .setName(name)
                .setService(service)
                .setNode("n1")
                .addMounts(TaskMount.newBuilder().setSource(good).setTarget("/data"))
                .build();

        // When
        orchestrator.write(HawserTopic.TASKS, name, id, task);

        // Then
        orchestrator.awaitResult(id, CommandResult::hasRejected);
        assertAnswer(id, "rejected.field", "service");
        given().get("/v1/tasks/{name}", name).then().statusCode(404);
        assertThat(cluster.calls(Rpc.CONTROLLER_PUBLISH_VOLUME)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {100_000, 550_000})
    @DisplayName("A command with an endless name is refused naming the name, in few words, and the next command is "
            + "carried out")
    void anEndlessNameIsRefused(int characters) {
        // Given
        String id = "endless-" + run;
        String next = "n" + run;

        // When
        write("w" + run, id, command("x".repeat(characters)));
        cluster.create(next, next);

        // Then
        CommandResult refused = orchestrator.awaitResult(id, CommandResult::hasRejected);
        assertThat(refused.getRejected().getField()).isEqualTo("name");
        assertThat(refused.getSerializedSize()).isLessThan(2_000);
        orchestrator.awaitResult(next, CommandResult::hasDone);
    }

    @Test
    @DisplayName("A task with more mounts than a task may have is refused naming them, and the next task is looked at")
    void aTaskWithTooManyMountsIsRefused() {
        // Given
        String name = "m" + run;
        String[] targets = IntStream.range(0, 6000).mapToObj(i -> "/m" + i).toArray(String[]::new);

        // When
        orchestrator.write(HawserTopic.TASKS, name, "many-" + run, task(name, targets));
        orchestrator.write(HawserTopic.TASKS, name, "one-" + run, task(name, "/data"));

        // Then
        orchestrator.awaitResult(
                "many-" + run, result -> result.getRejected().getField().equals("mounts"));
        orchestrator.awaitTask(name, task -> task.getMountsCount() == 1);
    }

    @Test
    @DisplayName("A task whose target holds a NUL, which no table's text could keep, "
            + "is refused naming it, and the next task is looked at")
    void aTaskWithANulInATargetIsRefused() {
        // Given
        String name = "z" + run;

        // When
        orchestrator.write(HawserTopic.TASKS, name, "nul-" + run, task(name, "/a\0b"));
        orchestrator.write(HawserTopic.TASKS, name, "no-nul-" + run, task(name, "/data"));

        // Then
        orchestrator.awaitResult(
                "nul-" + run, result -> result.getRejected().getField().equals("mounts[0].target"));
        orchestrator.awaitTask(name, task -> task.getMountsCount() == 1);
    }

    @Test
    @DisplayName("A plugin that refuses in words with a NUL is understood: "
            + "its volume says so, and is not asked for again at once")
    void aPluginsWordsWithANulAreUnderstood() throws IOException {
        // Given
        Limits limits = Limits.standard().withGaps(Duration.ofMillis(20), Duration.ofMinutes(2), Duration.ofSeconds(4));
        try (Cluster odd = new Cluster(kafka, options -> options.withName("odd-" + run)
                .withLimits(limits)
                .withFaults(FaultScript.parse("CreateVolume * * says RESOURCE_EXHAUSTED because no%00space")))) {
            odd.describe();

            // When
            odd.create("o" + run, "odd-" + run);

            // Then
            Volume refused = odd.orchestrator.awaitCondition("o" + run, "Rejected");
            assertThat(refused.getConditions(0).getMessage()).contains("no\uFFFDspace");
            // The plugin knows when it was asked again, however late it is by now.
            assertThat(odd.calls(Rpc.CREATE_VOLUME)).isNotEmpty();
            assertThat(odd.strict.verdict().violations())
                    .extracting(Violation::rule)
                    .doesNotContain("rejected-call-waits");
        }
    }

    private static void assertAnswer(String id, String path, String value) {
        given().get("/v1/commands/{id}", id).then().statusCode(200).body(path, equalTo(value));
    }

    private void write(String key, String id, CreateVolume command) {
        orchestrator.write(HawserTopic.VOLUME_COMMANDS, key, id, command);
    }

    private String nameWith(String fault) {
        return switch (fault) {
            case "name with a slash" -> "w/" + run;
            case "name that goes up the folders" -> "../w" + run;
            case "empty name" -> "";
            default -> "w" + run;
        };
    }

    private CreateVolume command(String name) {
        return CreateVolume.newBuilder().setName(name).setSpec(cluster.spec()).build();
    }

    private CreateVolume with(String fault, String name) {
        CreateVolume.Builder command = command(name).toBuilder();
        VolumeSpec.Builder spec = command.getSpecBuilder();
        switch (fault) {
            case "unknown enum value" -> spec.setScopeValue(99);
            case "negative size" -> spec.setCapacity(CapacityRange.newBuilder().setRequiredBytes(-1));
            case "unknown plugin" -> spec.setPlugin("unknown" + run);
            default -> {}
        }
        return command.build();
    }

    private static Task task(String name, String... targets) {
        Task.Builder task = Task.newBuilder().setName(name).setNode("n1");
        for (String target : targets) {
            task.addMounts(TaskMount.newBuilder().setSource("nothing").setTarget(target));
        }
        return task.build();
    }

    private List<String> storedLike(String pattern) throws SQLException {
        try (var connection = database.getConnection();
                var select = connection.prepareStatement("select array_agg(name) from volume where name like ?")) {
            select.setString(1, pattern);
            var found = select.executeQuery();
            found.next();
            return found.getArray(1) == null
                    ? List.of()
                    : List.of((String[]) found.getArray(1).getArray());
        }
    }
}

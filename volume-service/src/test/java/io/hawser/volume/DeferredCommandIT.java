package io.hawser.volume;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.fault.FaultScript;
import io.hawser.strict.history.Event;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Plugin;
import io.hawser.v1.RegisterVolume;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.UpdateVolume;
import io.hawser.v1.VolumeAvailability;
import io.hawser.volume.testkit.MountReports;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A plugin's record was written before the command that names it, and cannot be read until later: its writer's
 * transaction is open.
 */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class DeferredCommandIT extends OwnCluster {
    private final String plugin = "p" + run;
    private final String volume = "w" + run;
    private KafkaProducer<byte[], byte[]> registry;

    @BeforeEach
    void start() throws IOException {
        open();
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("transactional.id", "registry-" + run);
        settings.put("transaction.timeout.ms", 120_000);
        registry = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        registry.initTransactions();
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    @Test
    @DisplayName(
            "A command whose plugin is not read yet waits and says so, holds back the next one, and is accepted once")
    void aCommandWaitsForThePluginsRecord() {
        // Given
        writePluginInAnOpenTransaction();
        cluster.create(volume, "create-" + run);
        cluster.create(volume, "create-" + run);
        drain("drain-" + run);
        awaitWaiting("create-" + run);
        awaitWaiting("drain-" + run);
        tables.awaitCount(0, "select count(*) from deferred_command where barrier is null");

        // When
        registry.commitTransaction();

        // Then
        orchestrator.awaitResult("create-" + run, CommandResult::hasDone);
        orchestrator.awaitResult("drain-" + run, CommandResult::hasDone);
        given().get("/v1/volumes/" + volume).then().body("spec.availability", equalTo("VOLUME_AVAILABILITY_DRAIN"));
        assertThat(cluster.strict.volumes()).hasSize(1);
        awaitNothingLeft();
    }

    @Test
    @DisplayName("A command whose plugin was never registered is rejected once everything before it has been read")
    void aCommandIsRejectedOnceCaughtUp() {
        // Given
        writePluginInAnOpenTransaction();
        cluster.create(volume, "create-" + run);
        drain("drain-" + run);
        awaitWaiting("drain-" + run);

        // When
        registry.abortTransaction();

        // Then
        assertThat(rejected("create-" + run)).isEqualTo("spec.plugin");
        assertThat(rejected("drain-" + run)).isEqualTo("name");
        given().get("/v1/commands/create-" + run).then().body("rejected.field", equalTo("spec.plugin"));
        given().get("/v1/volumes/" + volume).then().statusCode(404);
        assertThat(cluster.strict.volumes()).isEmpty();
        awaitNothingLeft();
    }

    @Test
    @DisplayName("A registration that waits is no reason for a mount of an earlier volume of its name: repeated"
            + " reports of that mount refuse it")
    void aMountThatIsReportedWhileARegistrationWaits() {
        // Given
        writePluginInAnOpenTransaction();
        registerUnderAMountThatIsReportedAgain();

        // When
        registry.commitTransaction();

        // Then
        assertThat(rejected("create-" + run)).isEqualTo("name");
        awaitNothingLeft();
    }

    @Test
    @DisplayName("A registration that a lost database may have carried out waits until no node reports a mount of an"
            + " earlier volume of its name")
    void aRegistrationWaitsForTheEndOfAMount() throws SQLException {
        // Given
        writePluginInAnOpenTransaction();
        registerUnderAMountThatIsReportedAgain();
        try (Connection other = database.getConnection()) {
            other.createStatement().executeUpdate("update deferred_command set backlog = true");
        }

        // When
        registry.commitTransaction();
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> given().get("/v1/commands/create-" + run)
                .then()
                .body("message", containsString("has a mount of an earlier volume")));
        reportAgain();
        cluster.report(MountReports.nothingLeft("n1-" + run, volume, "earlier"));

        // Then
        orchestrator.awaitResult("create-" + run, CommandResult::hasAccepted);
        awaitNothingLeft();
    }

    @Test
    @DisplayName("A command undone by the next one before it began is answered so, and nothing is called")
    void aCommandThatIsUndoneBeforeItBeganIsAnsweredSo() {
        // Given
        writePluginInAnOpenTransaction();
        cluster.create(volume, "create-" + run);
        cluster.remove(volume, "remove-" + run);
        awaitWaiting("create-" + run);
        awaitWaiting("remove-" + run);
        tables.awaitCount(0, "select count(*) from deferred_command where barrier is null");

        // When
        registry.commitTransaction();

        // Then
        CommandResult created = orchestrator.awaitResult("create-" + run, CommandResult::hasDone);
        assertThat(created.getDone().getNote()).contains("removed before");
        orchestrator.awaitResult("remove-" + run, CommandResult::hasDone);
        given().get("/v1/commands/create-" + run).then().body("done.note", containsString("removed before"));
        assertThat(cluster.strict.events()).noneMatch(Event.CallArrived.class::isInstance);
        awaitNothingLeft();
    }

    @Test
    @DisplayName("If another replica read them where a lost database may have acted on them, the plugin is asked")
    void commandsThatALostDatabaseMayHaveActedOn() throws SQLException {
        // Given
        writePluginInAnOpenTransaction();
        cluster.create(volume, "create-" + run);
        cluster.remove(volume, "remove-" + run);
        awaitWaiting("remove-" + run);
        try (Connection other = database.getConnection()) {
            other.createStatement().executeUpdate("update deferred_command set backlog = true");
        }

        // When
        registry.commitTransaction();

        // Then
        orchestrator.awaitResult("remove-" + run, CommandResult::hasDone);
        assertThat(answered(Rpc.CREATE_VOLUME)).hasSize(1);
        assertThat(answered(Rpc.DELETE_VOLUME)).hasSize(1);
        awaitNothingLeft();
    }

    @Test
    @DisplayName(
            "A creation that a lost database may have carried out waits for the removal of the earlier volume of its"
                    + " name, and holds back no command about that one")
    void aNameThatWasUsedAgain() throws SQLException {
        // Given
        writePluginInAnOpenTransaction();
        cluster.strict.misbehave(FaultScript.parse("DeleteVolume * * error INVALID_ARGUMENT"));
        cluster.create(volume, "create-" + run);
        cluster.remove(volume, "remove-" + run);
        cluster.create(volume, "again-" + run);
        awaitWaiting("again-" + run);
        try (Connection other = database.getConnection()) {
            other.createStatement().executeUpdate("update deferred_command set backlog = true");
        }
        registry.commitTransaction();
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(cluster.calls(Rpc.DELETE_VOLUME))
                .isNotEmpty());
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> given().get("/v1/commands/again-" + run)
                .then()
                .body("message", containsString("is still being removed")));

        // When
        String uid = given().get("/v1/volumes/" + volume).path("uid");
        UpdateVolume.Builder update = UpdateVolume.newBuilder().setName(volume);
        orchestrator.write(HawserTopic.VOLUME_COMMANDS, volume, "held-" + run, update.build());
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                volume,
                "update-" + run,
                update.setUid(uid).build());
        orchestrator.awaitResult("update-" + run, CommandResult::hasDone);
        awaitWaiting("held-" + run);
        RemoveVolume forced =
                RemoveVolume.newBuilder().setName(volume).setForce(true).build();
        orchestrator.write(HawserTopic.VOLUME_COMMANDS, volume, "force-" + run, forced);

        // Then
        orchestrator.awaitResult("force-" + run, CommandResult::hasDone);
        orchestrator.awaitResult("held-" + run, CommandResult::hasDone);
        orchestrator.awaitResult("again-" + run, CommandResult::hasDone);
        given().get("/v1/volumes/" + volume).then().body("uid", not(equalTo(uid)));
        assertThat(cluster.strict.volumes()).hasSize(2);
        awaitNothingLeft();
    }

    @Test
    @DisplayName("Of two registrations of one id that a lost database may have carried out, one does not wait for the"
            + " other's volume, which stays: it is rejected")
    void anIdThatStaysTaken() throws SQLException {
        // Given
        writePluginInAnOpenTransaction();
        register(volume);
        register("x" + run);
        tables.awaitCount(2, "select count(*) from deferred_command where barrier is not null");
        try (Connection other = database.getConnection()) {
            other.createStatement().executeUpdate("update deferred_command set backlog = true");
        }

        // When
        registry.commitTransaction();

        // Then
        List<CommandResult> answers = Stream.of(volume, "x" + run)
                .map(name -> orchestrator.awaitResult(
                        "register-" + name, answer -> answer.hasAccepted() || answer.hasRejected()))
                .toList();
        assertThat(answers).filteredOn(CommandResult::hasAccepted).hasSize(1);
        assertThat(answers)
                .filteredOn(CommandResult::hasRejected)
                .singleElement()
                .extracting(answer -> answer.getRejected().getField())
                .isEqualTo("volume_id");
        awaitNothingLeft();
    }

    @Test
    @DisplayName("Many commands that wait for one volume are decided some at a time, in order, and each is answered")
    void manyCommandsForOneVolumeAreDecidedSomeAtATime() {
        // Given
        int many = 250;
        writePluginInAnOpenTransaction();
        cluster.create(volume, "create-" + run);
        IntStream.range(0, many).forEach(i -> drain("drain-" + i + "-" + run));
        awaitWaiting("drain-" + (many - 1) + "-" + run);

        // When
        registry.commitTransaction();

        // Then
        List<Long> answered = IntStream.range(0, many)
                .mapToObj(i -> orchestrator
                        .awaitResult("drain-" + i + "-" + run, CommandResult::hasDone)
                        .getRevision())
                .toList();
        orchestrator.awaitResult("create-" + run, CommandResult::hasDone);
        assertThat(answered).isSorted();
        assertThat(Set.copyOf(answered)).hasSizeGreaterThan(2);
        awaitNothingLeft();
    }

    @Test
    @DisplayName(
            "A mistyped JSON field is named in the first answer and by REST in each, also if the command had to wait")
    void mistypedFields() {
        // Given
        writePluginInAnOpenTransaction();
        String warning = "'spec.capacity.required' is unknown and ignored: CapacityRange has requiredBytes, limitBytes";
        orchestrator.writeJson(
                HawserTopic.VOLUME_COMMANDS,
                volume,
                "create-" + run,
                "hawser.v1.CreateVolume",
                "{\"name\":\"%s\",\"spec\":{\"plugin\":\"%s\",\"mount\":{},\"capacity\":{\"required\":7}}}"
                        .formatted(volume, plugin));
        awaitWaiting("create-" + run);
        tables.awaitCount(0, "select count(*) from deferred_command where barrier is null");

        // When
        registry.commitTransaction();

        // Then
        assertThat(orchestrator
                        .awaitResult("create-" + run, result -> result.getWarningsCount() > 0)
                        .getWarningsList())
                .containsExactly(warning);
        orchestrator.awaitResult("create-" + run, CommandResult::hasDone);
        given().get("/v1/commands/create-" + run)
                .then()
                .body("done.note", equalTo("created"))
                .body("warnings", equalTo(List.of(warning)));
    }

    @Test
    @DisplayName("A command of an unknown type is rejected under its id, and a task's mistyped field is answered")
    void nothingVanishes() {
        // Given
        String task = "task-" + run;

        // When
        orchestrator.writeJson(HawserTopic.VOLUME_COMMANDS, volume, "clone-" + run, "hawser.v1.CloneVolume", "{}");
        orchestrator.writeJson(
                HawserTopic.TASKS, task, "task-" + run, "hawser.v1.Task", "{\"name\":\"" + task + "\",\"mount\":[]}");

        // Then
        assertThat(orchestrator
                        .awaitResult("clone-" + run, CommandResult::hasRejected)
                        .getRejected())
                .satisfies(rejected -> {
                    assertThat(rejected.getField()).isEqualTo("type");
                    assertThat(rejected.getMessage())
                            .startsWith("unknown type 'hawser.v1.CloneVolume'; ")
                            .contains("hawser.v1.CreateVolume");
                });
        assertThat(orchestrator
                        .awaitResult("task-" + run, CommandResult::hasAccepted)
                        .getWarningsList())
                .containsExactly(
                        "'mount' is unknown and ignored: Task has name, service, node, observed, desired," + " mounts");
        orchestrator.remove(HawserTopic.TASKS, task);
    }

    private void writePluginInAnOpenTransaction() {
        RecordEncoder encoder = new RecordEncoder(TopicNames.DEFAULT, "test");
        Plugin record = cluster.pluginRecord().build();
        registry.beginTransaction();
        registry.send(ProducerRecords.of(
                encoder.encode(HawserTopic.PLUGINS, plugin, "p" + run, record, Instant.EPOCH),
                topic -> HawserTopic.PLUGINS.partitions()));
        registry.flush();
    }

    private void register(String name) {
        register(name, "register-" + name, "disk");
    }

    private void register(String name, String id, String volumeId) {
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                name,
                id,
                RegisterVolume.newBuilder()
                        .setName(name)
                        .setSpec(cluster.spec())
                        .setVolumeId(volumeId)
                        .build());
    }

    /** It has to wait, and meanwhile the node repeats its reports. */
    private void registerUnderAMountThatIsReportedAgain() {
        cluster.report(MountReports.orphaned("n1-" + run, volume, "earlier"));
        tables.awaitCount(1, "select count(*) from unknown_mount where volume = ?", volume);
        register(volume, "create-" + run, "disk-" + run);
        awaitWaiting("create-" + run);
        reportAgain();
    }

    /** The same report as before; it is read when this returns. */
    private void reportAgain() {
        String before = tables.text("select max(heard)::text from unknown_mount where volume = ?", volume);
        cluster.report(MountReports.orphaned("n1-" + run, volume, "earlier"));
        tables.awaitCount(
                0, "select count(*) from unknown_mount where volume = ? and heard = ?::timestamptz", volume, before);
    }

    private void drain(String id) {
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                volume,
                id,
                UpdateVolume.newBuilder()
                        .setName(volume)
                        .setAvailability(VolumeAvailability.VOLUME_AVAILABILITY_DRAIN)
                        .build());
    }

    private void awaitWaiting(String id) {
        await(id + " waits").atMost(Duration.ofSeconds(60)).untilAsserted(() -> given().get("/v1/commands/" + id)
                .then()
                .statusCode(200)
                .body("message", containsString(id.startsWith("create") ? plugin : "earlier command"))
                .body("since", startsWith("20")));
    }

    private String rejected(String id) {
        return orchestrator
                .awaitResult(id, CommandResult::hasRejected)
                .getRejected()
                .getField();
    }

    private void awaitNothingLeft() {
        tables.awaitCount(
                0,
                "select (select count(*) from deferred_command) + (select count(*) "
                        + "from ledger_due where kind = 'deferred')");
    }
}

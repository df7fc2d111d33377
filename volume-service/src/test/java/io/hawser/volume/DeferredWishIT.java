package io.hawser.volume;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.testkit.strict.StrictPlugin;
import io.hawser.testkit.strict.StrictPluginOptions;
import io.hawser.testkit.strict.history.Event;
import io.hawser.v1.CommandResult;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Plugin;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.UpdateVolume;
import io.hawser.v1.VolumeAvailability;
import io.hawser.v1.VolumeSpec;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A plugin's record was written before the wish that names it, and cannot be read until later: its writer's transaction is open. */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class DeferredWishIT {
    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    @Inject
    DataSource database;

    private final String run = UUID.randomUUID().toString().substring(0, 8);
    private final String plugin = "p" + run;
    private final String volume = "w" + run;
    private StrictPlugin strict;
    private Orchestrator orchestrator;
    private KafkaProducer<byte[], byte[]> registry;

    @BeforeEach
    void start() throws Exception {
        strict = StrictPlugin.start(
                StrictPluginOptions.at(Files.createTempDirectory("hv").resolve("c.sock"))
                        .withName(plugin));
        orchestrator = new Orchestrator(kafka, TopicNames.DEFAULT);
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("transactional.id", "registry-" + run);
        registry = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        registry.initTransactions();
    }

    @AfterEach
    void stop() {
        registry.close();
        orchestrator.close();
        strict.close();
    }

    @Test
    @DisplayName("A wish whose plugin is not read yet waits and says so, holds back the next one, and is accepted once")
    void aWishWaitsForThePluginsRecord() {
        // Given
        writePluginInAnOpenTransaction();
        create("create-" + run);
        create("create-" + run);
        drain("drain-" + run);
        awaitWaiting("create-" + run);
        awaitWaiting("drain-" + run);

        // When
        registry.commitTransaction();

        // Then
        orchestrator.await(HawserTopic.COMMAND_RESULTS, "create-" + run, CommandResult.class, CommandResult::hasDone);
        orchestrator.await(
                HawserTopic.COMMAND_RESULTS, "drain-" + run, CommandResult.class, CommandResult::hasAccepted);
        given().get("/v1/volumes/" + volume).then().body("spec.availability", equalTo("VOLUME_AVAILABILITY_DRAIN"));
        assertThat(strict.volumes()).hasSize(1);
        awaitNothingLeft();
    }

    @Test
    @DisplayName("A wish whose plugin was never registered is rejected once everything before it has been read")
    void aWishIsRejectedOnceCaughtUp() {
        // Given
        writePluginInAnOpenTransaction();
        create("create-" + run);
        drain("drain-" + run);
        awaitWaiting("drain-" + run);

        // When
        registry.abortTransaction();

        // Then
        assertThat(rejected("create-" + run)).isEqualTo("spec.plugin");
        assertThat(rejected("drain-" + run)).isEqualTo("name");
        given().get("/v1/commands/create-" + run).then().body("rejected.field", equalTo("spec.plugin"));
        given().get("/v1/volumes/" + volume).then().statusCode(404);
        assertThat(strict.volumes()).isEmpty();
        awaitNothingLeft();
    }

    @Test
    @DisplayName("A wish undone by the next one before it began is told so, and nothing is called")
    void aWishThatIsUndoneBeforeItBeganIsToldSo() {
        // Given
        writePluginInAnOpenTransaction();
        create("create-" + run);
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                volume,
                "remove-" + run,
                RemoveVolume.newBuilder().setName(volume).build());
        awaitWaiting("create-" + run);
        awaitWaiting("remove-" + run);
        awaitNone("select count(*) from deferred_wish where barrier is null");

        // When
        registry.commitTransaction();

        // Then
        CommandResult created = orchestrator.await(
                HawserTopic.COMMAND_RESULTS, "create-" + run, CommandResult.class, CommandResult::hasDone);
        assertThat(created.getDone().getNote()).contains("removed before");
        orchestrator.await(HawserTopic.COMMAND_RESULTS, "remove-" + run, CommandResult.class, CommandResult::hasDone);
        given().get("/v1/commands/create-" + run).then().body("done.note", containsString("removed before"));
        assertThat(strict.events()).noneMatch(Event.CallArrived.class::isInstance);
        awaitNothingLeft();
    }

    private void writePluginInAnOpenTransaction() {
        RecordEncoder encoder = new RecordEncoder(TopicNames.DEFAULT, "test");
        Plugin record = StrictNodes.plugin(strict, plugin, 1);
        registry.beginTransaction();
        registry.send(ProducerRecords.of(
                encoder.encode(HawserTopic.PLUGINS, plugin, "p" + run, record, Instant.EPOCH),
                topic -> HawserTopic.PLUGINS.partitions()));
        registry.flush();
    }

    private void create(String id) {
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                volume,
                id,
                CreateVolume.newBuilder()
                        .setName(volume)
                        .setSpec(VolumeSpec.newBuilder().setPlugin(plugin).setMount(MountAccess.getDefaultInstance()))
                        .build());
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
                .body("why", containsString(id.startsWith("create") ? plugin : "earlier wish")));
    }

    private String rejected(String id) {
        return orchestrator
                .await(HawserTopic.COMMAND_RESULTS, id, CommandResult.class, CommandResult::hasRejected)
                .getRejected()
                .getField();
    }

    private void awaitNothingLeft() {
        awaitNone("select (select count(*) from deferred_wish)"
                + " + (select count(*) from ledger_due where kind = 'deferred')");
    }

    private void awaitNone(String count) {
        await(count).atMost(Duration.ofSeconds(60)).until(() -> {
            try (var connection = database.getConnection();
                    var found = connection.createStatement().executeQuery(count)) {
                found.next();
                return found.getLong(1) == 0;
            }
        });
    }
}

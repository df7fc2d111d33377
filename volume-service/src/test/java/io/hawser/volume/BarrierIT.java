package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.testkit.strict.Rpc;
import io.hawser.testkit.strict.StrictPlugin;
import io.hawser.testkit.strict.StrictPluginOptions;
import io.hawser.testkit.strict.history.Event;
import io.hawser.v1.Assignment;
import io.hawser.v1.CommandResult;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Node;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumePhase;
import io.hawser.v1.VolumeSpec;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A detach without the node's word cannot be undone, nor can a deletion: what asks for it counts only when everything that was written before has been read. Somebody
 * else's open transaction hides what stands behind it.
 */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
@QuarkusTestResource(TwoPartitions.class)
class BarrierIT {
    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    @Inject
    DataSource database;

    private final String run = UUID.randomUUID().toString().substring(0, 8);
    private final String plugin = "p" + run;
    private final String volume = "v" + run;
    private final String node = "n" + run;
    private StrictPlugin strict;
    private Orchestrator orchestrator;
    private KafkaProducer<byte[], byte[]> other;

    @BeforeEach
    void start() throws Exception {
        Path sockets = Files.createTempDirectory("hf");
        strict = StrictPlugin.start(StrictPluginOptions.at(sockets.resolve("c.sock"))
                .withName(plugin)
                .withNode(node, sockets.resolve("n.sock")));
        orchestrator = new Orchestrator(kafka, TopicNames.DEFAULT);
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("transactional.id", "other-" + run);
        other = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        other.initTransactions();
    }

    @AfterEach
    void stop() {
        other.close();
        orchestrator.close();
        strict.close();
    }

    @Test
    @DisplayName(
            "A fence detaches nothing while records of nodes written before may be unread, and does when they are read")
    void aFenceWaitsForTheRecordsOfNodes() {
        // Given
        attach();
        other.beginTransaction();
        writeToTheOtherPartition();

        // When
        writeNode(true);
        await("the fence is stored and how far to read is noted")
                .atMost(Duration.ofSeconds(60))
                .until(() -> is("select fence_barrier is not null from node where name = '" + node + "'"));
        wakeTheVolume();

        // Then
        assertThat(called(Rpc.CONTROLLER_UNPUBLISH_VOLUME)).isFalse();
        other.abortTransaction();
        await("detached").atMost(Duration.ofSeconds(60)).until(() -> called(Rpc.CONTROLLER_UNPUBLISH_VOLUME));
        assertThat(is("select fence_read from node where name = '" + node + "'"))
                .isTrue();
    }

    @Test
    @DisplayName(
            "A volume is not deleted while records written before its removal may be unread, and is when they are read")
    void aDeletionWaitsForWhatWasWrittenBefore() {
        // Given
        create();
        orchestrator.await(
                HawserTopic.VOLUMES, volume, Volume.class, v -> v.getPhase() == VolumePhase.VOLUME_PHASE_CREATED);
        other.beginTransaction();
        writeToTheOtherPartition();

        // When
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                volume,
                "r" + run,
                RemoveVolume.newBuilder().setName(volume).build());
        await("the removal is stored and how far to read is noted")
                .atMost(Duration.ofSeconds(60))
                .until(() -> is("select removal_barrier is not null from volume where name = '" + volume + "'"));
        wakeTheVolume();

        // Then
        assertThat(called(Rpc.DELETE_VOLUME)).isFalse();
        other.abortTransaction();
        orchestrator.await(HawserTopic.COMMAND_RESULTS, "r" + run, CommandResult.class, CommandResult::hasDone);
        assertThat(called(Rpc.DELETE_VOLUME)).isTrue();
    }

    private void create() {
        orchestrator.write(HawserTopic.PLUGINS, plugin, "p" + run, StrictNodes.plugin(strict, plugin, 1));
        writeNode(false);
        orchestrator.write(
                HawserTopic.FINGERPRINTS,
                node + "/" + plugin,
                "f" + run,
                StrictNodes.fingerprint(strict, plugin, node, 1));
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                volume,
                "c" + run,
                CreateVolume.newBuilder()
                        .setName(volume)
                        .setSpec(VolumeSpec.newBuilder().setPlugin(plugin).setMount(MountAccess.getDefaultInstance()))
                        .build());
    }

    private void attach() {
        create();
        orchestrator.write(
                HawserTopic.TASKS,
                "t" + run,
                "t" + run,
                Task.newBuilder()
                        .setName("t" + run)
                        .setNode(node)
                        .addMounts(TaskMount.newBuilder().setSource(volume).setTarget("/data"))
                        .build());
        orchestrator.await(
                HawserTopic.ASSIGNMENTS, node + "/" + volume, Assignment.class, a -> a.getTargetsCount() == 1);
    }

    private void writeNode(boolean fenced) {
        orchestrator.writeTo(
                0,
                HawserTopic.NODES,
                node,
                node + fenced,
                Node.newBuilder().setName(node).setFenced(fenced).build());
    }

    private void writeToTheOtherPartition() {
        var record = ProducerRecords.of(
                new RecordEncoder(TopicNames.DEFAULT, "test")
                        .encode(
                                HawserTopic.NODES,
                                "other" + run,
                                "other" + run,
                                Node.newBuilder().setName("other" + run).build(),
                                Instant.EPOCH),
                topic -> 1);
        other.send(new ProducerRecord<>(record.topic(), 1, record.key(), record.value(), record.headers()));
        other.flush();
    }

    /** A decision about it, whatever it comes to. */
    private void wakeTheVolume() {
        assertThat(is("with woken as (update ledger_due set due = clock_timestamp() where kind = 'volume' and key = '"
                        + volume + "' returning 1) select count(*) = 1 from woken"))
                .isTrue();
        await("the volume was looked at")
                .atMost(Duration.ofSeconds(60))
                .until(() -> is("select due > clock_timestamp() from ledger_due where kind = 'volume' and key = '"
                        + volume + "'"));
    }

    private boolean called(Rpc rpc) {
        return strict.events().stream()
                .anyMatch(event -> event instanceof Event.CallArrived arrived
                        && arrived.call().rpc() == rpc);
    }

    private boolean is(String query) {
        try (var connection = database.getConnection();
                var found = connection.createStatement().executeQuery(query)) {
            return found.next() && found.getBoolean(1);
        } catch (java.sql.SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}

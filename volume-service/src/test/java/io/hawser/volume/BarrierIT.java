package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.strict.call.Rpc;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Node;
import io.hawser.v1.TaskState;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A detach without the node's word cannot be undone, nor can a deletion: what asks for it counts only when everything
 * that was written before has been read. Somebody else's open transaction hides what stands behind it.
 */
@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
@QuarkusTestResource(TwoPartitions.class)
class BarrierIT extends OwnCluster {
    private final String volume = "v" + run;
    private final String node = "n" + run;
    private KafkaProducer<byte[], byte[]> other;

    @BeforeEach
    void start() throws IOException {
        open(node);
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("transactional.id", "other-" + run);
        settings.put("transaction.timeout.ms", 120_000);
        other = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        other.initTransactions();
    }

    @AfterEach
    void stop() {
        other.close();
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
        tables.awaitCount(1, "select count(*) from node where fence_barrier is not null and name = ?", node);
        wakeTheVolume();

        // Then
        assertThat(cluster.calls(Rpc.CONTROLLER_UNPUBLISH_VOLUME)).isEmpty();
        assertThat(conditions("type")).containsExactly("FenceUnconfirmed");
        assertThat(conditions("message"))
                .allSatisfy(message -> assertThat(message).contains("nodes-").contains("is read up to"));
        assertThat(conditions("since")).allSatisfy(since -> assertThat(since).startsWith("20"));
        other.abortTransaction();
        await("detached").atMost(Duration.ofSeconds(60)).until(() -> !cluster.calls(Rpc.CONTROLLER_UNPUBLISH_VOLUME)
                .isEmpty());
        assertThat(tables.count("select count(*) from node where fence_read and name = ?", node))
                .isEqualTo(1);
        assertThat(conditions("type")).isEmpty();
    }

    @Test
    @DisplayName(
            "A volume is not deleted while records written before its removal may be unread, and is when they are read")
    void aDeletionWaitsForWhatWasWrittenBefore() {
        // Given
        create();
        orchestrator.awaitCreated(volume);
        other.beginTransaction();
        writeToTheOtherPartition();

        // When
        cluster.remove(volume, "r" + run);
        tables.awaitCount(1, "select count(*) from volume where removal_barrier is not null and name = ?", volume);
        wakeTheVolume();

        // Then
        assertThat(cluster.calls(Rpc.DELETE_VOLUME)).isEmpty();
        other.abortTransaction();
        orchestrator.awaitResult("r" + run, CommandResult::hasDone);
        assertThat(cluster.calls(Rpc.DELETE_VOLUME)).isNotEmpty();
    }

    @Test
    @DisplayName("A removal is woken when what was written before it is read, long before it would look for itself")
    void aRemovalIsWokenWhenItsBarrierIsReached() {
        // Given
        create();
        orchestrator.awaitCreated(volume);
        other.beginTransaction();
        writeToTheOtherPartition();
        cluster.remove(volume, "r" + run);
        tables.awaitCount(1, "select count(*) from volume where removal_barrier is not null and name = ?", volume);
        putOffForAnHour();

        // When
        other.abortTransaction();

        // Then
        orchestrator.awaitResult("r" + run, CommandResult::hasDone);
    }

    /** While nobody decides about the volume. */
    private void putOffForAnHour() {
        assertThat(tables.count(
                        "with idle as (select name from volume where name = ? for update), "
                                + "later as (update ledger_due set due = now() + interval '1 hour' "
                                + "where kind = 'volume' and key = (select name from idle) returning 1)"
                                + " select count(*) from later",
                        volume))
                .isEqualTo(1);
    }

    private List<String> conditions(String field) {
        return Lists.all(
                "/v1/nodes", "items.findAll { it.node.name == '" + node + "' }.conditions." + field + ".flatten()");
    }

    private void create() {
        cluster.register(cluster.pluginRecord());
        writeNode(false);
        cluster.fingerprint(node);
        cluster.create(volume, "c" + run);
    }

    private void attach() {
        create();
        cluster.task("t" + run, node, volume, TaskState.TASK_STATE_PENDING);
        orchestrator.awaitAssigned(node, volume);
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
        assertThat(tables.count(
                        "with woken as (update ledger_due set due = clock_timestamp() "
                                + "where kind = 'volume' and key = ? returning 1)"
                                + " select count(*) from woken",
                        volume))
                .isEqualTo(1);
        tables.awaitCount(
                1,
                "select count(*) from ledger_due where due > clock_timestamp() and kind = 'volume' and key = ?",
                volume);
    }
}

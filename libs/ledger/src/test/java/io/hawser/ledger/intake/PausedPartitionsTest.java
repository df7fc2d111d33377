package io.hawser.ledger.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.position.kafka.Cursors;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PausedPartitionsTest {
    private static final TopicPartition TASKS = new TopicPartition("hawser.tasks", 0);
    private static final TopicPartition NODES = new TopicPartition("hawser.nodes", 0);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final Cursors cursors = new Cursors();
    private final PausedPartitions paused = new PausedPartitions(cursors, null);

    @BeforeEach
    void assign() {
        consumer.assign(List.of(TASKS, NODES));
        consumer.updateBeginningOffsets(Map.of(TASKS, 0L, NODES, 0L));
        cursors.set(TASKS, new LogPartition("1", TASKS.topic(), 0), 5);
        cursors.set(NODES, new LogPartition("2", NODES.topic(), 0), 7);
        consumer.seek(TASKS, 9);
        consumer.seek(NODES, 9);
    }

    @Test
    @DisplayName("A partition rests at its cursor, and the others are read")
    void rests() {
        paused.pause(consumer, TASKS, true);
        assertThat(consumer.paused()).containsExactly(TASKS);
        assertThat(consumer.position(TASKS)).isEqualTo(5);
        assertThat(consumer.position(NODES)).isEqualTo(9);
        paused.resume(consumer, TASKS::equals);
        assertThat(consumer.paused()).isEmpty();
    }

    @Test
    @DisplayName("One that is let go before it rests is read again from its cursor")
    void letGoBefore() {
        paused.pause(consumer, TASKS, false);
        assertThat(consumer.paused()).isEmpty();
        assertThat(consumer.position(TASKS)).isEqualTo(5);
    }

    @Test
    @DisplayName("Where all partitions rest each goes on for itself")
    void allRest() {
        paused.pause(consumer, TASKS, true);
        paused.pause(consumer, NODES, true);
        paused.resume(consumer, TASKS::equals);
        assertThat(consumer.paused()).containsExactly(NODES);
    }

    @Test
    @DisplayName("While the connector has no room nothing is resumed before it resumes everything")
    void theConnectorHasNoRoom() {
        paused.pause(consumer, TASKS, true);
        consumer.pause(consumer.assignment());
        paused.resume(consumer, TASKS::equals);
        assertThat(consumer.paused()).containsExactlyInAnyOrder(TASKS, NODES);
    }

    @Test
    @DisplayName("A partition that was taken away is left alone")
    void takenAway() {
        consumer.assign(List.of(NODES));
        consumer.seek(NODES, 9);
        paused.pause(consumer, TASKS, true);
        assertThat(consumer.paused()).isEmpty();
    }
}

package io.hawser.ledger.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.ledger.ReplicaSettings;
import io.hawser.ledger.position.LogBounds;
import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.position.kafka.Cursors;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class IntakeProgressTest {
    private static final TopicPartition UNREAD = new TopicPartition("hawser.tasks", 0);
    private static final TopicPartition READ = new TopicPartition("hawser.tasks", 1);
    private static final TopicPartition HELD_BACK = new TopicPartition("hawser.tasks", 2);
    private static final TopicPartition STOPPED = new TopicPartition("hawser.tasks", 3);
    private static final List<TopicPartition> ALL = List.of(UNREAD, READ, HELD_BACK, STOPPED);
    private static final long END = 9;
    private static final LogBounds LOG = new LogBounds(2, END);

    private final Cursors cursors = new Cursors();
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private boolean broker = true;
    private boolean answers = true;

    private final IntakeProgress progress = new IntakeProgress(
            cursors,
            new ReadingOrder(null, null, null, null, null, () -> false, null) {
                @Override
                boolean holdsBack(TopicPartition partition) {
                    return partition.equals(HELD_BACK);
                }
            },
            new StoppedPartitions(null, null, new SimpleMeterRegistry()) {
                @Override
                boolean rests(TopicPartition partition) {
                    return partition.equals(STOPPED);
                }
            },
            new Heartbeats(10_000, null, null) {
                @Override
                boolean missed(Consumer<?, ?> of) {
                    return !broker;
                }
            },
            new BrokerLogs(null) {
                @Override
                Uni<Map<TopicPartition, LogBounds>> bounds(Collection<TopicPartition> partitions) {
                    return answers
                            ? Uni.createFrom()
                                    .item(partitions.stream()
                                            .collect(Collectors.toMap(Function.identity(), partition -> LOG)))
                            : Uni.createFrom().failure(new TimeoutException("no answer"));
                }
            },
            // A cursor that is found where it was stands too long.
            ReplicaSettings.with(Map.of("hawser.ledger.intake.stands-still-after", "0s")));

    @Test
    @DisplayName("A consumer that has not joined its group says so, and nothing else")
    void inNoGroup() {
        // Given
        try (KafkaConsumer<byte[], byte[]> alone = new KafkaConsumer<>(
                Map.of("bootstrap.servers", "localhost:1", "group.id", "alone"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            alone.assign(ALL);

            // When
            List<String> troubles = troubles(alone);

            // Then
            assertThat(troubles).containsExactly("it is in no consumer group");
        }
    }

    @Test
    @DisplayName("A consumer whose heartbeats are missed says that the broker is away, and asks it nothing")
    void noHeartbeat() {
        // Given
        assigned();
        broker = false;

        // When
        List<String> troubles = troubles(consumer);

        // Then
        assertThat(troubles).containsExactly("no heartbeat for longer than PT10S: the broker is away");
    }

    @Test
    @DisplayName("An assigned partition without a cursor is named, and one that is read to its end is not")
    void neverSought() {
        // Given
        assigned();
        ALL.stream().filter(partition -> !partition.equals(UNREAD)).forEach(partition -> cursor(partition, END));

        // When
        List<String> troubles = troubles(consumer);

        // Then
        assertThat(troubles).containsExactly("hawser.tasks-0 is assigned and was never sought");
    }

    @Test
    @DisplayName("A cursor that stands before records is named after a while, "
            + "but not where the partition is not to be read now")
    void standsBeforeRecords() {
        // Given
        assigned();
        ALL.forEach(partition -> cursor(partition, partition.equals(READ) ? END : 5));
        assertThat(troubles(consumer)).isEmpty();

        // When
        await().until(() -> !troubles(consumer).isEmpty());

        // Then
        assertThat(troubles(consumer))
                .singleElement()
                .asString()
                .matches("hawser\\.tasks-0 has been at 5 for \\d+ s, its end is 9");
    }

    @Test
    @DisplayName("A cursor outside the log is named immediately")
    void outsideTheLog() {
        // Given
        assigned();
        cursor(UNREAD, 1);
        ALL.stream().filter(partition -> !partition.equals(UNREAD)).forEach(partition -> cursor(partition, END));

        // When
        List<String> troubles = troubles(consumer);

        // Then
        assertThat(troubles).singleElement().asString().contains("1 of hawser.tasks-0 lies before the log's start 2");
    }

    @Test
    @DisplayName("A broker that does not say where the logs end is no trouble by itself: heartbeats tell")
    void noAnswer() {
        // Given
        assigned();
        cursor(READ, END);
        answers = false;

        // When
        List<String> troubles = troubles(consumer);

        // Then
        assertThat(troubles).hasSize(ALL.size() - 1).allMatch(trouble -> trouble.endsWith("was never sought"));
    }

    private void assigned() {
        consumer.assign(ALL);
    }

    private List<String> troubles(Consumer<?, ?> of) {
        return progress.troubles(progress.membership(of)).await().indefinitely();
    }

    private void cursor(TopicPartition partition, long next) {
        cursors.set(partition, new LogPartition("id", partition.topic(), partition.partition()), next);
    }
}

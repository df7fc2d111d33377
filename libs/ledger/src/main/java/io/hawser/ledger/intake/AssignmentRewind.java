package io.hawser.ledger.intake;

import io.hawser.ledger.catchup.work.Rewind;
import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.position.kafka.Cursors;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Treats the partitions as newly assigned: their content may have been acted on ({@link Backlog}), and topics are read
 * in their order ({@link ReadingOrder}).
 */
@ApplicationScoped
class AssignmentRewind implements Rewind {
    private final PositionedAssignment assignment;
    private final Cursors cursors;
    private final KafkaClientService kafka;

    AssignmentRewind(@Identifier("intake") PositionedAssignment assignment, Cursors cursors, KafkaClientService kafka) {
        this.assignment = assignment;
        this.cursors = cursors;
        this.kafka = kafka;
    }

    @Override
    public Uni<Void> toStoredPositions(Set<LogPartition> logs) {
        return kafka.<byte[], byte[]>getConsumer("intake").runOnPollingThread(consumer -> {
            begin(consumer, logs);
        });
    }

    private void begin(Consumer<?, ?> consumer, Set<LogPartition> logs) {
        List<TopicPartition> ours = cursors.all().entrySet().stream()
                .filter(cursor -> logs.contains(cursor.getValue().log()))
                .map(Map.Entry::getKey)
                .filter(consumer.assignment()::contains)
                .toList();
        assignment.onPartitionsAssigned(consumer, ours);
    }
}

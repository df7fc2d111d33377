package io.hawser.ledger.intake;

import io.hawser.ledger.position.kafka.Cursors;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * Pauses partitions that are not to be read now, so that nothing is fetched from them. The connector pauses and resumes
 * all partitions for its own reasons, so records of such a partition may still arrive; then it is paused again.
 */
@ApplicationScoped
public class PausedPartitions {
    private static final Logger LOG = Logger.getLogger(PausedPartitions.class);

    private final Cursors cursors;
    private final KafkaClientService kafka;
    /** The partitions that the connector did not pause. Used only on the polling thread. */
    private final Set<TopicPartition> ours = new HashSet<>();

    public PausedPartitions(Cursors cursors, KafkaClientService kafka) {
        this.cursors = cursors;
        this.kafka = kafka;
    }

    /**
     * Seeks to the cursor, and reads nothing until {@link #resume}. Never fails.
     *
     * @param still whether the partition is still to be paused, checked on the polling thread, where a later resume
     *     follows
     */
    Uni<Void> pause(TopicPartition partition, Predicate<TopicPartition> still) {
        return kafka.<byte[], byte[]>getConsumer("intake")
                .runOnPollingThread(consumer -> {
                    pause(consumer, partition, still.test(partition));
                })
                .onFailure()
                .invoke(failure -> LOG.warnf("%s cannot be paused: %s", partition, failure.getMessage()))
                .onFailure()
                .recoverWithNull();
    }

    void pause(Consumer<?, ?> consumer, TopicPartition partition, boolean rests) {
        cursors.of(partition)
                .filter(cursor -> consumer.assignment().contains(partition))
                .ifPresent(cursor -> {
                    PolledOffsets.sought(partition, cursor.next());
                    consumer.seek(partition, cursor.next());
                    if (rests) {
                        ours.add(partition);
                        consumer.pause(List.of(partition));
                    }
                });
    }

    /** Reads them again, if this process still has them. */
    void resume(Predicate<TopicPartition> which) {
        kafka.<byte[], byte[]>getConsumer("intake")
                .runOnPollingThread(consumer -> {
                    resume(consumer, which);
                })
                .subscribe()
                .with(done -> {}, failure -> LOG.warnf("partitions cannot be resumed: %s", failure.getMessage()));
    }

    void resume(Consumer<?, ?> consumer, Predicate<TopicPartition> which) {
        Set<TopicPartition> paused = consumer.paused();
        // If other partitions are paused too, the connector has no room and will resume all of them.
        if (ours.containsAll(paused)) {
            consumer.resume(paused.stream().filter(which).toList());
        }
        ours.removeIf(which);
        ours.retainAll(consumer.assignment());
    }
}

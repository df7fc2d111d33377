package io.hawser.ledger.intake;

import io.hawser.ledger.LedgerConfig;
import io.hawser.ledger.position.Cursors;
import io.hawser.ledger.position.PositionRows;
import io.hawser.ledger.position.PositionRows.LogPartition;
import io.hawser.ledger.tx.Transactions;
import io.quarkus.runtime.Quarkus;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.KafkaConsumerRebalanceListener;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * Seeks every partition that this process is given to its stored position, or to the log's start where none is stored. Called on the
 * connector's polling thread, where blocking is in order.
 */
@ApplicationScoped
@Identifier("intake")
public class PositionedAssignment implements KafkaConsumerRebalanceListener {
    private static final Logger LOG = Logger.getLogger(PositionedAssignment.class);

    private final LedgerConfig config;
    private final Cursors cursors;
    private final ReadingOrder order;
    private final Backlog backlog;
    private final Transactions transactions;
    private final Map<String, Object> kafka;

    public PositionedAssignment(
            LedgerConfig config,
            Cursors cursors,
            ReadingOrder order,
            Backlog backlog,
            Transactions transactions,
            @Identifier("default-kafka-broker") Map<String, Object> kafka) {
        this.config = config;
        this.cursors = cursors;
        this.order = order;
        this.backlog = backlog;
        this.transactions = transactions;
        this.kafka = kafka;
    }

    @Override
    public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        if (partitions.isEmpty()) {
            return;
        }
        Map<String, String> topicIds = topicIds(partitions);
        Map<TopicPartition, Long> starts = consumer.beginningOffsets(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        backlog.assigned(ends);
        order.assigned(partitions);
        for (TopicPartition partition : partitions) {
            LogPartition log =
                    new LogPartition(topicIds.get(partition.topic()), partition.topic(), partition.partition());
            long start = starts.get(partition);
            OptionalLong stored = await(transactions.run(tx -> PositionRows.load(tx.statements(), config.service(), log)
                    .chain(found -> found.isPresent()
                            ? Uni.createFrom().item(found)
                            : PositionRows.create(tx.statements(), config.service(), log, start)
                                    .replaceWith(found))));
            long next = stored.orElse(start);
            refuseOutside(partition, next, start, ends.get(partition));
            PolledOffsets.sought(partition, next);
            consumer.seek(partition, next);
            cursors.set(partition, log, next);
            LOG.debugf("%s assigned, reading from %d", partition, next);
        }
    }

    /** Records between the two are lost to us, or the log is not the one that we read: nobody but a person can decide what that means. */
    private void refuseOutside(TopicPartition partition, long next, long start, long end) {
        // A committed reader's end can lie below a position that a marker moved; the log's start cannot lie above one.
        if (next < start) {
            String sentence =
                    "the stored position " + next + " of " + partition + " lies before the log's start " + start
                            + " (its end is " + end
                            + "): records are gone that this service never read. Restore the topic, or move the"
                            + " position in table ledger_position by hand, knowing what was lost.";
            LOG.fatal(sentence);
            Quarkus.asyncExit(1);
            throw new IllegalStateException(sentence);
        }
    }

    @Override
    public void onPartitionsRevoked(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        partitions.forEach(cursors::forget);
    }

    @Override
    public void onPartitionsLost(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        partitions.forEach(cursors::forget);
    }

    private Map<String, String> topicIds(Collection<TopicPartition> partitions) {
        Set<String> topics = partitions.stream().map(TopicPartition::topic).collect(Collectors.toSet());
        try (Admin admin = Admin.create(kafka)) {
            return admin.describeTopics(topics).allTopicNames().get().entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey,
                            entry -> entry.getValue().topicId().toString()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading topic ids", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot read the ids of " + topics, e.getCause());
        }
    }

    /** For as long as it takes: a partition without position must not be read. */
    private static <T> T await(Uni<T> database) {
        return database.onFailure()
                .invoke(failure -> LOG.warnf("cannot read positions yet: %s", failure.getMessage()))
                .onFailure()
                .retry()
                .withBackOff(Duration.ofMillis(200), Duration.ofSeconds(5))
                .indefinitely()
                .await()
                .indefinitely();
    }
}

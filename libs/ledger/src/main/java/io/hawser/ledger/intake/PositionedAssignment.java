package io.hawser.ledger.intake;

import io.hawser.ledger.position.LogBounds;
import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.position.db.PositionRows;
import io.hawser.ledger.position.kafka.Cursors;
import io.hawser.ledger.topic.kafka.TopicWatch;
import io.hawser.ledger.tx.db.Periodic;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.quarkus.runtime.Quarkus;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.smallrye.reactive.messaging.kafka.KafkaConsumerRebalanceListener;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jboss.logging.Logger;

/**
 * Seeks every assigned partition to its stored position, or to the log's start if none is stored. Called on the
 * connector's polling thread, where it may block without limit. Only a partition that is gone is not waited for,
 * because the others would not be read: it has no cursor, so nothing of it is applied, until it is there again. It is
 * gone with its topic, or if the topic was made again with fewer partitions: the client keeps it until it polls.
 */
@ApplicationScoped
@Identifier("intake")
public class PositionedAssignment implements KafkaConsumerRebalanceListener {
    private static final Logger LOG = Logger.getLogger(PositionedAssignment.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LAST_PAUSE = Duration.ofSeconds(5);
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final LedgerConfig config;
    private final Cursors cursors;
    private final ReadingOrder order;
    private final Backlog backlog;
    private final StoppedPartitions stopped;
    private final Transactions transactions;
    private final TopicWatch watch;
    private final Admin admin;

    @Produces
    final Periodic looks;

    public PositionedAssignment(
            LedgerConfig config,
            Cursors cursors,
            ReadingOrder order,
            Backlog backlog,
            StoppedPartitions stopped,
            Transactions transactions,
            TopicWatch watch,
            Admin admin,
            KafkaClientService kafka,
            Vertx vertx) {
        this.config = config;
        this.cursors = cursors;
        this.order = order;
        this.backlog = backlog;
        this.stopped = stopped;
        this.transactions = transactions;
        this.watch = watch;
        this.admin = admin;
        this.looks = new Periodic(
                vertx,
                LOOK_AGAIN,
                () -> kafka.<byte[], byte[]>getConsumer("intake").runOnPollingThread(this::takeUp),
                failure -> LOG.debugf("looking for topics that are back failed: %s", failure.getMessage()));
    }

    @Override
    public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        Duration pause = FIRST_PAUSE;
        while (!partitions.isEmpty()) {
            Map<TopicPartition, String> gone = new HashMap<>();
            partitions.forEach(partition -> gone(partition).ifPresent(message -> gone.put(partition, message)));
            try {
                gone.forEach((partition, message) -> leave(consumer, partition, message));
                assign(
                        consumer,
                        partitions.stream()
                                .filter(partition -> !gone.containsKey(partition))
                                .toList());
                return;
            } catch (OutsideLogException | WakeupException | InterruptException e) {
                // Waiting does not help: a person must act, or the service ends.
                throw e;
            } catch (RuntimeException e) {
                // Thrown from here, it would leave partitions without a seek: each poll would fail without a report.
                LOG.warnf("%s cannot be read yet, trying again: %s", partitions, e.getMessage());
                pause = sleep(pause);
            }
        }
    }

    /** Why the partition is not there, for a person; empty if it may be there. */
    private Optional<String> gone(TopicPartition partition) {
        String topic = partition.topic();
        return watch.lost().contains(topic)
                ? Optional.of("its topic is gone; make it again with " + watch.command(topic))
                : watch.present(topic)
                        .map(TopicWatch.Life::partitions)
                        .filter(count -> partition.partition() >= count)
                        .map(count -> "its topic had " + count
                                + " partitions when it was looked at last; it is read once the topic has it");
    }

    /** Kafka's client needs an offset, or each poll of any partition would fail. */
    private void leave(Consumer<?, ?> consumer, TopicPartition partition, String message) {
        LOG.warnf("%s is not read: %s", partition, message);
        cursors.forget(partition);
        consumer.seek(partition, 0);
    }

    /** Assigns the partitions that were left because they were gone. To be called on the polling thread. */
    void takeUp(Consumer<?, ?> consumer) {
        onPartitionsAssigned(
                consumer,
                consumer.assignment().stream()
                        .filter(partition -> cursors.of(partition).isEmpty()
                                && gone(partition).isEmpty())
                        .toList());
    }

    private static Duration sleep(Duration pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
        return pause.multipliedBy(2).compareTo(LAST_PAUSE) < 0 ? pause.multipliedBy(2) : LAST_PAUSE;
    }

    private void assign(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        if (partitions.isEmpty()) {
            return;
        }
        // First, because this call ends when the consumer is closed; no other call here does.
        Map<TopicPartition, Long> starts = consumer.beginningOffsets(partitions);
        Map<String, String> topicIds = topicIds(partitions);
        Map<TopicPartition, LogPartition> logs = new HashMap<>();
        partitions.forEach(partition -> logs.put(
                partition,
                new LogPartition(
                        Objects.requireNonNull(topicIds.get(partition.topic())),
                        partition.topic(),
                        partition.partition())));
        Map<TopicPartition, Long> stored = new HashMap<>();
        logs.forEach((partition, log) ->
                stored.put(partition, position(log, Objects.requireNonNull(starts.get(partition)))));
        // Only now: until the position was loaded, the partition's last owner may have read on and moved it.
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        backlog.assigned(ends);
        order.assigned(partitions);
        stored.forEach((partition, next) -> {
            LogPartition log = Objects.requireNonNull(logs.get(partition));
            new LogBounds(Objects.requireNonNull(starts.get(partition)), Objects.requireNonNull(ends.get(partition)))
                    .outside(log, next)
                    .ifPresent(this::stop);
            PolledOffsets.sought(partition, next);
            consumer.seek(partition, next);
            cursors.set(partition, log, next);
            LOG.debugf("%s assigned, reading from %d", partition, next);
        });
    }

    /** The stored position, or the log's start, which is then stored. */
    private long position(LogPartition log, long start) {
        return await(transactions.run(tx -> PositionRows.load(tx.statements(), config.service(), log)
                        .chain(found -> found.isPresent()
                                ? Uni.createFrom().item(found)
                                : PositionRows.create(tx.statements(), config.service(), log, start)
                                        .replaceWith(found))))
                .orElse(start);
    }

    private void stop(String sentence) {
        LOG.fatal(sentence);
        exit();
        throw new OutsideLogException(sentence);
    }

    /** Time does not end this. */
    private static final class OutsideLogException extends IllegalStateException {
        OutsideLogException(String sentence) {
            super(sentence);
        }
    }

    /** A separate method, because a test must survive it. */
    void exit() {
        Quarkus.asyncExit(1);
    }

    @Override
    public void onPartitionsRevoked(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        partitions.forEach(cursors::forget);
        stopped.forget(partitions);
    }

    @Override
    public void onPartitionsLost(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        onPartitionsRevoked(consumer, partitions);
    }

    private Map<String, String> topicIds(Collection<TopicPartition> partitions) {
        Set<String> topics = partitions.stream().map(TopicPartition::topic).collect(Collectors.toSet());
        try {
            return admin.describeTopics(topics).allTopicNames().get().entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey,
                            entry -> entry.getValue().topicId().toString()));
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot read the ids of " + topics, e.getCause());
        }
    }

    /** Retries without limit: a partition without a position must not be read. */
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

package io.hawser.ledger.catchup.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.catchup.Barrier;
import io.hawser.ledger.position.LogBounds;
import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.position.db.EarlierLives;
import io.hawser.ledger.position.db.PositionRows;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Notes the ends of logs, and tells whether this service has read that far. Only then does a missing record prove
 * anything.
 */
@ApplicationScoped
public class CatchUp {
    /** Pause before unread logs are checked again. */
    public static final Duration LOOK_AGAIN = Duration.ofMillis(250);

    private static final Duration CLOSE = Duration.ofSeconds(2);

    // An open foreign transaction limits a committed reader's end, but not the high watermark.
    private static final ListOffsetsOptions HIGH_WATERMARK = new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED);

    private final LedgerConfig config;
    private final TopicNames names;
    private final Transactions transactions;
    private final Map<String, Object> kafka;
    private @Nullable Admin admin;
    private boolean closed;

    public CatchUp(
            LedgerConfig config,
            TopicNames names,
            Transactions transactions,
            @Identifier("default-kafka-broker") Map<String, Object> kafka) {
        this.transactions = transactions;
        this.config = config;
        this.names = names;
        this.kafka = kafka;
    }

    private synchronized Admin admin() {
        if (closed) {
            throw new IllegalStateException("this service ends");
        }
        if (admin == null) {
            admin = Admin.create(kafka);
        }
        return admin;
    }

    private synchronized Optional<Admin> end() {
        closed = true;
        return Optional.ofNullable(admin);
    }

    /** Holds no lock meanwhile: the client ends after the answers under way, and what they lead to asks for it. */
    @PreDestroy
    void close() {
        end().ifPresent(open -> open.close(CLOSE));
    }

    /**
     * The present high watermarks of these topics. To be noted after the guarded command has been read. Fails while a
     * topic is missing, or was created again and is not declared complete, or if one of its logs has lost its end: a
     * watermark below the stored position would count as reached, although nothing that came since was read.
     */
    public Uni<Barrier> barrier(Collection<HawserTopic> topics) {
        // The positions first: in a sound log a watermark that is noted later is not below them.
        return transactions
                .single(statements -> PositionRows.all(statements, config.service()))
                .chain(read -> present(topics).chain(present -> transactions
                        .single(statements -> EarlierLives.open(statements, config.service(), present.ids()))
                        .chain(open -> {
                            if (!open.isEmpty()) {
                                throw new IllegalStateException(open + " made again, and not known to be complete");
                            }
                            return whole(present, read);
                        })));
    }

    private Uni<Barrier> whole(Present present, Map<LogPartition, Long> read) {
        return read.entrySet().stream()
                .filter(next -> next.getKey()
                        .topicId()
                        .equals(present.ids().get(next.getKey().topic())))
                .filter(next -> next.getValue() > present.end(next.getKey()))
                .findFirst()
                .map(beyond -> start(beyond.getKey()).<Barrier>map(start -> {
                    throw new IllegalStateException(new LogBounds(start, present.end(beyond.getKey()))
                            .outside(beyond.getKey(), beyond.getValue())
                            .orElseThrow());
                }))
                .orElseGet(() -> Uni.createFrom().item(present.barrier()));
    }

    private Uni<Long> start(LogPartition log) {
        TopicPartition partition = new TopicPartition(log.topic(), log.partition());
        return Uni.createFrom()
                .completionStage(() -> admin().listOffsets(Map.of(partition, OffsetSpec.earliest()))
                        .partitionResult(partition)
                        .toCompletionStage())
                .map(ListOffsetsResultInfo::offset)
                .emitOn(Infrastructure.getDefaultExecutor());
    }

    /** As {@link #barrier}, also with what the topics are, without checking that they are complete. */
    public Uni<Present> present(Collection<HawserTopic> topics) {
        return Uni.createFrom()
                .completionStage(() -> admin().describeTopics(
                                topics.stream().map(names::of).toList())
                        .allTopicNames()
                        .toCompletionStage())
                .chain(described ->
                        ends(described).map(barrier -> new Present(ids(described), counts(described), barrier)))
                // The next steps must not block Kafka's own thread.
                .emitOn(Infrastructure.getDefaultExecutor());
    }

    /** Whether {@link #present} failed because a topic is missing. */
    public static boolean isGone(Throwable failure) {
        return failure instanceof UnknownTopicOrPartitionException
                || failure.getCause() instanceof UnknownTopicOrPartitionException;
    }

    /**
     * @param ids Kafka's topic ids, by full name
     * @param partitions how many each topic has, also those without records
     */
    public record Present(Map<String, String> ids, Map<String, Integer> partitions, Barrier barrier) {
        public Present {
            ids = Map.copyOf(ids);
            partitions = Map.copyOf(partitions);
        }

        /** Also of a partition that was empty. */
        private long end(LogPartition log) {
            return barrier.ends().getOrDefault(log, 0L);
        }
    }

    private static Map<String, String> ids(Map<String, TopicDescription> described) {
        Map<String, String> ids = new HashMap<>();
        described.forEach((name, topic) -> ids.put(name, topic.topicId().toString()));
        return ids;
    }

    private static Map<String, Integer> counts(Map<String, TopicDescription> described) {
        Map<String, Integer> counts = new HashMap<>();
        described.forEach((name, topic) -> counts.put(name, topic.partitions().size()));
        return counts;
    }

    private Uni<Barrier> ends(Map<String, TopicDescription> topics) {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        topics.forEach((topic, description) -> description
                .partitions()
                .forEach(partition ->
                        wanted.put(new TopicPartition(topic, partition.partition()), OffsetSpec.latest())));
        return Uni.createFrom()
                .completionStage(
                        () -> admin().listOffsets(wanted, HIGH_WATERMARK).all().toCompletionStage())
                .map(ends -> {
                    Map<LogPartition, Long> byLog = new HashMap<>();
                    ends.forEach((partition, end) -> {
                        if (end.offset() > 0) {
                            String id = Objects.requireNonNull(topics.get(partition.topic()))
                                    .topicId()
                                    .toString();
                            byLog.put(new LogPartition(id, partition.topic(), partition.partition()), end.offset());
                        }
                    });
                    return new Barrier(byLog);
                });
    }

    /** Ends when this service has read the present content of these topics. Never fails: it retries without limit. */
    public Uni<Void> awaitRead(Collection<HawserTopic> topics) {
        return barrier(topics)
                .onFailure()
                .retry()
                .withBackOff(LOOK_AGAIN, Duration.ofSeconds(5))
                .indefinitely()
                .chain(barrier -> Uni.createFrom()
                        .deferred(() -> transactions.run(this::positions))
                        .map(barrier::reachedBy)
                        .onFailure()
                        .recoverWithItem(false)
                        .repeat()
                        .withDelay(LOOK_AGAIN)
                        .until(reached -> reached)
                        .onItem()
                        .ignoreAsUni());
    }

    /** The stored positions of this service, for {@link Barrier#reachedBy}. */
    public Uni<Map<LogPartition, Long>> positions(LedgerTransaction tx) {
        return PositionRows.all(tx.statements(), config.service());
    }

    /** Whether this service has read far enough for a stored barrier. */
    public Uni<Predicate<String>> reached(LedgerTransaction tx) {
        // Many rows have the same barrier.
        Map<String, Boolean> known = new HashMap<>();
        return positions(tx)
                .map(positions -> barrier -> known.computeIfAbsent(
                        barrier, text -> Barrier.parse(text).reachedBy(positions)));
    }
}

package io.hawser.ledger.catchup;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.LedgerConfig;
import io.hawser.ledger.position.EarlierLives;
import io.hawser.ledger.position.PositionRows;
import io.hawser.ledger.position.PositionRows.LogPartition;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.Transactions;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Notes how long the logs are, and says whether this service has read that far. Silence proves something only then. */
@ApplicationScoped
public class CatchUp {
    /** How long until the next look at what is still to be read. */
    public static final Duration LOOK_AGAIN = Duration.ofMillis(250);

    // A committed reader's end hides records behind an open foreign transaction; the high watermark does not.
    private static final ListOffsetsOptions HIGH_WATERMARK = new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED);

    private final LedgerConfig config;
    private final TopicNames names;
    private final Transactions transactions;
    private final Map<String, Object> kafka;
    private Admin admin;

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
        if (admin == null) {
            admin = Admin.create(kafka);
        }
        return admin;
    }

    @PreDestroy
    synchronized void close() {
        if (admin != null) {
            admin.close();
        }
    }

    /**
     * The high watermarks of these topics now. Ask after the command that it guards has been read. Fails while one of
     * them is gone, or was made again and nobody has said that it is complete.
     */
    public Uni<Barrier> barrier(Collection<HawserTopic> topics) {
        return present(topics).chain(present -> transactions
                .single(statements -> EarlierLives.open(statements, config.service(), present.ids()))
                .map(open -> {
                    if (!open.isEmpty()) {
                        throw new IllegalStateException(open + " made again, and not known to be complete");
                    }
                    return present.barrier();
                }));
    }

    /** The same without asking whether they are complete, and which topics these are, by full name. */
    public Uni<Present> present(Collection<HawserTopic> topics) {
        return Uni.createFrom()
                .completionStage(() -> admin().describeTopics(
                                topics.stream().map(names::of).toList())
                        .allTopicNames()
                        .toCompletionStage())
                .chain(described -> ends(described).map(barrier -> new Present(ids(described), barrier)))
                // Kafka's own thread must not be kept by what comes next.
                .emitOn(Infrastructure.getDefaultExecutor());
    }

    /** @param ids Kafka's, by full name */
    public record Present(Map<String, String> ids, Barrier barrier) {
        public Present {
            ids = Map.copyOf(ids);
        }
    }

    private static Map<String, String> ids(Map<String, TopicDescription> described) {
        Map<String, String> ids = new HashMap<>();
        described.forEach((name, topic) -> ids.put(name, topic.topicId().toString()));
        return ids;
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
                            String id = topics.get(partition.topic()).topicId().toString();
                            byLog.put(new LogPartition(id, partition.topic(), partition.partition()), end.offset());
                        }
                    });
                    return new Barrier(byLog);
                });
    }

    /**
     * Ends when this service has read what stands in these topics now. Never fails: asks again for as long as it takes.
     */
    public Uni<Void> reached(Collection<HawserTopic> topics, Transactions transactions) {
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

    /** Whether barriers, as stored, are reached by what this service has read now. */
    public Uni<Predicate<String>> reached(LedgerTransaction tx) {
        return positions(tx).map(positions -> barrier -> Barrier.parse(barrier).reachedBy(positions));
    }
}

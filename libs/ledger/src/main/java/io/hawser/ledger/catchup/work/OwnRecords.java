package io.hawser.ledger.catchup.work;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads a topic that this service writes itself. The topic has what an older copy of the database lacks. */
@ApplicationScoped
public class OwnRecords {
    private final CatchUp catchUp;
    private final TopicNames names;
    private final Map<String, Object> kafka;

    public OwnRecords(
            CatchUp catchUp, TopicNames names, @Identifier("default-kafka-broker") Map<String, Object> kafka) {
        this.catchUp = catchUp;
        this.names = names;
        this.kafka = kafka;
    }

    /** Those of the keys whose records on the topic have a successor that is not sent yet. */
    public Uni<Set<String>> superseded(LedgerTransaction tx, HawserTopic topic, Collection<String> keys) {
        return keys.isEmpty()
                ? Uni.createFrom().item(Set.of())
                : tx.statements()
                        .select(
                                "select distinct key from ledger_outbox where topic = $1 and key = any($2)",
                                names.of(topic),
                                keys.toArray(String[]::new))
                        .map(rows -> rows.stream().map(row -> (String) row[0]).collect(Collectors.toSet()));
    }

    /**
     * Passes on the last record of each key, partition by partition and some hundreds at a time, without tombstones.
     * {@link KeysElsewhere} says when a record counts that is in another partition than its key's. Reads up to the
     * log's end at the time of the call. A missing topic has no records.
     *
     * @param from by the records' times; {@link Instant#EPOCH} for all
     */
    public <T extends Message> Uni<Void> since(
            HawserTopic topic, Instant from, T prototype, Function<List<T>, Uni<Void>> portion) {
        return since(topic, from, prototype, Optional.empty(), portion);
    }

    /** The same without the keys that have a message since then that excludes them. */
    public <T extends Message> Uni<Void> since(
            HawserTopic topic, Instant from, T prototype, Predicate<T> excludes, Function<List<T>, Uni<Void>> portion) {
        return since(topic, from, prototype, Optional.of(excludes), portion);
    }

    private <T extends Message> Uni<Void> since(
            HawserTopic topic,
            Instant from,
            T prototype,
            Optional<Predicate<T>> excludes,
            Function<List<T>, Uni<Void>> portion) {
        return catchUp.present(List.of(topic))
                .map(Optional::of)
                .onFailure(CatchUp::isGone)
                .recoverWithItem(Optional.empty())
                .map(present -> present.filter(some -> !some.barrier().ends().isEmpty()))
                .chain(present -> present.map(some -> read(
                                some.barrier().ends(),
                                Objects.requireNonNull(some.partitions().get(names.of(topic))),
                                from,
                                prototype,
                                excludes,
                                portion))
                        .orElseGet(() -> Uni.createFrom().voidItem()));
    }

    private <T extends Message> Uni<Void> read(
            Map<LogPartition, Long> ends,
            int partitions,
            Instant from,
            T prototype,
            Optional<Predicate<T>> excludes,
            Function<List<T>, Uni<Void>> portion) {
        return blocking(() -> consumer(kafka))
                .chain(consumer -> blocking(() -> KeyRecords.of(consumer, ends, partitions, from, prototype, excludes))
                        .chain(records -> all(records, portion))
                        .eventually(() -> blocking(() -> {
                            consumer.close();
                            return consumer;
                        })));
    }

    private static <T extends Message> Uni<Void> all(KeyRecords<T> records, Function<List<T>, Uni<Void>> portion) {
        return Multi.createBy()
                .repeating()
                .uni(() -> blocking(records::next)
                        .call(messages -> messages.isEmpty() ? Uni.createFrom().voidItem() : portion.apply(messages)))
                .until(List::isEmpty)
                .onItem()
                .ignoreAsUni();
    }

    private static <T> Uni<T> blocking(Supplier<T> work) {
        return Uni.createFrom().item(work).runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
    }

    /** Reads topics outside of a consumer group, for the program that writes them. */
    public static Consumer<byte[], byte[]> consumer(Map<String, Object> kafka) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        // An offset that is gone from the log must fail, also one of a topic that was made again meanwhile. Kafka's
        // default would continue at the log's end.
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        // At a partition's end a fetch waits, and the connection's next request waits behind it.
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "10");
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}

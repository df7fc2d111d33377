package io.hawser.ledger.catchup;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.position.PositionRows.LogPartition;
import io.hawser.ledger.tx.InOrder;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads a state topic that this service writes itself. The topic has what an older copy of the database lacks. */
@ApplicationScoped
public class OwnRecords {
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration STANDSTILL = Duration.ofSeconds(30);

    private final CatchUp catchUp;
    private final Map<String, Object> kafka;

    public OwnRecords(CatchUp catchUp, @Identifier("default-kafka-broker") Map<String, Object> kafka) {
        this.catchUp = catchUp;
        this.kafka = kafka;
    }

    /**
     * Passes on the last record of each key, partition by partition, without tombstones. Reads up to the log's end at
     * the time of the call. A missing topic has no records.
     *
     * @param from by the records' times; {@link Instant#EPOCH} for all
     */
    public <T extends Message> Uni<Void> since(
            HawserTopic topic, Instant from, T prototype, Function<Collection<T>, Uni<Void>> partition) {
        Reader<T> reader = new Reader<>(from, prototype, new RecordDecoder(MessageTypes.of(prototype)));
        return catchUp.present(List.of(topic))
                .map(present -> present.barrier().ends())
                .onFailure(OwnRecords::isGone)
                .recoverWithItem(Map.of())
                .chain(ends -> InOrder.each(List.copyOf(ends.entrySet()), end -> Uni.createFrom()
                        .item(() -> read(reader, end.getKey(), end.getValue()))
                        .runSubscriptionOn(Infrastructure.getDefaultWorkerPool())
                        .chain(last -> partition.apply(last))));
    }

    private static boolean isGone(Throwable failure) {
        return failure instanceof UnknownTopicOrPartitionException
                || failure.getCause() instanceof UnknownTopicOrPartitionException;
    }

    private <T extends Message> Collection<T> read(Reader<T> reader, LogPartition log, long end) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            return reader.lastOfEachKey(consumer, new TopicPartition(log.topic(), log.partition()), end);
        }
    }

    private record Reader<T extends Message>(Instant from, T prototype, RecordDecoder decoder) {
        Collection<T> lastOfEachKey(Consumer<byte[], byte[]> consumer, TopicPartition partition, long end) {
            OffsetAndTimestamp first = consumer.offsetsForTimes(Map.of(partition, from.toEpochMilli()))
                    .get(partition);
            if (first == null) {
                return List.of();
            }
            consumer.assign(List.of(partition));
            consumer.seek(partition, first.offset());
            Map<String, T> last = new HashMap<>();
            long position = first.offset();
            long moved = System.nanoTime();
            while (position < end) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    remember(decoder.decode(record), last);
                }
                if (consumer.position(partition) > position) {
                    position = consumer.position(partition);
                    moved = System.nanoTime();
                } else if (System.nanoTime() - moved > STANDSTILL.toNanos()) {
                    throw new IllegalStateException(
                            partition + " could not be read from " + position + " to its end " + end);
                }
            }
            return last.values();
        }

        @SuppressWarnings("unchecked")
        private void remember(Decoded record, Map<String, T> last) {
            switch (record) {
                case Decoded.Known known ->
                    last.put(known.key(), (T) prototype.getClass().cast(known.message()));
                case Decoded.Tombstone tombstone -> last.remove(tombstone.key());
                // A foreign record is ignored.
                case Decoded.Invalid invalid -> {}
                case Decoded.Malformed malformed -> {}
                case Decoded.Newer newer -> {}
            }
        }
    }
}

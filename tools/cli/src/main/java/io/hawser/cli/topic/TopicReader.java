package io.hawser.cli.topic;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads a topic from its start to its end at the time of the call. An orchestrator that keeps no records of its own
 * finds its last record of an entity here. A state record contains the whole entity, so a change of one field needs the
 * last record.
 */
public final class TopicReader {
    private static final Duration SAY_EVERY = Duration.ofSeconds(1);
    private static final int GIVE_UP_MILLIS = 20_000;
    /** A consumer always asks for more in advance, and cannot close before the broker has answered that. */
    private static final int FETCH_MILLIS = 5;

    private static final int TAIL_FETCH_MILLIS = 50;

    private final Map<String, Object> kafka;
    private final String bootstrapServers;
    private final TopicNames topics;
    private final PrintWriter progress;

    /** For a broker without a login. */
    public TopicReader(String bootstrapServers, TopicNames topics) {
        this(Map.of("bootstrap.servers", bootstrapServers), topics, new PrintWriter(Writer.nullWriter()));
    }

    /**
     * @param kafka address and login
     * @param progress gets a line each second while a long topic is read
     */
    public TopicReader(Map<String, Object> kafka, TopicNames topics, PrintWriter progress) {
        this.progress = progress;
        this.kafka = Map.copyOf(kafka);
        this.bootstrapServers = String.valueOf(kafka.get("bootstrap.servers"));
        this.topics = topics;
    }

    /** The last readable record of this key; empty if there is none or it is a tombstone. */
    public <M extends Message> Optional<M> last(HawserTopic topic, String key, M type) {
        return last(topic, key, type, unreadable -> {});
    }

    /**
     * The last record of this key, for a command that writes it again with one change.
     *
     * @throws UnreadableRecordException if it cannot be read: a service may hold what only that record says, until the
     *     next one
     */
    public <M extends Message> Optional<M> lastToChange(HawserTopic topic, String key, M type) {
        AtomicReference<Optional<Origin>> unreadable = new AtomicReference<>(Optional.empty());
        Optional<M> last = last(topic, key, type, unreadable::set);
        unreadable.get().ifPresent(origin -> {
            throw new UnreadableRecordException(key, origin);
        });
        return last;
    }

    /** @param unreadable gets each record's origin if it cannot be read, and empty for every other record */
    private <M extends Message> Optional<M> last(
            HawserTopic topic, String key, M type, java.util.function.Consumer<Optional<Origin>> unreadable) {
        byte[] wanted = key.getBytes(StandardCharsets.UTF_8);
        RecordDecoder decoder = new RecordDecoder(MessageTypes.of(type));
        Map<String, M> found = new HashMap<>();
        each(topic, record -> {
            // Keeps nothing of the other records, which may be many.
            if (Arrays.equals(record.key(), wanted)) {
                Decoded decoded = decoder.decode(record);
                note(found, decoded, type);
                boolean read = decoded instanceof Decoded.Known || decoded instanceof Decoded.Tombstone;
                unreadable.accept(read ? Optional.empty() : Optional.of(decoded.origin()));
            }
        });
        return Optional.ofNullable(found.get(key));
    }

    /** The event's id of the last readable record of this key. */
    public <M extends Message> Optional<String> lastId(HawserTopic topic, String key, M type) {
        byte[] wanted = key.getBytes(StandardCharsets.UTF_8);
        RecordDecoder decoder = new RecordDecoder(MessageTypes.of(type));
        AtomicReference<Optional<String>> id = new AtomicReference<>(Optional.empty());
        each(topic, record -> {
            if (Arrays.equals(record.key(), wanted) && decoder.decode(record) instanceof Decoded.Known known) {
                id.set(Optional.of(known.id()));
            }
        });
        return id.get();
    }

    /** Whether the last record of this key, readable or not, is no tombstone. */
    public boolean exists(HawserTopic topic, String key) {
        byte[] wanted = key.getBytes(StandardCharsets.UTF_8);
        AtomicBoolean exists = new AtomicBoolean();
        each(topic, record -> {
            if (Arrays.equals(record.key(), wanted)) {
                exists.set(record.value() != null);
            }
        });
        return exists.get();
    }

    /** The living entities of a state topic by key, in the order in which they were last written. */
    public <M extends Message> Map<String, M> all(HawserTopic topic, M type) {
        RecordDecoder decoder = new RecordDecoder(MessageTypes.of(type));
        Map<String, M> found = new LinkedHashMap<>();
        each(topic, record -> note(found, decoder.decode(record), type));
        return found;
    }

    /**
     * Visits every message of this type that was written since then, by the times of the topic's records, in no order
     * between partitions.
     *
     * @return the offsets up to which it has read, for {@link #tail(Map)}
     */
    public <M extends Message> Map<TopicPartition, Long> each(
            HawserTopic topic, M type, Instant since, java.util.function.Consumer<M> visit) {
        RecordDecoder decoder = new RecordDecoder(MessageTypes.of(type));
        return each(List.of(topics.of(topic)), since, record -> {
            if (decoder.decode(record) instanceof Decoded.Known known) {
                visit.accept(cast(type, known.message()));
            }
        });
    }

    private static <M extends Message> void note(Map<String, M> found, Decoded record, M type) {
        switch (record) {
            case Decoded.Known known -> {
                found.remove(known.key());
                found.put(known.key(), cast(type, known.message()));
            }
            case Decoded.Tombstone tombstone -> found.remove(tombstone.key());
            case Decoded.Newer ignored -> {}
            case Decoded.Invalid ignored -> {}
            case Decoded.Malformed ignored -> {}
        }
    }

    @SuppressWarnings("unchecked") // The decoder knows no other type.
    static <M extends Message> M cast(M type, Message message) {
        return (M) type.getClass().cast(message);
    }

    private Map<TopicPartition, Long> each(
            HawserTopic topic, java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> visit) {
        return each(List.of(topics.of(topic)), visit);
    }

    /** Full names of the existing topics. */
    Set<String> existing() {
        try (Consumer<byte[], byte[]> consumer = consumer()) {
            return Set.copyOf(consumer.listTopics().keySet());
        } catch (KafkaException e) {
            throw new TopicUnreachableException("cannot list the topics", bootstrapServers, e);
        }
    }

    int partitions(String topic) {
        try (Consumer<byte[], byte[]> consumer = consumer()) {
            return partitions(consumer, topic).size();
        } catch (KafkaException e) {
            throw new TopicUnreachableException("cannot look at " + topic, bootstrapServers, e);
        }
    }

    /** The topic's id; empty: there is no such topic. */
    public Optional<String> id(HawserTopic topic) {
        return id(topics.of(topic));
    }

    Optional<String> id(String topic) {
        return TopicIds.of(kafka, topic);
    }

    /** The offset after the partition's last record. */
    long end(TopicPartition partition) {
        try (Consumer<byte[], byte[]> consumer = consumer()) {
            return consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
        } catch (KafkaException e) {
            throw new TopicUnreachableException("cannot look at " + partition, bootstrapServers, e);
        }
    }

    /**
     * Visits every record of these topics, which must exist, by their full names; each partition's records in order.
     *
     * @return the offsets up to which it has read
     */
    Map<TopicPartition, Long> each(
            List<String> names, java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> visit) {
        return each(names, Instant.EPOCH, visit);
    }

    private Map<TopicPartition, Long> each(
            List<String> names, Instant since, java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> visit) {
        try (Consumer<byte[], byte[]> consumer = consumer()) {
            List<TopicPartition> partitions = names.stream()
                    .flatMap(name -> partitions(consumer, name).stream())
                    .toList();
            return new ReadToEnd(consumer, progress, SAY_EVERY).each(partitions, since, visit);
        } catch (KafkaException e) {
            throw new TopicUnreachableException("cannot read " + String.join(", ", names), bootstrapServers, e);
        }
    }

    /**
     * Reads on from the topic's present end.
     *
     * @throws TopicUnreachableException if the end cannot be read
     */
    public TopicTail tail(HawserTopic topic) {
        Consumer<byte[], byte[]> consumer = consumer(TAIL_FETCH_MILLIS);
        try {
            List<TopicPartition> partitions = partitions(consumer, topics.of(topic));
            consumer.assign(partitions);
            consumer.seekToEnd(partitions);
            // A seek is lazy: without this, the end would be that of the first poll.
            partitions.forEach(consumer::position);
            return new TopicTail(consumer, bootstrapServers);
        } catch (KafkaException e) {
            consumer.close();
            throw new TopicUnreachableException("cannot read " + topics.of(topic), bootstrapServers, e);
        }
    }

    /** Reads on from these offsets. */
    public TopicTail tail(Map<TopicPartition, Long> from) {
        Consumer<byte[], byte[]> consumer = consumer(TAIL_FETCH_MILLIS);
        consumer.assign(from.keySet());
        from.forEach(consumer::seek);
        return new TopicTail(consumer, bootstrapServers);
    }

    /** Never empty: that a topic is not seen does not mean that it has no records. */
    private List<TopicPartition> partitions(Consumer<byte[], byte[]> consumer, String topic) {
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        if (partitions.isEmpty()) {
            throw noTopic(topic);
        }
        return partitions;
    }

    TopicUnreachableException noTopic(String topic) {
        return TopicUnreachableException.noTopic(topic, bootstrapServers);
    }

    private Consumer<byte[], byte[]> consumer() {
        return consumer(FETCH_MILLIS);
    }

    private Consumer<byte[], byte[]> consumer(int fetchMillis) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("allow.auto.create.topics", "false");
        settings.put("fetch.max.wait.ms", fetchMillis);
        settings.put("default.api.timeout.ms", GIVE_UP_MILLIS);
        settings.put("request.timeout.ms", GIVE_UP_MILLIS / 2);
        // A command shows no metrics, and preparing them takes a tenth of its time.
        settings.put("metric.reporters", List.of());
        settings.put("enable.metrics.push", "false");
        return TopicUnreachableException.orNoClient(() -> CommittedConsumer.of(settings));
    }
}

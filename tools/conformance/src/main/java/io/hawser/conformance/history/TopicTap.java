package io.hawser.conformance.history;

import com.google.protobuf.Message;
import io.hawser.bus.dead.DeadRecord;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.topic.CommittedConsumer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/**
 * Reads every topic of Hawser from its start on, read-committed and without a group, and keeps the records. It survives
 * broker restarts and topics that are emptied or created again; records that such a topic lost before they were read
 * are missing.
 */
public final class TopicTap implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LOOK_FOR_TOPICS = Duration.ofSeconds(1);
    private static final RecordDecoder DECODER = new RecordDecoder(MessageTypes.onAll());

    /** Waits until the records that were on the topics at the time of the request have been read. */
    private record Wait(CompletableFuture<Void> reached, Map<TopicPartition, Long> ends) {}

    private final TopicNames names;
    private final Set<String> deadTopics;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<TopicRecord> records = Collections.synchronizedList(new ArrayList<>());
    private final List<DeadRecord.Letter> dead = Collections.synchronizedList(new ArrayList<>());
    /** By topic and key. */
    private final Map<String, Message> last = new ConcurrentHashMap<>();

    private final AtomicReference<CompletableFuture<Void>> asked = new AtomicReference<>();
    private final Thread thread;
    private volatile boolean closed;

    /** Starts to read immediately. A topic that does not exist yet is read as soon as it does. */
    public TopicTap(String bootstrapServers, TopicNames names) {
        this.names = names;
        this.deadTopics = Arrays.stream(HawserTopic.values()).map(names::deadOf).collect(Collectors.toSet());
        this.consumer = CommittedConsumer.of(Map.of(
                "bootstrap.servers", bootstrapServers,
                "metadata.max.age.ms", "2000",
                "default.api.timeout.ms", "5000"));
        this.thread = Thread.ofPlatform().name("topic-tap").daemon().start(this::run);
    }

    /** The records so far, in the order of reading. */
    public List<TopicRecord> records() {
        synchronized (records) {
            return List.copyOf(records);
        }
    }

    /** The dead letters so far. */
    public List<DeadRecord.Letter> dead() {
        synchronized (dead) {
            return List.copyOf(dead);
        }
    }

    /** The last record of an entity; empty if there is none, or it is a tombstone. */
    public <M extends Message> Optional<M> last(HawserTopic topic, String key, Class<M> type) {
        return Optional.ofNullable(last.get(topic + " " + key))
                .filter(type::isInstance)
                .map(type::cast);
    }

    /** Forgets the list of the records so far, which belong to finished runs. */
    public void forget() {
        records.clear();
        dead.clear();
    }

    /**
     * Waits until everything that is on the topics now has been read.
     *
     * @throws IllegalStateException if that takes longer
     */
    public synchronized void awaitEnd(Duration longest) {
        CompletableFuture<Void> reached = new CompletableFuture<>();
        asked.set(reached);
        try {
            reached.get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("the topics were not read to their end within " + longest, e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the topics cannot be read", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        closed = true;
        consumer.wakeup();
        try {
            thread.join(Duration.ofSeconds(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        Instant lookAgain = Instant.MIN;
        Optional<Wait> wait = Optional.empty();
        while (!closed) {
            try {
                if (!Instant.now().isBefore(lookAgain) || asked.get() != null) {
                    assign();
                    lookAgain = Instant.now().plus(LOOK_FOR_TOPICS);
                }
                CompletableFuture<Void> reached = asked.get();
                if (reached != null) {
                    wait = Optional.of(new Wait(reached, consumer.endOffsets(consumer.assignment())));
                    asked.compareAndSet(reached, null);
                }
                poll();
                if (wait.isPresent() && reached(wait.get())) {
                    wait.get().reached().complete(null);
                    wait = Optional.empty();
                }
            } catch (KafkaException brokerIsAway) {
                // The broker comes back, or the caller that waits for the end reports a timeout.
                LockSupport.parkNanos(POLL.toNanos());
            }
        }
        consumer.close();
    }

    private void poll() {
        if (consumer.assignment().isEmpty()) {
            LockSupport.parkNanos(POLL.toNanos());
            return;
        }
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
            names.parse(record.topic()).ifPresent(topic -> add(read(topic, record)));
            if (deadTopics.contains(record.topic()) && DeadRecord.read(record) instanceof DeadRecord.Letter letter) {
                dead.add(letter);
            }
        }
    }

    private void add(TopicRecord record) {
        String entity = record.topic() + " " + record.key();
        if (record.tombstone()) {
            last.remove(entity);
        } else {
            record.as(Message.class).ifPresent(message -> last.put(entity, message));
        }
        records.add(record);
    }

    private void assign() {
        Set<TopicPartition> wanted = new HashSet<>();
        consumer.listTopics().forEach((topic, partitions) -> {
            if (names.parse(topic).isPresent() || deadTopics.contains(topic)) {
                partitions.forEach(partition -> wanted.add(new TopicPartition(topic, partition.partition())));
            }
        });
        if (!wanted.equals(consumer.assignment())) {
            consumer.assign(wanted);
        }
    }

    private boolean reached(Wait wait) {
        return wait.ends().entrySet().stream()
                .filter(end -> consumer.assignment().contains(end.getKey()))
                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    static TopicRecord read(HawserTopic topic, ConsumerRecord<byte[], byte[]> record) {
        Instant at = Instant.ofEpochMilli(record.timestamp());
        return new TopicRecord(
                topic,
                at,
                header(record, "ce_time").flatMap(TopicTap::time).orElse(at),
                header(record, "ce_source").orElse(""),
                DECODER.decode(record));
    }

    private static Optional<String> header(ConsumerRecord<byte[], byte[]> record, String name) {
        return Optional.ofNullable(record.headers().lastHeader(name))
                .map(Header::value)
                .map(value -> new String(value, StandardCharsets.UTF_8));
    }

    /** Empty if the text is no time: a record may come from anybody. */
    private static Optional<Instant> time(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}

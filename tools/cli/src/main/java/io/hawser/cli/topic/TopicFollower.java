package io.hawser.cli.topic;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/** Reads topics from their start on a thread of its own, and passes on each committed record. */
public final class TopicFollower implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Consumer<byte[], byte[]> consumer;
    private final RecordDecoder decoder;
    private final BiConsumer<HawserTopic, Decoded> sink;
    private final Thread thread;
    private volatile boolean closing;
    private volatile Optional<String> trouble = Optional.empty();

    /**
     * @param topics must exist
     * @param sink called by the one reading thread
     */
    public TopicFollower(
            String bootstrapServers,
            List<HawserTopic> topics,
            RecordDecoder decoder,
            BiConsumer<HawserTopic, Decoded> sink) {
        this.decoder = decoder;
        this.sink = sink;
        this.consumer = CommittedConsumer.of(bootstrapServers);
        List<TopicPartition> partitions = new ArrayList<>();
        for (HawserTopic topic : topics) {
            for (int partition = 0; partition < topic.partitions(); partition++) {
                partitions.add(new TopicPartition(TopicNames.DEFAULT.of(topic), partition));
            }
        }
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        this.thread = Thread.ofPlatform().daemon().name("records").start(this::read);
    }

    private void read() {
        try (consumer) {
            while (!closing) {
                consumer.poll(POLL)
                        .forEach(record -> sink.accept(
                                TopicNames.DEFAULT.parse(record.topic()).orElseThrow(), decoder.decode(record)));
            }
        } catch (WakeupException e) {
            // The consumer was asked to end.
        } catch (RuntimeException e) {
            trouble = Optional.of("reading the topics failed: " + e);
        }
    }

    /** Why nothing more is read, if reading has failed. */
    public Optional<String> trouble() {
        return trouble;
    }

    @Override
    public void close() {
        closing = true;
        consumer.wakeup();
        try {
            thread.join(Duration.ofSeconds(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package io.hawser.cli.topic;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import java.time.Duration;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;

/** New records of a topic, for a command that writes a record and waits for the answer. */
public final class TopicTail implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final Consumer<byte[], byte[]> consumer;
    private final String bootstrapServers;

    public TopicTail(Consumer<byte[], byte[]> consumer, String bootstrapServers) {
        this.consumer = consumer;
        this.bootstrapServers = bootstrapServers;
    }

    /** Visits each message of this type that has arrived since the last call; waits a moment if there is none. */
    public <M extends Message> void each(M type, java.util.function.Consumer<M> visit) {
        RecordDecoder decoder = new RecordDecoder(MessageTypes.of(type));
        for (ConsumerRecord<byte[], byte[]> record : poll()) {
            if (decoder.decode(record) instanceof Decoded.Known known) {
                visit.accept(TopicReader.cast(type, known.message()));
            }
        }
    }

    private ConsumerRecords<byte[], byte[]> poll() {
        try {
            return consumer.poll(POLL);
        } catch (KafkaException e) {
            throw new TopicUnreachableException("cannot read on", bootstrapServers, e);
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}

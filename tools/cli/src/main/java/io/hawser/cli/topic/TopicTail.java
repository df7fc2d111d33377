package io.hawser.cli.topic;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What comes to a topic from now on, for whoever writes and waits to be answered. */
public final class TopicTail implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final Consumer<byte[], byte[]> consumer;

    TopicTail(Consumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    /** The last record of this key that has come since the last call; what has another key is passed over for good. */
    public <M extends Message> Optional<M> next(String key, M type) {
        RecordDecoder decoder = new RecordDecoder(MessageTypes.of(type));
        Optional<M> found = Optional.empty();
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
            if (decoder.decode(record) instanceof Decoded.Known known
                    && known.key().equals(key)) {
                found = Optional.of(TopicReader.cast(type, known.message()));
            }
        }
        return found;
    }

    @Override
    public void close() {
        consumer.close();
    }
}

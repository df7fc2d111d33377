package io.hawser.cli.topic;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Makes consumers without a group, which read committed records. */
public final class CommittedConsumer {
    private CommittedConsumer() {}

    /** For a broker without a login. */
    public static KafkaConsumer<byte[], byte[]> of(String bootstrapServers) {
        return of(Map.of("bootstrap.servers", bootstrapServers));
    }

    /** @param kafka address, login and settings of this consumer alone */
    public static KafkaConsumer<byte[], byte[]> of(Map<String, Object> kafka) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("isolation.level", "read_committed");
        settings.put("enable.auto.commit", "false");
        // If the record at the consumer's position is deleted, it reads from the start.
        settings.put("auto.offset.reset", "earliest");
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}

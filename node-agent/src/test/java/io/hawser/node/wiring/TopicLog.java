package io.hawser.node.wiring;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.testkit.topic.CommittedRecords;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** One topic as a test sees it: everything in it, and a way to add. */
final class TopicLog {
    private final String bootstrap;
    private final String topic;
    private final RecordDecoder decoder;

    TopicLog(String bootstrap, String topic, Message... types) {
        this.bootstrap = bootstrap;
        this.topic = topic;
        this.decoder = new RecordDecoder(MessageTypes.of(types));
    }

    /** Everything that is in the topic now, partition by partition. */
    List<ConsumerRecord<byte[], byte[]>> records() {
        return CommittedRecords.of(Map.of("bootstrap.servers", bootstrap), topic);
    }

    /** All messages of a type and key, oldest first. */
    <M extends Message> List<M> all(Class<M> type, String key) {
        return records().stream()
                .filter(record -> key.equals(new String(record.key(), StandardCharsets.UTF_8)))
                .map(decoder::decode)
                .filter(Decoded.Known.class::isInstance)
                .map(decoded -> ((Decoded.Known) decoded).message())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    <M extends Message> Optional<M> newest(Class<M> type, String key) {
        return all(type, key).stream().reduce((first, second) -> second);
    }

    void add(OutgoingRecord record) {
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", bootstrap),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.send(ProducerRecords.of(
                    record, name -> producer.partitionsFor(name).size()));
            producer.flush();
        }
    }
}

package io.hawser.ledger.testkit;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.testkit.topic.CommittedRecords;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The orchestrator's side of the topics: writes its own, reads what Hawser answers. */
public final class Topics implements AutoCloseable {
    private final RecordEncoder encoder = new RecordEncoder(TopicNames.DEFAULT, "orchestrator");
    private final KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
            Map.of("bootstrap.servers", SharedBroker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer());

    /** @return the event's id: the command id, where it is a command */
    public String say(HawserTopic topic, String key, Message message) {
        String id = UUID.randomUUID().toString();
        say(topic, key, id, message);
        return id;
    }

    public void say(HawserTopic topic, String key, String id, Message message) {
        send(encoder.encode(topic, key, id, message, Instant.now()));
    }

    public void forget(HawserTopic topic, String key) {
        send(encoder.tombstone(topic, key));
    }

    public void raw(HawserTopic topic, String key, String value) {
        write(new ProducerRecord<>(
                TopicNames.DEFAULT.of(topic),
                key.getBytes(StandardCharsets.UTF_8),
                value.getBytes(StandardCharsets.UTF_8)));
    }

    private void send(OutgoingRecord record) {
        write(ProducerRecords.of(record, topic -> 1));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // flush waits for it
    public void write(ProducerRecord<byte[], byte[]> record) {
        producer.send(record);
        producer.flush();
    }

    /** Everything committed in the topic with this key, oldest first; what a relay sent again only once. */
    public List<ConsumerRecord<byte[], byte[]>> read(HawserTopic topic, String key) {
        return read(TopicNames.DEFAULT.of(topic)).stream()
                .filter(record -> key.equals(new String(record.key(), StandardCharsets.UTF_8)))
                .toList();
    }

    /** Everything committed in the topic; what a relay sent again only once. */
    public List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        return CommittedRecords.of(Map.of("bootstrap.servers", SharedBroker.bootstrapServers()), topic).stream()
                .filter(CommittedRecords.firstOfEachRow())
                .toList();
    }

    @Override
    public void close() {
        producer.close();
    }
}

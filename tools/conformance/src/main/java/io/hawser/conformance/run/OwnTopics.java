package io.hawser.conformance.run;

import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.KeyHash;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.topic.CommittedConsumer;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.conformance.machine.ConformanceMachine;
import io.hawser.conformance.scenario.Plan;
import io.hawser.v1.Assignment;
import io.hawser.v1.MountReport;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Writes to the topics between Hawser's services: repeats the last record of an entity, like a producer that got no
 * acknowledgement, and writes malformed records, which must become dead letters.
 */
final class OwnTopics {
    private static final String NODE = ConformanceMachine.NODES.getFirst();
    private static final byte[] GARBAGE = {(byte) 0xff, (byte) 0xff, (byte) 0xff, 0x07};

    private static final Duration READ_WITHIN = Duration.ofSeconds(5);

    private final Plan plan;
    private final RunContext context;
    private final List<RecordMetadata> spoilt = new ArrayList<>();

    OwnTopics(Plan plan, RunContext context) {
        this.plan = plan;
        this.context = context;
    }

    /** @return whether there was a record to repeat */
    boolean repeat(HawserTopic topic, int which) {
        Optional<ConsumerRecord<byte[], byte[]>> record = candidate(topic, which);
        record.ifPresent(r -> context.orchestrator()
                .send(new ProducerRecord<>(r.topic(), r.partition(), r.timestamp(), r.key(), r.value(), r.headers())));
        return record.isPresent();
    }

    /**
     * The key is that of another entity: on a compacted topic, the record would otherwise replace the entity's last
     * one.
     */
    void spoil(HawserTopic topic, int which) {
        String name = TopicNames.DEFAULT.of(topic);
        ProducerRecord<byte[], byte[]> record = candidate(topic, which)
                .map(r -> new ProducerRecord<>(name, r.partition(), foreign(r.key()), GARBAGE, r.headers()))
                .orElseGet(() -> new ProducerRecord<>(
                        name,
                        // Only the node itself reads its assignments.
                        KeyHash.of(NODE, topic.partitions()),
                        foreign(bytes(NODE + "/" + plan.name())),
                        GARBAGE));
        spoilt.add(context.orchestrator().send(record));
    }

    /** Returns when each of them has a dead letter. */
    void awaitDead() {
        DeadLetters.await(context, spoilt);
        spoilt.clear();
    }

    private static byte[] foreign(byte[] key) {
        return bytes(new String(key, StandardCharsets.UTF_8) + "-foreign");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The last record of an entity of this run, byte for byte. */
    private Optional<ConsumerRecord<byte[], byte[]>> candidate(HawserTopic topic, int which) {
        Map<String, TopicRecord> last = new LinkedHashMap<>();
        for (TopicRecord record : context.tap().records()) {
            if (record.topic() == topic && ours(record.key())) {
                last.remove(record.key());
                if (stays(record)) {
                    last.put(record.key(), record);
                }
            }
        }
        List<TopicRecord> all = List.copyOf(last.values());
        return all.isEmpty()
                ? Optional.empty()
                : raw(all.get(Math.floorMod(which, all.size())).decoded().origin());
    }

    /** The record of that origin; empty if it is not there any more, or the broker is away. */
    private Optional<ConsumerRecord<byte[], byte[]>> raw(Origin origin) {
        TopicPartition partition = new TopicPartition(origin.topic(), origin.partition());
        try (KafkaConsumer<byte[], byte[]> consumer =
                CommittedConsumer.of(context.machine().bootstrapServers())) {
            consumer.assign(List.of(partition));
            consumer.seek(partition, origin.offset());
            long giveUp = System.nanoTime() + READ_WITHIN.toNanos();
            while (System.nanoTime() < giveUp) {
                List<ConsumerRecord<byte[], byte[]>> found =
                        consumer.poll(READ_WITHIN).records(partition);
                if (!found.isEmpty()) {
                    return Optional.of(found.getFirst()).filter(record -> record.offset() == origin.offset());
                }
            }
            return Optional.empty();
        }
    }

    private boolean ours(String key) {
        String entity = key.substring(key.indexOf('/') + 1);
        return plan.volumes().containsKey(entity) || plan.pluginName().equals(entity);
    }

    /**
     * A tombstone follows after a report that nothing is left, and a repeated record after the tombstone would be a new
     * one.
     */
    private static boolean stays(TopicRecord record) {
        return !record.tombstone()
                && record.as(Assignment.class).filter(Assignment::getNothing).isEmpty()
                && record.as(MountReport.class)
                        .filter(MountReport::getNothingLeft)
                        .isEmpty();
    }
}

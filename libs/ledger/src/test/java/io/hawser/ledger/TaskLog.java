package io.hawser.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.testkit.topic.CommittedRecords;
import io.hawser.v1.Node;
import io.hawser.v1.Task;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** What stands around the service in small: writes tasks, reads what was counted and answered. */
@ApplicationScoped
class TaskLog {
    private final Map<String, Object> kafka;
    private final TopicNames names;
    private final Transactions transactions;

    TaskLog(
            @Identifier("default-kafka-broker") Map<String, Object> kafka,
            TopicNames names,
            Transactions transactions) {
        this.kafka = kafka;
        this.names = names;
        this.transactions = transactions;
    }

    KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.putAll(more);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    ProducerRecord<byte[], byte[]> record(String task, String service) {
        return record(Task.newBuilder().setName(task).setService(service).build());
    }

    ProducerRecord<byte[], byte[]> record(Task task) {
        RecordEncoder encoder = new RecordEncoder(names, "test");
        return ProducerRecords.of(
                encoder.encode(HawserTopic.TASKS, task.getName(), task.getName(), task, Instant.EPOCH), topic -> 1);
    }

    /** All of them become visible at one moment, so that one poll brings them all. */
    void writeTogether(String service, List<String> tasks) {
        sendTogether(service, tasks.stream().map(task -> record(task, service)).toList());
    }

    /** @param id of the transaction */
    void sendTogether(String id, List<ProducerRecord<byte[], byte[]>> records) {
        try (KafkaProducer<byte[], byte[]> producer = producer(Map.of("transactional.id", id))) {
            producer.initTransactions();
            producer.beginTransaction();
            records.forEach(producer::send);
            // A commit alone may leave out what is not sent yet: see SentRecords.
            producer.flush();
            producer.commitTransaction();
        }
    }

    void writeNode(String node) {
        write(HawserTopic.NODES, node, Node.newBuilder().setName(node).build());
    }

    void write(HawserTopic topic, String key, Message message) {
        try (KafkaProducer<byte[], byte[]> producer = producer(Map.of())) {
            producer.send(record(topic, key, message));
        }
    }

    ProducerRecord<byte[], byte[]> record(HawserTopic topic, String key, Message message) {
        return ProducerRecords.of(
                new RecordEncoder(names, "test").encode(topic, key, key, message, Instant.EPOCH), at -> 1);
    }

    /** Returns when the broker refuses what is larger. */
    void takesAtMost(String topic, int bytes) throws Exception {
        try (Admin admin = Admin.create(kafka);
                KafkaProducer<byte[], byte[]> producer = producer(Map.of("max.request.size", 2_000_000))) {
            admin.incrementalAlterConfigs(Map.of(
                            new ConfigResource(ConfigResource.Type.TOPIC, topic),
                            List.of(new AlterConfigOp(
                                    new ConfigEntry("max.message.bytes", Integer.toString(bytes)),
                                    AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                try {
                    producer.send(new ProducerRecord<>(topic, "probe".getBytes(UTF_8), new byte[bytes + 1]))
                            .get();
                    return false;
                } catch (ExecutionException e) {
                    return e.getCause() instanceof RecordTooLargeException;
                }
            });
        }
    }

    /** Where the next record will stand. */
    long end() {
        return end(HawserTopic.TASKS);
    }

    long end(HawserTopic topic) {
        TopicPartition partition = new TopicPartition(names.of(topic), 0);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(kafka, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            return consumer.endOffsets(List.of(partition)).get(partition);
        }
    }

    int count(String service) {
        return transactions
                .run(tx -> tx.statements().select("select count from counter where name = $1", service))
                // A look may last longer than a transaction may.
                .onFailure()
                .retry()
                .atMost(5)
                .await()
                .atMost(Duration.ofSeconds(60))
                .stream()
                .mapToInt(row -> (Integer) row[0])
                .sum();
    }

    /** Buries a task of its own, and returns the keys of all that were buried before it. */
    List<String> buried() {
        String last = "poison-own-last-" + UUID.randomUUID();
        writeTogether(last, List.of(last));
        List<String> keys = read(names.deadOf(HawserTopic.TASKS), 1, "", records -> records.stream()
                        .map(TaskLog::key)
                        .anyMatch(last::equals))
                .stream()
                .map(TaskLog::key)
                .toList();
        return keys.subList(0, keys.indexOf(last));
    }

    List<ConsumerRecord<byte[], byte[]>> read(String topic, int partitions, int expected, String keyPrefix) {
        return read(topic, partitions, keyPrefix, records -> records.size() >= expected);
    }

    private List<ConsumerRecord<byte[], byte[]>> read(
            String topic, int partitions, String keyPrefix, Predicate<List<ConsumerRecord<byte[], byte[]>>> enough) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("isolation.level", "read_committed");
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(all);
            consumer.seekToBeginning(all);
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            Predicate<ConsumerRecord<byte[], byte[]>> first = CommittedRecords.firstOfEachRow();
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    if (key(record).startsWith(keyPrefix) && first.test(record)) {
                        records.add(record);
                    }
                }
                return enough.test(records);
            });
            return records;
        }
    }

    private static String key(ConsumerRecord<byte[], byte[]> record) {
        return new String(record.key(), UTF_8);
    }
}

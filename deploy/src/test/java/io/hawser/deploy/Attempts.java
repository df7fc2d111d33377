package io.hawser.deploy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigsOptions;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** What one principal tries with real clients; each method says whether the broker lets it. */
final class Attempts implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Map<String, Object> settings;
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> reader;
    private final Admin admin;

    /** @param client settings with a login */
    Attempts(Map<String, Object> client) {
        settings = new HashMap<>(client);
        settings.put("retry.backoff.ms", 10);
        Map<String, Object> plain = new HashMap<>(settings);
        // Its id is asked for with the first record, where no topic may be written that is refused before.
        plain.put("enable.idempotence", false);
        producer = new KafkaProducer<>(plain, new ByteArraySerializer(), new ByteArraySerializer());
        reader = consumer(Optional.empty());
        admin = Admin.create(settings);
    }

    boolean write(String topic) throws InterruptedException {
        try {
            producer.send(new ProducerRecord<>(topic, 0, new byte[1], new byte[1]))
                    .get();
            return true;
        } catch (ExecutionException e) {
            return refused(e.getCause());
        }
    }

    /** A record that is there. */
    boolean read(String topic) {
        TopicPartition partition = new TopicPartition(topic, 0);
        reader.assign(List.of(partition));
        reader.seek(partition, 0);
        for (long end = System.nanoTime() + PATIENCE.toNanos(); System.nanoTime() < end; ) {
            try {
                if (!reader.poll(Duration.ofMillis(200)).isEmpty()) {
                    return true;
                }
            } catch (TopicAuthorizationException e) {
                // Of the topic before, it may be told once more.
                if (e.unauthorizedTopics().contains(topic)) {
                    return false;
                }
            }
        }
        throw new AssertionError("neither a record of " + topic + " came nor a refusal");
    }

    /** @param readable a topic that the principal may read */
    boolean join(String group, String readable) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(Optional.of(group))) {
            consumer.commitSync(Map.of(new TopicPartition(readable, 0), new OffsetAndMetadata(0)), PATIENCE);
            return true;
        } catch (AuthorizationException e) {
            return false;
        }
    }

    boolean begin(String transactionalId) {
        Map<String, Object> transactional = new HashMap<>(settings);
        transactional.put("transactional.id", transactionalId);
        try (KafkaProducer<byte[], byte[]> begins =
                new KafkaProducer<>(transactional, new ByteArraySerializer(), new ByteArraySerializer())) {
            begins.initTransactions();
            return true;
        } catch (AuthorizationException e) {
            return false;
        }
    }

    /** Of these, which are there, those that it might make if they were not. */
    List<String> create(Collection<String> topics) throws InterruptedException {
        return allowed(admin.createTopics(
                        topics.stream()
                                .map(topic -> new NewTopic(topic, Optional.of(1), Optional.empty()))
                                .toList(),
                        new CreateTopicsOptions().validateOnly(true))
                .values());
    }

    List<String> describeConfigs(Collection<String> topics) throws InterruptedException {
        return names(allowed(
                admin.describeConfigs(topics.stream().map(Attempts::resource).toList())
                        .values()));
    }

    List<String> alterConfigs(Collection<String> topics) throws InterruptedException {
        Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
        topics.forEach(topic -> changes.put(
                resource(topic),
                List.of(new AlterConfigOp(new ConfigEntry("retention.ms", "1"), AlterConfigOp.OpType.SET))));
        return names(allowed(admin.incrementalAlterConfigs(changes, new AlterConfigsOptions().validateOnly(true))
                .values()));
    }

    List<String> delete(Collection<String> topics) throws InterruptedException {
        return allowed(admin.deleteTopics(topics).topicNameValues());
    }

    private static <K> List<K> allowed(Map<K, ? extends KafkaFuture<?>> answers) throws InterruptedException {
        List<K> allowed = new ArrayList<>();
        for (Map.Entry<K, ? extends KafkaFuture<?>> answer : answers.entrySet()) {
            try {
                answer.getValue().get();
                allowed.add(answer.getKey());
            } catch (ExecutionException e) {
                // Refused comes first: of what is there, too, a stranger hears no more than that.
                if (e.getCause() instanceof TopicExistsException || refused(e.getCause())) {
                    allowed.add(answer.getKey());
                }
            }
        }
        return allowed;
    }

    /** @return false; anything but a refusal is an error */
    private static boolean refused(Throwable failure) {
        if (failure instanceof AuthorizationException) {
            return false;
        }
        throw new AssertionError("neither done nor refused", failure);
    }

    private static List<String> names(List<ConfigResource> resources) {
        return resources.stream().map(ConfigResource::name).toList();
    }

    private static ConfigResource resource(String topic) {
        return new ConfigResource(ConfigResource.Type.TOPIC, topic);
    }

    private KafkaConsumer<byte[], byte[]> consumer(Optional<String> group) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put("enable.auto.commit", false);
        // A fetch of one topic's end would hold up the next topic's for half a second.
        all.put("fetch.max.wait.ms", 10);
        group.ifPresent(id -> all.put("group.id", id));
        return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
        reader.close();
        admin.close(Duration.ZERO);
    }
}

package io.hawser.node.assignment.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.envelope.Decoded;
import io.hawser.node.assignment.AssignmentCache;
import io.hawser.node.assignment.TopicIdentity;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.v1.AgentIdentity;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The reader and a listener that fails, as one does that finds no file descriptor left. */
class AssignmentReaderIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final String topic = SharedBroker.freshPrefix(AssignmentReaderIT.class) + "assignments";
    private final Map<String, Object> kafka = Map.of("bootstrap.servers", SharedBroker.bootstrapServers());
    private final Map<String, Object> consumer =
            Map.of("bootstrap.servers", SharedBroker.bootstrapServers(), "interceptor.classes", Polled.class.getName());
    private final AssignmentCache book = new AssignmentCache("n1", AgentIdentity.getDefaultInstance());
    private final Failing listener = new Failing();

    private Admin admin;
    private AssignmentReader reader;

    @BeforeEach
    void open() throws Exception {
        admin = Admin.create(kafka);
        admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
        reader = new AssignmentReader(consumer, () -> admin, "n1", topic, book, listener, Duration.ofSeconds(1));
    }

    @AfterEach
    void close() {
        reader.close();
        admin.close();
    }

    @Test
    @DisplayName("Each thing that the listener fails at is passed on again, and delays nothing else")
    void whatFailsIsPassedOnAgain() throws Exception {
        // Given
        write("n1/before");
        reader.start();
        await().atMost(PATIENCE).until(() -> listener.heard.contains("caught up"));

        // When
        write("n1/stuck");
        write("n1/data");

        // Then
        await().atMost(PATIENCE).until(() -> listener.heard.containsAll(List.of("changed data", "unusable n1/data")));
        assertThat(reader.isAlive()).isTrue();
        assertThat(listener.heard)
                .containsExactlyInAnyOrder("caught up", "unusable n1/before", "changed data", "unusable n1/data");
    }

    @Test
    @DisplayName("A listener that cannot act yet is asked again without another read, and the reader says why")
    void aListenerThatCannotActYet() {
        // Given
        write("n1/before");
        listener.acts = false;

        // When
        reader.start();

        // Then
        await().atMost(PATIENCE).until(() -> reader.trouble().isPresent());
        assertThat(reader.trouble().orElseThrow())
                .isEqualTo("the assignments cannot be acted on now: java.lang.IllegalStateException: no file descriptor"
                        + " is left for: caught up");

        // When
        listener.acts = true;

        // Then
        await().atMost(PATIENCE).until(() -> reader.trouble().isEmpty() && !listener.heard.isEmpty());
        assertThat(Polled.TOPICS.stream().filter(topic::equals)).hasSize(1);
    }

    @Test
    @DisplayName("A mark that the topic is complete does not count if the topic has more partitions since")
    void aMarkFromBeforeThePartitions() throws Exception {
        // Given
        reader.start();
        await().atMost(PATIENCE).until(() -> listener.heard.contains("caught up"));
        // When
        mark(2);
        write("n1/after");
        // Then
        await().atMost(PATIENCE).until(() -> listener.heard.contains("unusable n1/after"));
        assertThat(listener.heard).doesNotContain("complete");
        // When
        mark(1);
        // Then
        await().atMost(PATIENCE).until(() -> listener.heard.contains("complete"));
    }

    @Test
    @DisplayName("While the assignments cannot be read, the reader says why")
    void whileNothingCanBeRead() throws Exception {
        // Given
        reader.start();
        // The first failure is the trouble until the second call has returned.
        await().atMost(PATIENCE)
                .until(() ->
                        listener.heard.contains("caught up") && reader.trouble().isEmpty());

        // When
        admin.deleteTopics(List.of(topic)).all().get();

        // Then
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(reader.trouble())
                .hasValueSatisfying(why -> assertThat(why).startsWith("the assignments cannot be read now: ")));

        // When
        admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();

        // Then
        await().atMost(PATIENCE).until(() -> reader.trouble().isEmpty());
    }

    private void mark(int partitions) throws Exception {
        String id = admin.describeTopics(List.of(topic))
                .allTopicNames()
                .get()
                .get(topic)
                .topicId()
                .toString();
        try (var producer = new KafkaProducer<>(kafka, new ByteArraySerializer(), new ByteArraySerializer())) {
            var mark = new ProducerRecord<>(topic, "#complete/0".getBytes(UTF_8), new byte[] {1});
            mark.headers().add("hawser_complete", id.getBytes(UTF_8));
            mark.headers().add("hawser_partitions", Integer.toString(partitions).getBytes(UTF_8));
            producer.send(mark);
        }
    }

    private void write(String key) {
        try (var producer = new KafkaProducer<>(kafka, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic, key.getBytes(UTF_8), new byte[] {1}));
        }
    }

    /** Notes the topic of each record that a reader gets: another read gets all of them again. */
    public static final class Polled implements ConsumerInterceptor<byte[], byte[]> {
        private static final Queue<String> TOPICS = new ConcurrentLinkedQueue<>();

        @Override
        public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
            records.forEach(record -> TOPICS.add(record.topic()));
            return records;
        }

        @Override
        public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

        @Override
        public void configure(Map<String, ?> settings) {}

        @Override
        public void close() {}
    }

    /** Fails at each thing that it hears for the first time, and always at a volume that is stuck. */
    private static final class Failing implements AssignmentReader.Listener {
        private final Set<String> failed = new HashSet<>();
        private final List<String> heard = new CopyOnWriteArrayList<>();
        private volatile boolean acts = true;

        private void hear(String what) {
            if (!acts || failed.add(what) || what.endsWith("stuck")) {
                throw new IllegalStateException("no file descriptor is left for: " + what);
            }
            heard.add(what);
        }

        @Override
        public void reading(TopicIdentity from) {}

        @Override
        public void complete(TopicIdentity from) {
            hear("complete");
        }

        @Override
        public void caughtUp() {
            hear("caught up");
        }

        @Override
        public void changed(String volume) {
            hear("changed " + volume);
        }

        @Override
        public void notCounted(Optional<String> other) {
            hear("for another: " + other.isPresent());
        }

        @Override
        public void unusable(ConsumerRecord<byte[], byte[]> record, Decoded.Malformed malformed) {
            hear("unusable " + new String(record.key(), UTF_8));
        }
    }
}

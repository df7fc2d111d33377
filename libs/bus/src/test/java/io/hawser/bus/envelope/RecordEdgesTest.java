package io.hawser.bus.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.KeyHash;
import io.hawser.bus.topic.TopicNames;
import io.hawser.message.Truncated;
import io.hawser.v1.Task;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a record is just as large as it may be, and what of its own it has beside what it says. */
class RecordEdgesTest {
    private static final RecordEncoder ENCODER = new RecordEncoder(TopicNames.DEFAULT, "test");
    private static final Origin ORIGIN = new Origin("hawser.tasks", "", 3, 17);
    private static final Task TASK = Task.newBuilder().setName("t").build();
    private static final int MOST = RecordLimits.NAME_CHARACTERS;

    private final RecordDecoder decoder = new RecordDecoder(MessageTypes.of(Task.getDefaultInstance()));

    @Test
    @DisplayName("A record is told when the broker took it only where the topic keeps the broker's time")
    void theBrokersTime() {
        assertThat(decoder.decode(taken(TimestampType.LOG_APPEND_TIME)).origin().appended())
                .contains(Instant.ofEpochMilli(1234));
        Origin ofTheProducer = decoder.decode(taken(TimestampType.CREATE_TIME)).origin();
        assertThat(ofTheProducer.appended()).isEmpty();
        assertThat(ofTheProducer.written()).isEqualTo(Instant.ofEpochMilli(1234));
    }

    @Test
    @DisplayName("A record is named by its topic, its partition and its offset")
    void whereItStood() {
        assertThat(ORIGIN).hasToString("hawser.tasks-3@17");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/protobuf", "application/protobuf; proto=hawser.v1.Task"})
    @DisplayName("What is said to be protobuf is read as protobuf, also with parameters behind")
    void protobufWithParameters(String contentType) {
        // Given
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("hawser.tasks", 3, 17, utf8("t"), bytes(TASK));
        headers("1").forEach((name, value) -> record.headers().add(name, utf8(value)));
        record.headers().remove("content-type").add("content-type", utf8(contentType));

        // Then
        assertThat(decoder.decode(record)).isEqualTo(new Decoded.Known(ORIGIN, "t", "1", "hawser.v1.Task", TASK));
    }

    @Test
    @DisplayName("A key and an id of as many characters as there may be are taken, one more is refused")
    void longNames() {
        ConsumerRecord<byte[], byte[]> small = record("k", Map.of());
        Decoded.Known longest = new Decoded.Known(ORIGIN, "k".repeat(MOST), "i".repeat(MOST), "type", TASK);
        Decoded.Known longKey = new Decoded.Known(ORIGIN, "k".repeat(MOST + 1), "i", "type", TASK);
        Decoded.Known longId = new Decoded.Known(ORIGIN, "k", "i".repeat(MOST + 1), "type", TASK);

        assertThat(RecordLimits.held(small, longest)).isSameAs(longest);
        assertThat(RecordLimits.held(small, longKey))
                .isInstanceOfSatisfying(Decoded.Invalid.class, invalid -> assertThat(invalid.message())
                        .isEqualTo("the key has 513 characters where 512 is the most"));
        assertThat(RecordLimits.held(small, longId)).isInstanceOf(Decoded.Malformed.class);
    }

    @Test
    @DisplayName("What was refused already keeps its reason, and its key is repeated in part only")
    void whatWasRefusedAlready() {
        // Given
        ConsumerRecord<byte[], byte[]> small = record("k", Map.of());
        String longKey = "k".repeat(MOST + 1);

        // When
        Decoded held = RecordLimits.held(
                small, new Decoded.Invalid(ORIGIN, Optional.of(longKey), "i", "type", "field", "reason"));
        Decoded nobody = RecordLimits.held(
                small, new Decoded.Invalid(ORIGIN, Optional.of("k"), "i".repeat(MOST + 1), "type", "field", "reason"));
        Decoded newer = RecordLimits.held(small, new Decoded.Newer(ORIGIN, Optional.empty(), "i", "type"));
        Decoded gone = RecordLimits.held(small, new Decoded.Tombstone(ORIGIN, "k".repeat(MOST)));

        // Then
        assertThat(held)
                .isEqualTo(new Decoded.Invalid(
                        ORIGIN, Optional.of(Truncated.of(longKey)), "i", "type", "field", "reason"));
        assertThat(nobody).isInstanceOf(Decoded.Malformed.class);
        assertThat(newer).isEqualTo(new Decoded.Newer(ORIGIN, Optional.empty(), "i", "type"));
        assertThat(gone).isEqualTo(new Decoded.Tombstone(ORIGIN, "k".repeat(MOST)));
    }

    @Test
    @DisplayName("A record of 256 KiB with its key and its headers is taken, and one byte more is refused")
    void theLargestRecord() {
        // Given
        int room = RecordLimits.READ_BYTES - "key".length() - "one".length() - "22".length() - "none".length();
        Decoded.Known known = new Decoded.Known(ORIGIN, "key", "i", "type", TASK);

        // Then
        assertThat(RecordLimits.held(sized(room), known)).isSameAs(known);
        assertThat(RecordLimits.held(sized(room + 1), known))
                .isEqualTo(new Decoded.Invalid(
                        ORIGIN,
                        Optional.of("key"),
                        "i",
                        "type",
                        "",
                        "the record has 262145 bytes where 262144 is the most",
                        List.of(),
                        Optional.of(TASK)));
    }

    @Test
    @DisplayName("Of a message that makes half of a record that is too large, the largest field is named")
    void halfOfItAll() {
        // Given
        Task half = Task.newBuilder()
                .setNode("n")
                .setName("x".repeat(RecordLimits.READ_BYTES / 2 - 7))
                .build();
        Task less = Task.newBuilder(half).setName(half.getName().substring(1)).build();

        // Then
        assertThat(half.getSerializedSize()).isEqualTo(RecordLimits.READ_BYTES / 2);
        assertThat(fieldAtFault(half)).isEqualTo("name");
        assertThat(fieldAtFault(less)).isEmpty();
    }

    @Test
    @DisplayName("A record with a key for its partition goes to that key's partition, any other one where Kafka says")
    void partitions() {
        // Given
        OutgoingRecord record = ENCODER.encode(HawserTopic.ASSIGNMENTS, "n1/v", "id", TASK, Instant.EPOCH);

        // When
        ProducerRecord<byte[], byte[]> byNode = ProducerRecords.of(record.partitionedBy("n1"), topic -> 64);
        ProducerRecord<byte[], byte[]> byKey = ProducerRecords.of(record, topic -> 64);

        // Then
        assertThat(byNode.partition()).isEqualTo(KeyHash.of("n1", 64));
        assertThat(byNode.key()).isEqualTo(utf8("n1/v"));
        assertThat(byNode.value()).isEqualTo(bytes(TASK));
        assertThat(byNode.headers().toArray()).hasSize(6);
        assertThat(byKey.partition()).isNull();
    }

    @Test
    @DisplayName("The event of a state is named by topic, key and revision; a tombstone has nothing but its key")
    void statesAndTombstones() {
        OutgoingRecord state = ENCODER.state(HawserTopic.TASKS, "t", 5, TASK, Instant.EPOCH);

        assertThat(state.headers())
                .containsEntry("ce_id", "tasks/t/5")
                .containsEntry("ce_source", "test")
                .containsEntry("ce_time", "1970-01-01T00:00:00Z")
                .containsEntry("ce_type", "hawser.v1.Task")
                .containsEntry("ce_specversion", "1.0")
                .containsEntry("content-type", "application/protobuf");
        assertThat(state.bytes())
                .isEqualTo(1
                        + TASK.getSerializedSize()
                        + state.headers().entrySet().stream()
                                .flatMap(header -> Stream.of(header.getKey(), header.getValue()))
                                .mapToInt(String::length)
                                .sum());
        assertThat(ENCODER.tombstone(HawserTopic.TASKS, "t"))
                .isEqualTo(new OutgoingRecord("hawser.tasks", "t", Optional.empty(), Map.of(), Optional.empty()));
    }

    @Test
    @DisplayName("A dead letter of as many bytes as there may be is whole; of one more the record's headers go first")
    void theLargestDeadLetter() {
        // Given
        int around = ENCODER.dead(HawserTopic.TASKS, record(1), "message").bytes() - 1;
        int room = RecordLimits.WRITTEN_BYTES - around;

        // When
        OutgoingRecord whole = ENCODER.dead(HawserTopic.TASKS, record(room), "message");
        OutgoingRecord cut = ENCODER.dead(HawserTopic.TASKS, record(room + 1), "message");

        // Then
        assertThat(whole.bytes()).isEqualTo(RecordLimits.WRITTEN_BYTES);
        assertThat(whole.headers()).containsKey("hawser_headers").doesNotContainKey("hawser_bytes");
        assertThat(cut.headers())
                .doesNotContainKey("hawser_headers")
                .containsEntry("hawser_bytes", Integer.toString(room + 1));
        assertThat(cut.value().orElseThrow().size()).isEqualTo(room + 1);
    }

    @Test
    @DisplayName("A dead letter says where its record stood, when it was written and why it was buried")
    void whatADeadLetterSays() {
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("hawser.tasks", 3, 17, null, null);

        OutgoingRecord letter = ENCODER.dead(HawserTopic.TASKS, record, "message");

        assertThat(letter.topic()).isEqualTo("hawser.tasks.dead");
        assertThat(letter.key()).isEmpty();
        assertThat(letter.value()).isEmpty();
        assertThat(letter.headers())
                .containsEntry("hawser_message", "message")
                .containsEntry("hawser_topic", "hawser.tasks")
                .containsEntry("hawser_partition", "3")
                .containsEntry("hawser_offset", "17")
                .containsEntry("hawser_timestamp", "-1");
    }

    private static String fieldAtFault(Task task) {
        ConsumerRecord<byte[], byte[]> record = record("k", Map.of("padding", "p".repeat(RecordLimits.READ_BYTES)));
        return ((Decoded.Invalid) RecordLimits.held(record, new Decoded.Known(ORIGIN, "k", "i", "type", task))).field();
    }

    /** With headers of which one has no value. */
    private static ConsumerRecord<byte[], byte[]> sized(int valueBytes) {
        ConsumerRecord<byte[], byte[]> record =
                new ConsumerRecord<>("hawser.tasks", 3, 17, utf8("key"), new byte[valueBytes]);
        record.headers().add("one", utf8("22")).add("none", null);
        return record;
    }

    private static ConsumerRecord<byte[], byte[]> record(int valueBytes) {
        return new ConsumerRecord<>("hawser.tasks", 3, 17, utf8("k"), new byte[valueBytes]);
    }

    private static ConsumerRecord<byte[], byte[]> record(String key, Map<String, String> headers) {
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("hawser.tasks", 3, 17, utf8(key), bytes(TASK));
        headers.forEach((name, value) -> record.headers().add(name, utf8(value)));
        return record;
    }

    private static Map<String, String> headers(String id) {
        return ENCODER.encode(HawserTopic.TASKS, "t", id, TASK, Instant.EPOCH).headers();
    }

    private static ConsumerRecord<byte[], byte[]> taken(TimestampType type) {
        return new ConsumerRecord<>(
                "hawser.tasks", 3, 17, 1234, type, 0, 0, utf8("t"), null, new RecordHeaders(), Optional.empty());
    }

    private static byte[] bytes(Task task) {
        return task.toByteArray();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            []   | not a hawser.v1.Task: data is not a JSON object
            null | not a hawser.v1.Task: data is not a JSON object
            """)
    @DisplayName("What cannot be read is malformed for the reason that its parser gives")
    void inTheParsersWords(String json, String message) {
        // Given
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("hawser.tasks", 3, 17, utf8("t"), utf8(json));
        headers("1").forEach((name, value) -> record.headers().add(name, utf8(value)));
        record.headers().remove("content-type").add("content-type", utf8("application/json"));

        // Then
        assertThat(decoder.decode(record))
                .isInstanceOfSatisfying(Decoded.Malformed.class, malformed -> assertThat(malformed.message())
                        .isEqualTo(message));
    }

    @Test
    @DisplayName("A record without headers and without a byte is no CloudEvent, and a tombstone names its fault")
    void almostNothing() {
        assertThat(decoder.decode(new ConsumerRecord<>("hawser.tasks", 3, 17, utf8("t"), new byte[0])))
                .isInstanceOfSatisfying(Decoded.Malformed.class, malformed -> assertThat(malformed.message())
                        .startsWith("not a CloudEvent: ")
                        .doesNotContain("out of bounds"));
        assertThat(decoder.decode(new ConsumerRecord<>("hawser.tasks", 3, 17, utf8("t\0"), null)))
                .isEqualTo(new Decoded.Malformed(
                        ORIGIN,
                        Optional.of("t\uFFFD"),
                        Optional.empty(),
                        Optional.empty(),
                        "a tombstone whose key holds a NUL character names nothing"));
        assertThat(decoder.decode(new ConsumerRecord<>("hawser.tasks", 3, 17, null, null)))
                .isEqualTo(new Decoded.Malformed(
                        ORIGIN,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        "a tombstone without a key names nothing"));
    }

    @Test
    @DisplayName("A type is named by its full name in protobuf")
    void typesByName() {
        assertThat(MessageTypes.of(Task.getDefaultInstance()).names()).containsExactly("hawser.v1.Task");
    }

    @Test
    @DisplayName("A text may end in a whole pair, not in half of one")
    void textThatEndsInHalfAPair() {
        assertThat(StorableText.fault("x\uD83D")).contains("holds half of a surrogate pair");
        assertThat(StorableText.fault("x\uD83D\uDE00")).isEmpty();
    }
}

package io.hawser.bus.dead;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hawser.bus.dead.DeadRecord.Discarded;
import io.hawser.bus.dead.DeadRecord.Foreign;
import io.hawser.bus.dead.DeadRecord.Kind;
import io.hawser.bus.dead.DeadRecord.Letter;
import io.hawser.bus.dead.DeadRecord.Mark;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.envelope.SourceRecord;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DeadRecordTest {
    private static final RecordEncoder ENCODER = new RecordEncoder(TopicNames.DEFAULT, "me");
    private static final long WRITTEN = 1_000;
    private static final long BURIED = 5_000;

    @Test
    @DisplayName("A letter keeps its record byte by byte: key, value, and headers that repeat, are null or no text")
    void aLetterKeepsItsRecord() {
        // Given
        ConsumerRecord<byte[], byte[]> source = source(new byte[] {(byte) 0xC3, 0, 1}, utf8("value"));
        source.headers()
                .add("ce_id", utf8("1"))
                .add("ce_id", utf8("2"))
                .add("x", null)
                .add("y", new byte[] {-1, 0});

        // When
        DeadRecord read = DeadRecord.read(stored(ENCODER.dead(HawserTopic.TASKS, source, "message"), 12));

        // Then
        assertThat(read).isInstanceOfSatisfying(Letter.class, letter -> {
            assertThat(letter.at()).hasToString("hawser.tasks.dead-0@12");
            assertThat(letter.stood()).map(Origin::toString).contains("hawser.tasks-3@17");
            assertThat(letter.message()).isEqualTo("message");
            assertThat(letter.written()).isEqualTo(Instant.ofEpochMilli(WRITTEN));
            assertThat(letter.since()).isEqualTo(Instant.ofEpochMilli(BURIED));
            assertThat(letter.source()).contains(SourceRecord.of(source));
            assertThat(letter.source().orElseThrow().headers()).hasSize(4);
            assertThat(letter.value()).contains(ByteString.copyFrom(utf8("value")));
            assertThat(letter.cutOf()).isEmpty();
        });
    }

    @Test
    @DisplayName("A letter says the id of its record's topic, also if it was cut; one of an earlier version says none")
    void aLetterSaysItsTopicsId() {
        Letter whole = letter(ENCODER.dead(HawserTopic.TASKS, source(utf8("k"), utf8("v")), "id", "message"), 0);
        Letter cut =
                letter(ENCODER.dead(HawserTopic.TASKS, source(utf8("k"), new byte[1_040_000]), "id", "message"), 0);
        Letter earlier = letter(ENCODER.dead(HawserTopic.TASKS, source(utf8("k"), utf8("v")), "message"), 0);

        assertThat(whole.stood()).map(Origin::place).contains("hawser.tasks-3@17/id");
        assertThat(cut.stood()).map(Origin::place).contains("hawser.tasks-3@17/id");
        assertThat(earlier.stood()).map(Origin::place).contains("hawser.tasks-3@17");
    }

    @Test
    @DisplayName("A letter of a record without key or without value says so")
    void aLetterOfAlmostNothing() {
        Letter letter = letter(ENCODER.dead(HawserTopic.TASKS, source(null, null), "message"), 0);

        assertThat(letter.source().orElseThrow().key()).isEmpty();
        assertThat(letter.value()).isEmpty();
    }

    @Test
    @DisplayName("A letter that was cut has neither the record's headers nor all of its bytes")
    void aLetterThatWasCut() {
        Letter letter = letter(ENCODER.dead(HawserTopic.TASKS, source(utf8("k"), new byte[1_040_000]), "message"), 0);
        ConsumerRecord<byte[], byte[]> wide = source(utf8("k"), null);
        wide.headers().add("h", new byte[900_000]);
        Letter withoutHeaders = letter(ENCODER.dead(HawserTopic.TASKS, wide, "message"), 0);

        assertThat(letter.cutOf()).hasValue(1_040_000);
        assertThat(letter.source()).isEmpty();
        assertThat(withoutHeaders.cutOf()).hasValue(0);
        assertThat(withoutHeaders.source()).isEmpty();
    }

    @Test
    @DisplayName("What could not be sent never stood on its topic")
    void whatCouldNotBeSent() {
        OutgoingRecord large = new OutgoingRecord(
                "hawser.events", "k", Optional.empty(), Map.of(), Optional.of(ByteString.copyFrom(new byte[10])));

        assertThat(letter(ENCODER.dead(large, "too large"), 0)).satisfies(letter -> {
            assertThat(letter.stood()).isEmpty();
            assertThat(letter.source()).isEmpty();
            assertThat(letter.topic()).isEqualTo("hawser.events");
        });
    }

    @Test
    @DisplayName("The last mark on a letter counts; other letters have none")
    void theLastMarkCounts() {
        // Given
        DeadLetters letters = new DeadLetters();
        Letter first = letter(ENCODER.dead(HawserTopic.TASKS, source(utf8("k"), utf8("v")), "message"), 4);
        Letter second = letter(ENCODER.dead(HawserTopic.TASKS, source(utf8("k"), utf8("v")), "message"), 5);

        // When
        letters.add(first);
        letters.add(second);
        letters.add(mark(first, Kind.REPLAYED, "", 6));
        letters.add(mark(first, Kind.DISCARDED, "it is gone", 7));
        letters.add(new Mark(new Origin("hawser.tasks.dead", "", 0, 99), Kind.DISCARDED, Instant.EPOCH, ""));

        // Then
        assertThat(letters.all()).hasSize(2);
        assertThat(letters.at(first.at()).orElseThrow().mark())
                .contains(new Mark(first.at(), Kind.DISCARDED, Instant.ofEpochMilli(BURIED), "it is gone"));
        assertThat(letters.at(second.at()).orElseThrow().mark()).isEmpty();
    }

    @Test
    @DisplayName("A mark without a letter names its record's place")
    void aMarkOfAPlace() {
        Origin record = new Origin("hawser.tasks", "id", 3, 17);

        assertThat(DeadRecord.read(stored(DeadRecord.discarded(record, "hawser.tasks.dead", "message"), 6)))
                .isEqualTo(new Discarded(record));
    }

    @Test
    @DisplayName("Headers of the buried record are no mark and forge no place")
    void headersOfTheRecordForgeNothing() {
        ConsumerRecord<byte[], byte[]> source = source(utf8("k"), utf8("v"));
        source.headers().add("hawser_mark", utf8("discarded")).add("hawser_offset", utf8("1"));

        assertThat(letter(ENCODER.dead(HawserTopic.TASKS, source, "message"), 0).stood())
                .map(Origin::offset)
                .contains(17L);
    }

    @Test
    @DisplayName("What is neither letter nor mark is foreign, however it looks")
    void anythingElseIsForeign() {
        for (Map<String, String> headers : java.util.List.of(
                Map.<String, String>of(),
                Map.of("hawser_mark", "eaten", "hawser_letter", "1"),
                Map.of("hawser_mark", "discarded"),
                Map.of("hawser_mark", "discarded", "hawser_topic", "hawser.tasks"),
                Map.of("hawser_mark", "replayed", "hawser_topic", "t", "hawser_partition", "0", "hawser_offset", "1"),
                Map.of("hawser_topic", "hawser.tasks", "hawser_offset", "x"),
                Map.of("hawser_topic", "hawser.tasks", "hawser_offset", "1"),
                Map.of("hawser_topic", "t", "hawser_bytes", ""))) {
            assertThat(DeadRecord.read(stored(
                            new OutgoingRecord("hawser.tasks.dead", "k", Optional.empty(), headers, Optional.empty()),
                            1)))
                    .as(headers.toString())
                    .isInstanceOf(Foreign.class);
        }
    }

    private static Letter letter(OutgoingRecord record, long offset) {
        return (Letter) DeadRecord.read(stored(record, offset));
    }

    private static DeadRecord mark(Letter letter, Kind kind, String message, long offset) {
        return DeadRecord.read(stored(DeadRecord.mark(letter, kind, message), offset));
    }

    private static ConsumerRecord<byte[], byte[]> source(byte[] key, byte[] value) {
        return at("hawser.tasks", 3, 17, WRITTEN, key, value);
    }

    private static ConsumerRecord<byte[], byte[]> stored(OutgoingRecord record, long offset) {
        return stored(ProducerRecords.of(record, topic -> 1), offset);
    }

    private static ConsumerRecord<byte[], byte[]> stored(ProducerRecord<byte[], byte[]> record, long offset) {
        ConsumerRecord<byte[], byte[]> stored = at(record.topic(), 0, offset, BURIED, record.key(), record.value());
        record.headers().forEach(stored.headers()::add);
        return stored;
    }

    private static ConsumerRecord<byte[], byte[]> at(
            String topic, int partition, long offset, long timestamp, byte[] key, byte[] value) {
        return new ConsumerRecord<>(
                topic,
                partition,
                offset,
                timestamp,
                TimestampType.CREATE_TIME,
                0,
                0,
                key,
                value,
                new RecordHeaders(),
                Optional.empty());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName(
            "A letter says its record's key; where a producer's clock is ahead, the record is as old as the letter")
    void keyAndAge() {
        // Given
        ConsumerRecord<byte[], byte[]> ahead = at("hawser.tasks", 3, 17, BURIED + 1, utf8("key"), utf8("v"));
        ConsumerRecord<byte[], byte[]> justBefore = at("hawser.tasks", 3, 17, BURIED - 1, utf8("key"), utf8("v"));
        ConsumerRecord<byte[], byte[]> keyless = at("hawser.tasks.dead", 0, 1, BURIED, null, null);
        keyless.headers().add("hawser_topic", utf8("hawser.tasks"));

        // Then
        assertThat(letter(ENCODER.dead(HawserTopic.TASKS, ahead, "message"), 0)).satisfies(letter -> {
            assertThat(letter.key()).isEqualTo("key");
            assertThat(letter.written()).isEqualTo(Instant.ofEpochMilli(BURIED));
        });
        assertThat(letter(ENCODER.dead(HawserTopic.TASKS, justBefore, "message"), 0)
                        .written())
                .isEqualTo(Instant.ofEpochMilli(BURIED - 1));
        assertThat(DeadRecord.read(keyless)).isInstanceOfSatisfying(Letter.class, letter -> assertThat(letter.key())
                .isEmpty());
    }
}

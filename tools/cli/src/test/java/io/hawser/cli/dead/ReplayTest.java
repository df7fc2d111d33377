package io.hawser.cli.dead;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hawser.bus.dead.DeadLetters.Marked;
import io.hawser.bus.dead.DeadRecord.Kind;
import io.hawser.bus.dead.DeadRecord.Letter;
import io.hawser.bus.dead.DeadRecord.Mark;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.envelope.SourceRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayTest {
    private static final Instant WRITTEN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NOW = WRITTEN.plusSeconds(60);
    private static final Origin AT = new Origin("hawser.tasks.dead", "", 0, 12);
    private static final Letter LETTER = new Letter(
            AT,
            WRITTEN.plusSeconds(1),
            "t1",
            "message",
            "hawser.tasks",
            Optional.of(new Origin("hawser.tasks", "", 2, 17)),
            WRITTEN,
            Optional.of(new SourceRecord(
                    Optional.of(bytes("t1")),
                    List.of(
                            new SourceRecord.Header("ce_id", Optional.of(bytes("1"))),
                            new SourceRecord.Header("ce_id", Optional.empty())))),
            Optional.of(bytes("content")),
            OptionalLong.empty());

    @Test
    @DisplayName("A letter whose key has nothing newer goes back as it was, to the partition where it stood")
    void goesBackAsItWas() {
        assertThat(refusal(LETTER, Optional.empty(), false)).isEmpty();

        ProducerRecord<byte[], byte[]> record = Replay.record(LETTER);

        assertThat(record.topic()).isEqualTo("hawser.tasks");
        assertThat(record.partition()).isEqualTo(2);
        assertThat(record.key()).isEqualTo(utf8("t1"));
        assertThat(record.value()).isEqualTo(utf8("content"));
        assertThat(record.headers().toArray()).hasSize(2);
        assertThat(record.headers().lastHeader("ce_id").value()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "t1, 2, 16, 0, false",
        "t1, 2, 17, 0, false",
        "t1, 2, 18, 0, true",
        "t1, 2, 18, -5, true",
        "t1, 2, 3, 1, true",
        "t1, 0, 99, 0, false",
        "t1, 0, 0, 1, true",
        "t2, 2, 18, 1, false"
    })
    @DisplayName("Newer is what stands behind it, or was written after it, under the same key")
    void newerIsBehindOrLater(String key, int partition, long offset, long secondsLater, boolean newer) {
        assertThat(Replay.newer(LETTER, record(key, partition, offset, WRITTEN.plusSeconds(secondsLater), "x")))
                .as(key)
                .matches(found -> found.isPresent() == newer);
    }

    @Test
    @DisplayName("A newer record or tombstone holds it back, unless somebody wants it even if older")
    void aNewerRecordHoldsItBack() {
        Optional<Replay.Newer> record = Replay.newer(LETTER, record("t1", 2, 18, WRITTEN, "x"));
        Optional<Replay.Newer> tombstone = Replay.newer(LETTER, record("t1", 2, 18, WRITTEN, null));

        assertThat(refusal(LETTER, record, false).orElseThrow())
                .contains("a newer record of this key is at hawser.tasks-2@18")
                .contains("--even-if-older");
        assertThat(refusal(LETTER, tombstone, false).orElseThrow()).contains("a newer tombstone");
        assertThat(refusal(LETTER, record, true)).isEmpty();
    }

    @Test
    @DisplayName("After seven days nobody can say that nothing came later")
    void afterSevenDaysNobodyCanSay() {
        Instant last = WRITTEN.plus(Duration.ofDays(7));

        assertThat(Replay.refusal(unmarked(LETTER), Optional.empty(), 3, last, false))
                .isEmpty();
        assertThat(Replay.refusal(unmarked(LETTER), Optional.empty(), 3, last.plusMillis(1), false))
                .hasValueSatisfying(message -> assertThat(message).contains("may be forgotten"));
        assertThat(Replay.refusal(unmarked(LETTER), Optional.empty(), 3, last.plusMillis(1), true))
                .isEmpty();
    }

    @Test
    @DisplayName("A letter is replayed once; one that was discarded may still be")
    void aLetterIsReplayedOnce() {
        Marked replayed = new Marked(LETTER, Optional.of(new Mark(AT, Kind.REPLAYED, NOW, "")));
        Marked discarded = new Marked(LETTER, Optional.of(new Mark(AT, Kind.DISCARDED, NOW, "")));

        assertThat(Replay.refusal(replayed, Optional.empty(), 3, NOW, false).orElseThrow())
                .contains("was replayed already");
        assertThat(Replay.refusal(replayed, Optional.empty(), 3, NOW, true)).isEmpty();
        assertThat(Replay.refusal(discarded, Optional.empty(), 3, NOW, false)).isEmpty();
    }

    @Test
    @DisplayName("What is not there as a whole cannot go back, whatever somebody wants")
    void whatIsNotWholeCannotGoBack() {
        assertImpossible("only 7 are here", with(LETTER, LETTER.stood(), LETTER.source(), OptionalLong.of(9_000)));
        assertImpossible("headers were not kept", with(LETTER, LETTER.stood(), Optional.empty(), OptionalLong.empty()));
        assertImpossible("never stood on", with(LETTER, Optional.empty(), LETTER.source(), OptionalLong.empty()));
        assertThat(Replay.refusal(unmarked(LETTER), Optional.empty(), 2, NOW, true)
                        .orElseThrow())
                .contains("no partition 2");
        Letter elsewhere = new Letter(
                new Origin("hawser.nodes.dead", "", 0, 1),
                LETTER.since(),
                LETTER.key(),
                "",
                LETTER.topic(),
                LETTER.stood(),
                WRITTEN,
                LETTER.source(),
                LETTER.value(),
                OptionalLong.empty());
        assertImpossible("lie elsewhere", elsewhere);
    }

    private static void assertImpossible(String message, Letter letter) {
        assertThat(refusal(letter, Optional.empty(), true).orElseThrow()).contains(message);
        assertThat(refusal(letter, Optional.empty(), false).orElseThrow())
                .contains(message)
                .doesNotContain("--even-if-older");
    }

    private static Letter with(
            Letter letter, Optional<Origin> stood, Optional<SourceRecord> source, OptionalLong cutOf) {
        return new Letter(
                letter.at(),
                letter.since(),
                letter.key(),
                letter.message(),
                letter.topic(),
                stood,
                letter.written(),
                source,
                letter.value(),
                cutOf);
    }

    private static Optional<String> refusal(Letter letter, Optional<Replay.Newer> newer, boolean evenIfOlder) {
        return Replay.refusal(unmarked(letter), newer, 3, NOW, evenIfOlder);
    }

    private static Marked unmarked(Letter letter) {
        return new Marked(letter, Optional.empty());
    }

    private static ConsumerRecord<byte[], byte[]> record(
            String key, int partition, long offset, Instant written, String value) {
        return new ConsumerRecord<>(
                "hawser.tasks",
                partition,
                offset,
                written.toEpochMilli(),
                TimestampType.CREATE_TIME,
                0,
                0,
                utf8(key),
                value == null ? null : utf8(value),
                new RecordHeaders(),
                Optional.empty());
    }

    private static ByteString bytes(String text) {
        return ByteString.copyFrom(utf8(text));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

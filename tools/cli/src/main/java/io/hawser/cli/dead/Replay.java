package io.hawser.cli.dead;

import com.google.protobuf.ByteString;
import io.hawser.bus.dead.DeadLetters.Marked;
import io.hawser.bus.dead.DeadRecord.Kind;
import io.hawser.bus.dead.DeadRecord.Letter;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.envelope.SourceRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Decides whether a dead letter may be written back, and as which record. */
public final class Replay {
    /** Tombstones, records on topics with retention by time, and command ids are all forgotten after a week. */
    private static final Duration REMEMBERED = Duration.ofDays(7);

    private Replay() {}

    /** A later record of the source topic about the same entity. */
    public record Newer(Origin at, Instant written, boolean tombstone) {}

    /**
     * Whether a record of the letter's own topic is later than the letter's record: at a higher offset, or written
     * after it.
     */
    public static Optional<Newer> newer(Letter letter, ConsumerRecord<byte[], byte[]> record) {
        Optional<byte[]> key = letter.source().flatMap(SourceRecord::key).map(ByteString::toByteArray);
        if (key.isEmpty() || !Arrays.equals(key.get(), record.key())) {
            return Optional.empty();
        }
        Instant written = Instant.ofEpochMilli(record.timestamp());
        boolean behind = letter.stood()
                .filter(stood -> stood.partition() == record.partition() && record.offset() > stood.offset())
                .isPresent();
        // A topic that was made again starts its offsets anew.
        return behind || written.isAfter(letter.written())
                ? Optional.of(new Newer(
                        new Origin(record.topic(), "", record.partition(), record.offset()),
                        written,
                        record.value() == null))
                : Optional.empty();
    }

    /**
     * The reason against writing the record back; empty: none.
     *
     * @param newer the latest such record
     * @param partitions of the source topic; 0 = there is no such topic
     * @param evenIfOlder a person has checked the later records, and wants this one all the same
     */
    public static Optional<String> refusal(
            Marked marked, Optional<Newer> newer, int partitions, Instant now, boolean evenIfOlder) {
        Letter letter = marked.letter();
        return impossible(letter, partitions)
                .or(() -> evenIfOlder
                        ? Optional.empty()
                        : overtaken(marked, newer, now)
                                .map(message -> message + "; --even-if-older writes it back all the same"));
    }

    private static Optional<String> impossible(Letter letter, int partitions) {
        if (!letter.at().topic().equals(letter.topic() + ".dead")) {
            return Optional.of("it says that it is of " + letter.topic() + ", whose dead letters lie elsewhere");
        }
        if (letter.stood().isEmpty()) {
            return Optional.of("its record never stood on " + letter.topic() + ": it could not be sent for its size");
        }
        if (letter.cutOf().isPresent()) {
            return Optional.of("it was cut: the record did not fit with its headers, and of its "
                    + letter.cutOf().getAsLong() + " bytes only "
                    + letter.value().map(ByteString::size).orElse(0) + " are here");
        }
        if (letter.source().isEmpty()) {
            return Optional.of("the record's key and headers were not kept with it");
        }
        int partition = letter.stood().get().partition();
        return partition < partitions
                ? Optional.empty()
                : Optional.of("there is no partition " + partition + " of " + letter.topic() + " any more");
    }

    private static Optional<String> overtaken(Marked marked, Optional<Newer> newer, Instant now) {
        Letter letter = marked.letter();
        if (newer.isPresent()) {
            return Optional.of("a newer " + (newer.get().tombstone() ? "tombstone" : "record") + " of this key is at "
                    + newer.get().at() + ", written " + newer.get().written());
        }
        if (letter.written().plus(REMEMBERED).isBefore(now)) {
            return Optional.of("it was written " + letter.written() + ", more than " + REMEMBERED.toDays()
                    + " days ago: what was said later may be forgotten");
        }
        return marked.mark()
                .filter(mark -> mark.kind() == Kind.REPLAYED)
                .map(mark -> "it was replayed already, at " + mark.at());
    }

    /** The record as it was, on its original partition. */
    public static ProducerRecord<byte[], byte[]> record(Letter letter) {
        SourceRecord source = letter.source().orElseThrow();
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                letter.topic(),
                letter.stood().orElseThrow().partition(),
                source.key().map(ByteString::toByteArray).orElse(null),
                letter.value().map(ByteString::toByteArray).orElse(null));
        source.headers().forEach(header -> record.headers()
                .add(header.name(), header.value().map(ByteString::toByteArray).orElse(null)));
        return record;
    }
}

package io.hawser.conformance.history;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.topic.HawserTopic;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A record of one of Hawser's topics.
 *
 * @param at when its producer sent it
 * @param said CloudEvents {@code time}: when its writer decided it, which is before it was sent; {@code at} where the
 *     record has none
 * @param source CloudEvents {@code source}, such as {@code hawser/volume-service}; empty where the record has none
 * @param decoded what the record turned out to be
 */
public record TopicRecord(HawserTopic topic, Instant at, Instant said, String source, Decoded decoded) {
    public TopicRecord {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(said, "said");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(decoded, "decoded");
    }

    public int partition() {
        return decoded.origin().partition();
    }

    public long offset() {
        return decoded.origin().offset();
    }

    /** Empty where the record has no key, or could not be read. */
    public String key() {
        return switch (decoded) {
            case Decoded.Known known -> known.key();
            case Decoded.Tombstone tombstone -> tombstone.key();
            case Decoded.Invalid invalid -> invalid.key().orElse("");
            case Decoded.Newer n -> "";
            case Decoded.Malformed m -> "";
        };
    }

    /** The event's id; for a command the command id. Empty where there is none. */
    public String id() {
        return switch (decoded) {
            case Decoded.Known known -> known.id();
            case Decoded.Invalid invalid -> invalid.id();
            case Decoded.Malformed malformed -> malformed.id().orElse("");
            case Decoded.Tombstone t -> "";
            case Decoded.Newer n -> "";
        };
    }

    public boolean tombstone() {
        return decoded instanceof Decoded.Tombstone;
    }

    /** The message, if it is one of this type. */
    public <M extends Message> Optional<M> as(Class<M> type) {
        return decoded instanceof Decoded.Known known && type.isInstance(known.message())
                ? Optional.of(type.cast(known.message()))
                : Optional.empty();
    }

    /** For a person: {@code hawser.tasks-0@12 (t1)}. */
    public String where() {
        return decoded.origin() + " (" + key() + ")";
    }
}

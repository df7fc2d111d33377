package io.hawser.conformance.history;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.topic.HawserTopic;
import java.time.Instant;
import java.util.Optional;

/**
 * A record of one of Hawser's topics.
 *
 * @param at when its producer sent it
 * @param said CloudEvents {@code time}, when its writer decided it, before it was sent; {@code at} if the record has
 *     none
 * @param source CloudEvents {@code source}, for example {@code hawser/volume-service}; empty if the record has none
 * @param decoded the result of decoding it
 */
public record TopicRecord(HawserTopic topic, Instant at, Instant said, String source, Decoded decoded) {
    public int partition() {
        return decoded.origin().partition();
    }

    public long offset() {
        return decoded.origin().offset();
    }

    /** Empty if the record has no key, or could not be read. */
    public String key() {
        return switch (decoded) {
            case Decoded.Known known -> known.key();
            case Decoded.Tombstone tombstone -> tombstone.key();
            case Decoded.Invalid invalid -> invalid.key().orElse("");
            case Decoded.Newer n -> "";
            case Decoded.Malformed m -> "";
        };
    }

    /** The event's id, which for a command is the command id. Empty if there is none. */
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

    public <M extends Message> Optional<M> as(Class<M> type) {
        return decoded instanceof Decoded.Known known && type.isInstance(known.message())
                ? Optional.of(type.cast(known.message()))
                : Optional.empty();
    }

    /** For people: {@code hawser.tasks-0@12 (t1)}. */
    public String where() {
        return decoded.origin() + " (" + key() + ")";
    }
}

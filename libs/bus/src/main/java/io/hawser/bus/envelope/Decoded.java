package io.hawser.bus.envelope;

import com.google.protobuf.Message;
import java.util.List;
import java.util.Optional;

/** The result of decoding a record. Decoding never throws: every record becomes one of these. */
public sealed interface Decoded {
    Origin origin();

    /** The same record as one that cannot be applied; the message says why. */
    default Malformed malformed(String message) {
        return switch (this) {
            case Known known ->
                new Malformed(
                        origin(),
                        Optional.of(known.key()),
                        Optional.of(known.id()),
                        Optional.of(known.type()),
                        message);
            case Tombstone tombstone ->
                new Malformed(origin(), Optional.of(tombstone.key()), Optional.empty(), Optional.empty(), message);
            case Newer newer ->
                new Malformed(origin(), newer.key(), Optional.of(newer.id()), Optional.of(newer.type()), message);
            case Invalid invalid ->
                new Malformed(origin(), invalid.key(), Optional.of(invalid.id()), Optional.of(invalid.type()), message);
            case Malformed malformed -> malformed;
        };
    }

    /**
     * A message of a known type with only known enum values. Its content is not validated.
     *
     * @param warnings sentences for the producer: what of its JSON was ignored
     */
    record Known(Origin origin, String key, String id, String type, Message message, List<String> warnings)
            implements Decoded {
        public Known {
            warnings = List.copyOf(warnings);
        }

        public Known(Origin origin, String key, String id, String type, Message message) {
            this(origin, key, id, type, message, List.of());
        }
    }

    /** The entity of this key is gone. */
    record Tombstone(Origin origin, String key) implements Decoded {}

    /**
     * A type of a later version or another producer: a command is rejected ({@link UnknownTypes}), any other record is
     * counted and skipped.
     *
     * @param key empty if the record has none
     */
    record Newer(Origin origin, Optional<String> key, String id, String type) implements Decoded {}

    /**
     * Decodable, but not acceptable: no key, or an enum value that this version does not know.
     *
     * @param key empty if the record has none
     * @param field path of the wrong field; {@code key} for the record's key
     * @param warnings as in {@link Known}
     * @param parsed what it says, for a reader that has to be careful with it; without the values that are not known.
     *     Empty if even that could not be read
     */
    record Invalid(
            Origin origin,
            Optional<String> key,
            String id,
            String type,
            String field,
            String message,
            List<String> warnings,
            Optional<Message> parsed)
            implements Decoded {
        public Invalid {
            warnings = List.copyOf(warnings);
        }

        public Invalid(Origin origin, Optional<String> key, String id, String type, String field, String message) {
            this(origin, key, id, type, field, message, List.of(), Optional.empty());
        }

        /** A record that can be read, and is refused for its content. */
        public static Invalid of(Known known, String field, String message) {
            return new Invalid(
                    known.origin(),
                    Optional.of(known.key()),
                    known.id(),
                    known.type(),
                    field,
                    message,
                    known.warnings(),
                    Optional.of(known.message()));
        }
    }

    /**
     * Not decodable: goes to the dead letters.
     *
     * @param key as text that can be stored; empty if the record has none
     * @param id the event's id, if the envelope was readable
     */
    record Malformed(Origin origin, Optional<String> key, Optional<String> id, Optional<String> type, String message)
            implements Decoded {}
}

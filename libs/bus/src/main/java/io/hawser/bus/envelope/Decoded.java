package io.hawser.bus.envelope;

import com.google.protobuf.Message;
import java.util.Optional;

/** The result of decoding a record. Decoding never throws: every record becomes one of these. */
public sealed interface Decoded {
    Origin origin();

    /** A message of a known type with only known enum values. Its content is not validated. */
    record Known(Origin origin, String key, String id, String type, Message message) implements Decoded {}

    /** The entity of this key is gone. */
    record Tombstone(Origin origin, String key) implements Decoded {}

    /** A type of a later version or another producer: counted and skipped. */
    record Newer(Origin origin, String type) implements Decoded {}

    /**
     * Decodable, but not acceptable: no key, or an enum value that this version does not know.
     *
     * @param key empty if the record has none
     * @param field path of the wrong field; {@code key} for the record's key
     */
    record Invalid(Origin origin, Optional<String> key, String id, String type, String field, String reason)
            implements Decoded {}

    /**
     * Not decodable: goes to the dead letters.
     *
     * @param id the event's id, if the envelope was readable
     */
    record Malformed(Origin origin, Optional<String> id, Optional<String> type, String reason) implements Decoded {}
}

package io.hawser.bus.envelope;

import com.google.protobuf.Message;
import java.util.Optional;

/** What a record turned out to be. Decoding never fails by exception: every record is one of these. */
public sealed interface Decoded {
    Origin origin();

    /**
     * A message of a type that the consumer knows, all enum values known. Whether it makes sense is not judged.
     */
    record Known(Origin origin, String key, String id, String type, Message message) implements Decoded {}

    /** The entity of this key is gone. */
    record Tombstone(Origin origin, String key) implements Decoded {}

    /** A type of a later version, or of somebody else: counted and skipped. */
    record Newer(Origin origin, String type) implements Decoded {}

    /**
     * Decodable, but not acceptable: no key, or an enum value that this version does not know.
     *
     * @param key empty where the record has none
     * @param field path of the field at fault; {@code key} for the record's key
     */
    record Invalid(Origin origin, Optional<String> key, String id, String type, String field, String reason)
            implements Decoded {}

    /**
     * Not decodable: goes to the dead letters.
     *
     * @param id the event's id, where the envelope could still be read
     */
    record Malformed(Origin origin, Optional<String> id, Optional<String> type, String reason) implements Decoded {}
}

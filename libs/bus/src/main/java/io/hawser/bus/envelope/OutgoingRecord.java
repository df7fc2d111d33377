package io.hawser.bus.envelope;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A record to be written.
 *
 * @param topic full name
 * @param partitionKey what chooses the partition, where it is not the key (see {@code NodePartition})
 * @param value empty = tombstone
 */
public record OutgoingRecord(
        String topic, String key, Optional<String> partitionKey, Map<String, String> headers, Optional<Bytes> value) {
    public OutgoingRecord {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(partitionKey, "partitionKey");
        headers = Map.copyOf(headers);
        Objects.requireNonNull(value, "value");
    }

    /** Chooses the partition by something else than the key. */
    public OutgoingRecord partitionedBy(String partitionKey) {
        return new OutgoingRecord(topic, key, Optional.of(partitionKey), headers, value);
    }

    /** Bytes with equality, so that records compare by content. */
    public record Bytes(com.google.protobuf.ByteString content) {
        public static Bytes of(byte[] bytes) {
            return new Bytes(com.google.protobuf.ByteString.copyFrom(bytes));
        }

        public byte[] toArray() {
            return content.toByteArray();
        }
    }
}

package io.hawser.bus.envelope;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * A record to be written.
 *
 * @param topic full name
 * @param partitionKey chooses the partition if the key does not (see {@code KeyHash})
 * @param value empty = tombstone
 */
public record OutgoingRecord(
        String topic,
        String key,
        Optional<String> partitionKey,
        Map<String, String> headers,
        Optional<ByteString> value) {
    public OutgoingRecord {
        headers = Map.copyOf(headers);
    }

    /** Chooses the partition by another key. */
    public OutgoingRecord partitionedBy(String partitionKey) {
        return new OutgoingRecord(topic, key, Optional.of(partitionKey), headers, value);
    }

    /** Bytes of key, headers and value, without what Kafka adds. */
    public int bytes() {
        int bytes = utf8(key) + value.map(ByteString::size).orElse(0);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            bytes += utf8(header.getKey()) + utf8(header.getValue());
        }
        return bytes;
    }

    private static int utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}

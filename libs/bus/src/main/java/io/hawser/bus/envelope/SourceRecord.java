package io.hawser.bus.envelope;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Key and headers of a record, byte by byte. A dead letter carries them in two headers, so that the record can be
 * written back unchanged: header names may repeat, and values and key need not be text.
 *
 * @param key empty if the record had none
 */
public record SourceRecord(Optional<ByteString> key, List<Header> headers) {
    private static final String KEY = "hawser_key";
    private static final String HEADERS = "hawser_headers";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** @param value empty if Kafka has null */
    public record Header(String name, Optional<ByteString> value) {}

    public SourceRecord {
        headers = List.copyOf(headers);
    }

    public static SourceRecord of(ConsumerRecord<byte[], byte[]> record) {
        List<Header> headers = new ArrayList<>();
        record.headers()
                .forEach(header -> headers.add(new Header(
                        header.key(), Optional.ofNullable(header.value()).map(ByteString::copyFrom))));
        return new SourceRecord(Optional.ofNullable(record.key()).map(ByteString::copyFrom), headers);
    }

    /** The headers of the dead letter. */
    Map<String, String> toHeaders() {
        ArrayNode all = JSON.createArrayNode();
        headers.forEach(header -> all.addArray()
                .add(header.name())
                .add(header.value().map(SourceRecord::text).orElse(null)));
        Map<String, String> written = new HashMap<>();
        written.put(HEADERS, all.toString());
        key.ifPresent(bytes -> written.put(KEY, text(bytes)));
        return written;
    }

    /**
     * Reads the headers of a dead letter.
     *
     * @return empty if the letter was cut, or is not Hawser's
     */
    public static Optional<SourceRecord> read(Map<String, String> letter) {
        if (!letter.containsKey(HEADERS)) {
            return Optional.empty();
        }
        try {
            List<Header> headers = new ArrayList<>();
            for (JsonNode header : JSON.readTree(letter.get(HEADERS))) {
                headers.add(new Header(
                        header.path(0).asText(),
                        header.path(1).isTextual()
                                ? Optional.of(bytes(header.path(1).asText()))
                                : Optional.empty()));
            }
            return Optional.of(
                    new SourceRecord(Optional.ofNullable(letter.get(KEY)).map(SourceRecord::bytes), headers));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String text(ByteString bytes) {
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    private static ByteString bytes(String text) {
        return ByteString.copyFrom(Base64.getDecoder().decode(text));
    }
}

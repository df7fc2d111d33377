package io.hawser.bus.envelope;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.cloudevents.CloudEvent;
import io.cloudevents.CloudEventData;
import io.cloudevents.kafka.KafkaMessageFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Reads a record in any of the three accepted forms ({@code proto/topics.md}, "Envelope"). Total: a record that cannot be read
 * is {@link Decoded.Malformed}, never an exception.
 */
public final class RecordDecoder {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonFormat.Parser PROTO_JSON = JsonFormat.parser().ignoringUnknownFields();
    private static final io.cloudevents.jackson.JsonFormat STRUCTURED = new io.cloudevents.jackson.JsonFormat();

    private final MessageTypes types;

    public RecordDecoder(MessageTypes types) {
        this.types = types;
    }

    public Decoded decode(ConsumerRecord<byte[], byte[]> record) {
        return decode(record, "");
    }

    /** @param topicId Kafka's id of the topic, for readers that derive identities from where a record stood */
    public Decoded decode(ConsumerRecord<byte[], byte[]> record, String topicId) {
        Origin origin = new Origin(record.topic(), topicId, record.partition(), record.offset());
        Optional<String> key = key(record);
        if (record.value() == null) {
            return key.<Decoded>map(k -> new Decoded.Tombstone(origin, k))
                    .orElseGet(() -> new Decoded.Malformed(
                            origin, Optional.empty(), Optional.empty(), "a tombstone without a key names nothing"));
        }
        CloudEvent event;
        try {
            event = envelope(record);
        } catch (RuntimeException e) {
            return new Decoded.Malformed(
                    origin, Optional.empty(), Optional.empty(), "not a CloudEvent: " + sentence(e));
        }
        return decode(origin, key, event);
    }

    private static CloudEvent envelope(ConsumerRecord<byte[], byte[]> record) {
        boolean headers = record.headers().lastHeader("ce_specversion") != null
                || record.headers().lastHeader("content-type") != null;
        if (!headers && record.value().length > 0 && record.value()[0] == '{') {
            return STRUCTURED.deserialize(record.value());
        }
        return KafkaMessageFactory.createReader(record.headers(), record.value())
                .toEvent();
    }

    private Decoded decode(Origin origin, Optional<String> key, CloudEvent event) {
        Optional<Message> prototype = types.prototype(event.getType());
        if (prototype.isEmpty()) {
            return new Decoded.Newer(origin, event.getType());
        }
        Optional<String> id = Optional.of(event.getId());
        Optional<String> type = Optional.of(event.getType());
        try {
            Parsed parsed = parse(event, prototype.get());
            if (parsed.unknown().isPresent()) {
                UnknownEnums.Found found = parsed.unknown().get();
                return new Decoded.Invalid(
                        origin,
                        key,
                        event.getId(),
                        event.getType(),
                        found.field(),
                        "unknown value '" + Excerpt.of(found.value()) + "'");
            }
            if (key.isEmpty()) {
                return new Decoded.Invalid(origin, key, event.getId(), event.getType(), "key", "the record has no key");
            }
            return new Decoded.Known(origin, key.get(), event.getId(), event.getType(), parsed.message());
        } catch (IOException e) {
            return new Decoded.Malformed(origin, id, type, "not a " + event.getType() + ": " + sentence(e));
        }
    }

    private record Parsed(Message message, Optional<UnknownEnums.Found> unknown) {}

    private static Parsed parse(CloudEvent event, Message prototype) throws IOException {
        CloudEventData data = event.getData();
        byte[] bytes = data == null ? new byte[0] : data.toBytes();
        if (isJson(event)) {
            JsonNode json = JSON.readTree(bytes);
            if (json == null || !json.isObject()) {
                throw new InvalidProtocolBufferException("data is not a JSON object");
            }
            Optional<UnknownEnums.Found> unknown = UnknownEnums.in(prototype.getDescriptorForType(), json);
            if (unknown.isPresent()) {
                return new Parsed(prototype, unknown);
            }
            Message.Builder builder = prototype.newBuilderForType();
            PROTO_JSON.merge(new String(bytes, StandardCharsets.UTF_8), builder);
            return checked(builder.build());
        }
        return checked(prototype.getParserForType().parseFrom(bytes));
    }

    private static Parsed checked(Message message) {
        return new Parsed(message, UnknownEnums.in(message));
    }

    /** JSON unless the content type says protobuf: structured events of producers that say nothing are JSON. */
    private static boolean isJson(CloudEvent event) {
        String contentType = event.getDataContentType();
        return contentType == null || !contentType.startsWith("application/protobuf");
    }

    private static Optional<String> key(ConsumerRecord<byte[], byte[]> record) {
        return record.key() == null || record.key().length == 0
                ? Optional.empty()
                : Optional.of(new String(record.key(), StandardCharsets.UTF_8));
    }

    private static String sentence(Exception e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return Excerpt.of(message);
    }
}

package io.hawser.bus.envelope;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.cloudevents.CloudEvent;
import io.cloudevents.CloudEventData;
import io.cloudevents.jackson.JsonCloudEventData;
import io.cloudevents.kafka.KafkaMessageFactory;
import io.hawser.message.Truncated;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;

/**
 * Reads a record in any of the three accepted forms ({@code proto/topics.md}, "Envelope"). Never throws: an unreadable
 * record is {@link Decoded.Malformed}.
 */
public record RecordDecoder(MessageTypes types) {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final JsonFormat.Parser PROTO_JSON = JsonFormat.parser().ignoringUnknownFields();
    private static final io.cloudevents.jackson.JsonFormat STRUCTURED = new io.cloudevents.jackson.JsonFormat();

    public Decoded decode(ConsumerRecord<byte[], byte[]> record) {
        return decode(record, "");
    }

    /** @param topicId Kafka's id of the topic, for readers that derive identities from a record's position */
    public Decoded decode(ConsumerRecord<byte[], byte[]> record, String topicId) {
        Instant written = Instant.ofEpochMilli(Math.max(0, record.timestamp()));
        Optional<Instant> appended =
                record.timestampType() == TimestampType.LOG_APPEND_TIME ? Optional.of(written) : Optional.empty();
        Origin origin = new Origin(record.topic(), topicId, record.partition(), record.offset(), appended, written);
        Optional<String> key = key(record);
        if (record.value() == null) {
            return tombstone(origin, key);
        }
        CloudEvent event;
        try {
            event = envelope(record);
        } catch (RuntimeException e) {
            return new Decoded.Malformed(
                    origin,
                    key.map(StorableText::mended),
                    Optional.empty(),
                    Optional.empty(),
                    "not a CloudEvent: " + sentence(e));
        }
        return decode(origin, key, event);
    }

    private static Decoded tombstone(Origin origin, Optional<String> key) {
        Optional<String> fault = key.isEmpty()
                ? Optional.of("a tombstone without a key names nothing")
                : StorableText.fault(key.get()).map(what -> "a tombstone whose key " + what + " names nothing");
        return fault.<Decoded>map(message -> new Decoded.Malformed(
                        origin, key.map(StorableText::mended), Optional.empty(), Optional.empty(), message))
                .orElseGet(() -> new Decoded.Tombstone(origin, key.orElseThrow()));
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
            return new Decoded.Newer(origin, key, event.getId(), event.getType());
        }
        Optional<String> id = Optional.of(event.getId());
        Optional<String> type = Optional.of(event.getType());
        Optional<String> badId = unusable(event.getId());
        if (badId.isPresent()) {
            return new Decoded.Malformed(
                    origin, key.map(StorableText::mended), Optional.empty(), type, "the id " + badId.get());
        }
        try {
            Parsed parsed = parse(event, prototype.get());
            return parsed.unknown()
                    .or(() -> fault(parsed, key))
                    .<Decoded>map(fault -> new Decoded.Invalid(
                            origin,
                            key.map(StorableText::mended),
                            event.getId(),
                            event.getType(),
                            fault.field(),
                            fault.message(),
                            parsed.warnings(),
                            parsed.message()))
                    .orElseGet(() -> new Decoded.Known(
                            origin,
                            key.orElseThrow(),
                            event.getId(),
                            event.getType(),
                            parsed.message().orElseThrow(),
                            parsed.warnings()));
        } catch (IOException | RuntimeException e) {
            return new Decoded.Malformed(
                    origin, key.map(StorableText::mended), id, type, "not a " + event.getType() + ": " + sentence(e));
        }
    }

    /** Why no answer is possible under the id; empty: one is. All who send none would share one. */
    static Optional<String> unusable(String id) {
        return id.isEmpty() ? Optional.of("is empty") : StorableText.fault(id);
    }

    private record Fault(String field, String message) {}

    /**
     * @param message without unknown values of JSON; empty if the rest cannot be read either
     * @param storable whether all text is known to be storable
     */
    private record Parsed(
            Optional<Message> message, boolean storable, Optional<Fault> unknown, List<String> warnings) {}

    private static Optional<Fault> fault(Parsed parsed, Optional<String> key) {
        if (key.isEmpty()) {
            return Optional.of(new Fault("key", "the record has no key"));
        }
        return StorableText.fault(key.get())
                .map(what -> new Fault("key", "the record's key " + what))
                .or(() -> parsed.storable()
                        ? Optional.empty()
                        : parsed.message()
                                .flatMap(StorableText::in)
                                .map(found -> new Fault(found.field(), "it " + found.what())));
    }

    private static Parsed parse(CloudEvent event, Message prototype) throws IOException {
        CloudEventData data = event.getData();
        if (!isJson(event)) {
            byte[] bytes = data == null ? new byte[0] : data.toBytes();
            return checked(prototype.getParserForType().parseFrom(bytes), StorableText.inProtobuf(bytes), List.of());
        }
        // The bytes of a structured event's data would have lost what UTF-8 cannot represent.
        JsonNode json = data instanceof JsonCloudEventData structured
                ? structured.getNode()
                : JSON.readTree(data == null ? new byte[0] : data.toBytes());
        if (json == null || !json.isObject()) {
            throw new InvalidProtocolBufferException("data is not a JSON object");
        }
        Optional<UnknownEnums.Found> unknown = UnknownEnums.in(prototype.getDescriptorForType(), json);
        if (unknown.isPresent()) {
            return new Parsed(rest(json, prototype), false, unknown.map(RecordDecoder::unknownValue), List.of());
        }
        return checked(read(json, prototype), false, UnknownFields.in(prototype.getDescriptorForType(), json));
    }

    private static Parsed checked(Message message, boolean storable, List<String> warnings) {
        return new Parsed(
                Optional.of(message), storable, UnknownEnums.in(message).map(RecordDecoder::unknownValue), warnings);
    }

    private static Message read(JsonNode json, Message prototype) throws IOException {
        Message.Builder builder = prototype.newBuilderForType();
        PROTO_JSON.merge(json.toString(), builder);
        return builder.build();
    }

    /** The parser leaves unknown values out. The record is refused in any case, whatever else is wrong with it. */
    private static Optional<Message> rest(JsonNode json, Message prototype) {
        try {
            return Optional.of(read(json, prototype));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static Fault unknownValue(UnknownEnums.Found found) {
        return new Fault(found.field(), "unknown value '" + StorableText.mended(Truncated.of(found.value())) + "'");
    }

    /** JSON unless the content type says protobuf: a structured event without a content type is JSON. */
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
        return Truncated.of(message);
    }
}

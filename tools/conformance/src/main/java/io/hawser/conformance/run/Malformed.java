package io.hawser.conformance.run;

import com.google.protobuf.ByteString;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.conformance.scenario.Act.Malformation;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.Node;
import io.hawser.v1.RegisterVolume;
import io.hawser.v1.Task;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A malformed record, made from a valid one.
 *
 * @param id the event's id, which an answer would name
 * @param fate how a service must treat it
 */
record Malformed(ProducerRecord<byte[], byte[]> record, String id, Fate fate) {
    /** How a service must treat a malformed record. */
    enum Fate {
        /** The entity is unknown: the record goes to the topic's {@code .dead}. */
        DEAD,
        /** The record can be read but not applied: its sender gets a result with the reason. */
        REJECTED,
        /** The record is for a later version: it is counted and skipped. */
        SKIPPED
    }

    private static final byte[] GARBAGE = {(byte) 0xff, (byte) 0xff, (byte) 0xff, 0x07};
    private static final Set<String> WITH_ENUM = Set.of(
            Task.getDescriptor().getFullName(),
            Node.getDescriptor().getFullName(),
            CreateVolume.getDescriptor().getFullName(),
            RegisterVolume.getDescriptor().getFullName());
    /** Each enum has a number that no version defines. */
    private static final String BAD_ENUM =
            "{\"name\":\"NAME\",\"observed\":4711,\"availability\":4711,\"spec\":{\"scope\":4711}}";

    static Malformed of(OutgoingRecord good, Malformation wanted) {
        Malformation how = possible(good, wanted) ? wanted : Malformation.UNDECODABLE;
        String id = good.headers().getOrDefault("ce_id", "none") + "-" + how;
        return new Malformed(spoilt(good, how, id), id, fate(how, good.topic()));
    }

    private static Fate fate(Malformation how, String topic) {
        return switch (how) {
            case UNDECODABLE, NO_EVENT -> Fate.DEAD;
            case BAD_ENUM, FOREIGN_KEY, NO_KEY -> Fate.REJECTED;
            // Somebody waits for the answer to a command.
            case UNKNOWN_TYPE -> holdsCommands(topic) ? Fate.REJECTED : Fate.SKIPPED;
        };
    }

    private static ProducerRecord<byte[], byte[]> spoilt(OutgoingRecord good, Malformation how, String id) {
        Map<String, String> headers = new LinkedHashMap<>(good.headers());
        headers.put("ce_id", id);
        return switch (how) {
            case UNDECODABLE -> record(good, good.key(), headers, Optional.of(ByteString.copyFrom(GARBAGE)));
            case NO_EVENT -> record(good, good.key(), Map.of(), Optional.of(ByteString.copyFrom(GARBAGE)));
            case BAD_ENUM -> {
                headers.put("content-type", "application/json");
                byte[] json = BAD_ENUM.replace("NAME", good.key()).getBytes(StandardCharsets.UTF_8);
                yield record(good, good.key(), headers, Optional.of(ByteString.copyFrom(json)));
            }
            case FOREIGN_KEY -> record(good, good.key() + "-foreign", headers, good.value());
            case NO_KEY -> {
                ProducerRecord<byte[], byte[]> keyed = record(good, good.key(), headers, good.value());
                yield new ProducerRecord<>(keyed.topic(), 0, (byte[]) null, keyed.value(), keyed.headers());
            }
            case UNKNOWN_TYPE -> {
                headers.put("ce_type", "hawser.v9.Whatever");
                yield record(good, good.key(), headers, good.value());
            }
        };
    }

    private static boolean possible(OutgoingRecord good, Malformation wanted) {
        return switch (wanted) {
            // A message without an enum would be valid.
            case BAD_ENUM -> WITH_ENUM.contains(good.headers().getOrDefault("ce_type", ""));
            // The broker itself refuses records without a key on a compacted topic.
            case NO_KEY -> holdsCommands(good.topic());
            case UNDECODABLE, NO_EVENT, FOREIGN_KEY, UNKNOWN_TYPE -> true;
        };
    }

    private static boolean holdsCommands(String topic) {
        return TopicNames.DEFAULT
                .parse(topic)
                .filter(HawserTopic::holdsCommands)
                .isPresent();
    }

    private static ProducerRecord<byte[], byte[]> record(
            OutgoingRecord good, String key, Map<String, String> headers, Optional<ByteString> value) {
        return ProducerRecords.of(
                new OutgoingRecord(good.topic(), key, good.partitionKey(), headers, value), topic -> 1);
    }
}

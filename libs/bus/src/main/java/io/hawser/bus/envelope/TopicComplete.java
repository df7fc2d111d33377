package io.hawser.bus.envelope;

import com.google.protobuf.ByteString;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.KeyHash;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Marks a topic that was created again as complete, as far as its writer knows: one marker for each partition, after
 * all those records. Its type is not a message type, so readers that do not know it skip it. It carries the topic's id,
 * so that it has no effect on a later topic of that name.
 */
public final class TopicComplete {
    private static final String TYPE = "hawser.TopicComplete";
    private static final String TOPIC_ID = "hawser_complete";
    private static final String PARTITIONS = "hawser_partitions";

    private TopicComplete() {}

    /** One marker for each partition. */
    public static List<OutgoingRecord> of(RecordEncoder encoder, HawserTopic topic, String topicId, int partitions) {
        List<OutgoingRecord> marks = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            marks.add(new OutgoingRecord(
                            encoder.names().of(topic),
                            // No entity has such a name.
                            "#complete/" + partition,
                            Optional.empty(),
                            Map.of(
                                    "ce_specversion",
                                    "1.0",
                                    "ce_id",
                                    topicId + "/" + partition,
                                    "ce_source",
                                    encoder.source(),
                                    "ce_type",
                                    TYPE,
                                    TOPIC_ID,
                                    topicId,
                                    PARTITIONS,
                                    Integer.toString(partitions)),
                            Optional.of(ByteString.copyFromUtf8(topicId)))
                    .partitionedBy(keyOf(partition, partitions)));
        }
        return List.copyOf(marks);
    }

    /** A key that is hashed to that partition. */
    private static String keyOf(int partition, int partitions) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(Integer::toString)
                .filter(key -> KeyHash.of(key, partitions) == partition)
                .findFirst()
                .orElseThrow();
    }

    /** The id of the complete topic; empty: the record is no marker. */
    public static Optional<String> topicId(ConsumerRecord<?, ?> record) {
        return header(record, TOPIC_ID);
    }

    /** How many partitions the topic had when the marker was written. */
    public static int partitions(ConsumerRecord<?, ?> record) {
        return header(record, PARTITIONS)
                .filter(text -> text.matches("\\d{1,9}"))
                .map(Integer::parseInt)
                .orElse(0);
    }

    private static Optional<String> header(ConsumerRecord<?, ?> record, String name) {
        return Optional.ofNullable(record.headers().lastHeader(name))
                .map(Header::value)
                .map(value -> new String(value, StandardCharsets.UTF_8));
    }
}

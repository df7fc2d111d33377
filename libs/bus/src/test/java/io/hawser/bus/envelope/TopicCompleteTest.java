package io.hawser.bus.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.v1.Assignment;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TopicCompleteTest {
    private static final RecordEncoder ENCODER = new RecordEncoder(TopicNames.DEFAULT, "test");
    private static final Message KNOWN = Assignment.getDefaultInstance();

    @Test
    @DisplayName("There is one mark for each partition; readers that do not know it take it for a later version's")
    void oneForEachPartition() {
        // When
        List<ConsumerRecord<byte[], byte[]>> marks =
                TopicComplete.of(ENCODER, HawserTopic.ASSIGNMENTS, "id", 8).stream()
                        .map(mark -> ProducerRecords.of(mark, topic -> 8))
                        .map(TopicCompleteTest::read)
                        .toList();

        // Then
        assertThat(marks)
                .extracting(ConsumerRecord::partition)
                .containsExactlyElementsOf(IntStream.range(0, 8).boxed().toList());
        assertThat(marks).allSatisfy(mark -> {
            assertThat(TopicComplete.topicId(mark)).contains("id");
            assertThat(TopicComplete.partitions(mark)).isEqualTo(8);
            assertThat(new RecordDecoder(MessageTypes.of(KNOWN)).decode(mark)).isInstanceOf(Decoded.Newer.class);
        });
    }

    private static ConsumerRecord<byte[], byte[]> read(ProducerRecord<byte[], byte[]> record) {
        return new ConsumerRecord<>(
                record.topic(),
                record.partition(),
                0,
                0,
                TimestampType.CREATE_TIME,
                record.key().length,
                record.value().length,
                record.key(),
                record.value(),
                record.headers(),
                java.util.Optional.empty());
    }
}

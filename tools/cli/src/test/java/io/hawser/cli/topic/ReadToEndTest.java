package io.hawser.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadToEndTest {
    private static final TopicPartition PARTITION = new TopicPartition("hawser.events", 0);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10_002 | waiting for the end of hawser.events: 1 records are read, at most 10001 are left\\n",
                "10_001 | ''"
            })
    @DisplayName("Of a long topic, it says how far it is; a short one is read to its end without a word")
    void progress(String records, String said) {
        // Given
        long count = Long.parseLong(records.replace("_", ""));
        AtomicLong visited = new AtomicLong();
        StringWriter progress = new StringWriter();

        // When
        Map<TopicPartition, Long> read;
        try (MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest")) {
            consumer.setMaxPollRecords(1);
            consumer.updateEndOffsets(Map.of(PARTITION, count));
            consumer.schedulePollTask(() -> {
                for (long offset = 0; offset < count; offset++) {
                    consumer.addRecord(new ConsumerRecord<>(PARTITION.topic(), 0, offset, new byte[0], new byte[0]));
                }
            });
            read = new ReadToEnd(consumer, new PrintWriter(progress), Duration.ZERO)
                    .each(List.of(PARTITION), Instant.EPOCH, record -> visited.incrementAndGet());
        }

        // Then
        assertThat(visited).hasValue(count);
        assertThat(read).isEqualTo(Map.of(PARTITION, count));
        assertThat(progress.toString()).isEqualTo(said.replace("\\n", System.lineSeparator()));
    }
}

package io.hawser.node.assignment.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PartitionReadTest {
    private final PartitionRead read = new PartitionRead(4);

    @Test
    @DisplayName("Up to the end that there was at the beginning, only the newest record of each key counts")
    void onlyTheNewestCountsUpToTheEnd() {
        // When
        add("n1/data", 0);
        add("n1/other", 1);
        add("n1/data", 2);

        // Then
        assertThat(read.take(3)).isEmpty();
        assertThat(read.caughtUp()).isFalse();

        // When
        add("n1/third", 3);

        // Then
        assertThat(read.take(4)).extracting(ConsumerRecord::offset).containsExactly(1L, 2L, 3L);
        assertThat(read.caughtUp()).isTrue();
    }

    @Test
    @DisplayName("What is read after the end counts as it comes, and once")
    void laterRecordsCountAsTheyCome() {
        // Given
        assertThat(read.take(4)).isEmpty();

        // When
        add("n1/data", 4);

        // Then
        assertThat(read.take(5)).extracting(ConsumerRecord::offset).containsExactly(4L);
        assertThat(read.take(5)).isEmpty();
    }

    private void add(String key, long offset) {
        read.add(key, new ConsumerRecord<>("t", 0, offset, null, null));
    }
}

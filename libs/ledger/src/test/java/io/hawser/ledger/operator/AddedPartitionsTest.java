package io.hawser.ledger.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.operator.AddedPartitions.Topic;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AddedPartitionsTest {
    private static final Topic EIGHT = new Topic("a", 8);
    private static final Topic NINE = new Topic("a", 9);
    private static final Topic ANOTHER = new Topic("b", 9);
    private static final long LATER = 1_000;

    private final AddedPartitions partitions = new AddedPartitions(Duration.ofNanos(100));

    @Test
    @DisplayName(
            "Added partitions may be unseen from the first look at them on, until all replicas have had their time")
    void untilAllHaveSeenThem() {
        // Given
        partitions.saw(List.of(NINE), LATER);
        partitions.saw(List.of(NINE), LATER + 50);
        // Then
        assertThat(partitions.mayBeUnseen(NINE, EIGHT, LATER + 99)).isTrue();
        assertThat(partitions.mayBeUnseen(NINE, EIGHT, LATER + 100)).isFalse();
    }

    @Test
    @DisplayName("The time begins again if the topic was seen otherwise meanwhile; another topic needs none")
    void beginsAgain() {
        // Given
        partitions.saw(List.of(NINE), LATER);
        partitions.saw(List.of(EIGHT), LATER + 90);
        partitions.saw(List.of(NINE, ANOTHER), LATER + 100);
        // Then
        assertThat(partitions.mayBeUnseen(NINE, EIGHT, LATER + 199)).isTrue();
        assertThat(partitions.mayBeUnseen(ANOTHER, EIGHT, LATER + 100)).isFalse();
    }
}

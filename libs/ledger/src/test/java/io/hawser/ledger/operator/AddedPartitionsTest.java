package io.hawser.ledger.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.operator.AddedPartitions.Topic;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddedPartitionsTest {
    private static final Topic EIGHT = new Topic("a", 8);
    private static final Topic NINE = new Topic("a", 9);
    private static final Topic ANOTHER = new Topic("b", 8);
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
    @DisplayName(
            "The time begins again if the topic was seen otherwise meanwhile; another topic with as many partitions"
                    + " needs none")
    void beginsAgain() {
        // Given
        partitions.saw(List.of(NINE), LATER);
        partitions.saw(List.of(EIGHT), LATER + 90);
        partitions.saw(List.of(NINE, ANOTHER), LATER + 100);
        // Then
        assertThat(partitions.mayBeUnseen(NINE, EIGHT, LATER + 199)).isTrue();
        // A replica that knows only the earlier topic chooses the same partitions.
        assertThat(partitions.mayBeUnseen(ANOTHER, EIGHT, LATER + 100)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 12, 5})
    @DisplayName("A topic that was made again with more or fewer partitions may be unseen, too: a partition"
            + " that a replica chooses by the earlier number may exist in the new one")
    void anotherTopicWithOthers(int count) {
        // Given
        Topic again = new Topic("b", count);
        partitions.saw(List.of(again), LATER);
        // Then
        assertThat(partitions.mayBeUnseen(again, EIGHT, LATER + 99)).isTrue();
        assertThat(partitions.mayBeUnseen(again, EIGHT, LATER + 100)).isFalse();
    }
}

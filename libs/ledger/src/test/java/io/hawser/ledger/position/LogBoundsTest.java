package io.hawser.ledger.position;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LogBoundsTest {
    private static final LogPartition PARTITION = new LogPartition("id", "hawser.tasks", 3);

    private final LogBounds bounds = new LogBounds(2, 5);

    @Test
    @DisplayName("A position at the log's start and one at its end lie inside")
    void inside() {
        assertThat(bounds.outside(PARTITION, 2)).isEmpty();
        assertThat(bounds.outside(PARTITION, 5)).isEmpty();
    }

    @Test
    @DisplayName("A position before the start and one beyond the end are named with the log's other end, and with the "
            + "statement that makes it one of an earlier topic: offsets may be used a second time")
    void outside() {
        assertThat(bounds.outside(PARTITION, 1)).hasValueSatisfying(sentence -> assertThat(sentence)
                .contains("position 1 of hawser.tasks-3 lies before the log's start 2")
                .contains("./hawser accept-topic hawser.tasks")
                .endsWith("update ledger_position set topic_id = 'lost-' || clock_timestamp() || '-' || topic_id"
                        + " where topic = 'hawser.tasks' and partition = 3 and next = 1;"));
        assertThat(bounds.outside(PARTITION, 6)).hasValueSatisfying(sentence -> assertThat(sentence)
                .contains("position 6 of hawser.tasks-3 lies beyond the log's end 5")
                .endsWith("where topic = 'hawser.tasks' and partition = 3 and next = 6;"));
    }
}

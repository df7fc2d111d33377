package io.hawser.ledger.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.Origin;
import io.hawser.ledger.position.PositionRows.Move;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LogBoundsTest {
    private static final TopicPartition PARTITION = new TopicPartition("hawser.tasks", 3);

    private final LogBounds bounds = new LogBounds(2, 5);

    @Test
    @DisplayName("A position at the log's start and one at its end lie inside")
    void inside() {
        assertThat(bounds.outside(PARTITION, 2)).isEmpty();
        assertThat(bounds.outside(PARTITION, 5)).isEmpty();
    }

    @Test
    @DisplayName("A position before the start and one beyond the end are named with the log's other end, and with the "
            + "statement that moves it to the start: offsets may be used a second time")
    void outside() {
        assertThat(bounds.outside(PARTITION, 1)).hasValueSatisfying(sentence -> assertThat(sentence)
                .contains("position 1 of hawser.tasks-3 lies before the log's start 2")
                .endsWith("update ledger_position set next = 2 where topic = 'hawser.tasks' and partition = 3"
                        + " and next = 1;"));
        assertThat(bounds.outside(PARTITION, 6)).hasValueSatisfying(sentence -> assertThat(sentence)
                .contains("position 6 of hawser.tasks-3 lies beyond the log's end 5")
                .endsWith("set next = 2 where topic = 'hawser.tasks' and partition = 3 and next = 6;"));
    }

    @Test
    @DisplayName(
            "What stood below the end when its partition was assigned may have been read before; what comes may not")
    void theBacklog() {
        // Given
        Backlog backlog = new Backlog();

        // When
        backlog.assigned(Map.of(PARTITION, 5L));

        // Then
        assertThat(backlog.holds(at(3, 4))).isTrue();
        assertThat(backlog.holds(at(3, 5))).isFalse();
        assertThat(backlog.holds(at(0, 0))).isFalse();
    }

    @Test
    @DisplayName("A position moves past markers only when everything that was polled is applied")
    void pastMarkers() {
        assertThat(MarkerSkips.skip(5, 4, 7)).contains(new Move(5, 7));
        assertThat(MarkerSkips.skip(5, -1, 6)).contains(new Move(5, 6));
        assertThat(MarkerSkips.skip(5, 5, 7)).isEmpty();
        assertThat(MarkerSkips.skip(5, 4, 5)).isEmpty();
    }

    private static Origin at(int partition, long offset) {
        return new Origin("hawser.tasks", "id", partition, offset);
    }
}

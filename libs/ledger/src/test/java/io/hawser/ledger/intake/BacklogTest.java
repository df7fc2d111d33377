package io.hawser.ledger.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.Origin;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BacklogTest {
    @Test
    @DisplayName(
            "What stood below the end when its partition was assigned may have been read before; what comes may not")
    void theBacklog() {
        // Given
        Backlog backlog = new Backlog();

        // When
        backlog.assigned(Map.of(new TopicPartition("hawser.tasks", 3), 5L));

        // Then
        assertThat(backlog.holds(at(3, 4))).isTrue();
        assertThat(backlog.holds(at(3, 5))).isFalse();
        assertThat(backlog.holds(at(0, 0))).isFalse();
    }

    private static Origin at(int partition, long offset) {
        return new Origin("hawser.tasks", "id", partition, offset);
    }
}

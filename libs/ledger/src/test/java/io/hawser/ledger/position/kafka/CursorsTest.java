package io.hawser.ledger.position.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.position.kafka.Cursors.Cursor;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CursorsTest {
    private static final TopicPartition PARTITION = new TopicPartition("hawser.tasks", 0);
    private static final LogPartition LOG = new LogPartition("id", "hawser.tasks", 0);
    private final Cursors cursors = new Cursors();

    @Test
    @DisplayName("A cursor that stands where the batch began moves to its end, and keeps its log")
    void advances() {
        cursors.set(PARTITION, LOG, 3);
        cursors.advance(PARTITION, 3, 7);
        assertThat(cursors.of(PARTITION)).contains(new Cursor(LOG, 7));
        assertThat(cursors.all()).isEqualTo(Map.of(PARTITION, new Cursor(LOG, 7)));
    }

    @Test
    @DisplayName("A partition that was taken away does not come back by a batch that ends late")
    void doesNotComeBack() {
        cursors.set(PARTITION, LOG, 3);
        cursors.forget(PARTITION);
        cursors.advance(PARTITION, 3, 7);
        assertThat(cursors.all()).isEmpty();
    }

    @Test
    @DisplayName("Logs are locked in one order, by topic and then by partition")
    void inOneOrder() {
        List<LogPartition> sorted = Stream.of(
                        new LogPartition("b", "x", 0), new LogPartition("a", "y", 2), new LogPartition("a", "y", 1))
                .sorted()
                .toList();
        assertThat(sorted)
                .containsExactly(
                        new LogPartition("a", "y", 1), new LogPartition("a", "y", 2), new LogPartition("b", "x", 0));
    }
}

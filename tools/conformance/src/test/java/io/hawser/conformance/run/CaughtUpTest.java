package io.hawser.conformance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CaughtUpTest {
    private static final TopicPartition TASKS = new TopicPartition("hawser.tasks", 0);
    private static final TopicPartition NODES = new TopicPartition("hawser.nodes", 1);

    @Test
    @DisplayName("Who has read every partition to its end, or beyond where it ended, is behind in none")
    void readToTheEnd() {
        assertThat(CaughtUp.behind(Map.of(TASKS, 7L, NODES, 9L), Map.of(TASKS, 7L, NODES, 3L)))
                .isEmpty();
    }

    @Test
    @DisplayName("A partition that is not read to its end is named, with how far it is")
    void behind() {
        assertThat(CaughtUp.behind(Map.of(TASKS, 6L, NODES, 3L), Map.of(TASKS, 7L, NODES, 3L)))
                .contains("hawser.tasks-0 is read up to 6 of 7");
    }

    @Test
    @DisplayName("What others read is nobody's lag")
    void othersTopics() {
        assertThat(CaughtUp.behind(Map.of(NODES, 3L), Map.of(TASKS, 7L, NODES, 3L)))
                .isEmpty();
    }
}

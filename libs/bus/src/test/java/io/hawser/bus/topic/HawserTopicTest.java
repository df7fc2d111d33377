package io.hawser.bus.topic;

import static io.hawser.bus.topic.HawserTopic.FINGERPRINTS;
import static io.hawser.bus.topic.HawserTopic.MOUNTS;
import static io.hawser.bus.topic.HawserTopic.NETWORKS;
import static io.hawser.bus.topic.HawserTopic.NODES;
import static io.hawser.bus.topic.HawserTopic.PLUGIN_COMMANDS;
import static io.hawser.bus.topic.HawserTopic.SERVICES;
import static io.hawser.bus.topic.HawserTopic.TASKS;
import static io.hawser.bus.topic.HawserTopic.VOLUME_COMMANDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HawserTopicTest {
    @Test
    @DisplayName("Of the topics that producers of any kind write, and of no other, a key's partition is watched")
    void whoWrites() {
        assertThat(Arrays.stream(HawserTopic.values()).filter(HawserTopic::writtenByOrchestrator))
                .containsExactlyInAnyOrder(NODES, TASKS, SERVICES, NETWORKS, VOLUME_COMMANDS, PLUGIN_COMMANDS);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("What agents say bears the broker's time, on one clock for all of them; other records keep their own")
    void whoseTime(HawserTopic topic) {
        assertThat("LogAppendTime".equals(topic.settings().get("message.timestamp.type")))
                .isEqualTo(topic == FINGERPRINTS || topic == MOUNTS);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("A topic of states is compacted, any other one forgets by time, and so do dead letters")
    void howItForgets(HawserTopic topic) {
        assertThat(topic.settings())
                .containsEntry(
                        "cleanup.policy",
                        topic.cleanupPolicy() == HawserTopic.CleanupPolicy.COMPACT ? "compact" : "delete");
        assertThat(HawserTopic.deadSettings()).containsEntry("cleanup.policy", "delete");
    }
}

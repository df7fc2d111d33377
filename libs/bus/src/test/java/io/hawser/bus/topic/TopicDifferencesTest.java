package io.hawser.bus.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TopicDifferencesTest {
    private static final String TASKS = "hawser.tasks";
    private static final String VOLUMES = "hawser.volumes";

    @Test
    @DisplayName("On a single broker one replica is all there can be, and nothing is said")
    void oneBroker() {
        assertThat(of(TASKS, HawserTopic.TASKS, 1, 1, "1", 1)).isEmpty();
        assertThat(of(VOLUMES, HawserTopic.VOLUMES, 8, 1, "1", 1)).isEmpty();
    }

    @Test
    @DisplayName("On several brokers one replica, and fewer than two in sync, are each named with what to do")
    void severalBrokers() {
        assertThat(of(TASKS, HawserTopic.TASKS, 1, 3, "2", 3)).isEmpty();
        assertThat(of(TASKS, HawserTopic.TASKS, 1, 2, "2", 2)).isEmpty();
        assertThat(of(TASKS, HawserTopic.TASKS, 1, 1, "2", 2))
                .singleElement()
                .asString()
                .contains("one replica on a cluster of 2 brokers");
        assertThat(of(TASKS, HawserTopic.TASKS, 1, 3, "1", 3))
                .singleElement()
                .asString()
                .contains("min.insync.replicas=1");
    }

    @Test
    @DisplayName(
            "Partitions beyond one are named where others write, fewer than meant where Hawser does, and no others")
    void partitions() {
        assertThat(TopicDifferences.ofPartitions(TASKS, 1, 2).orElseThrow()).contains("2 partitions where 1 is meant");
        assertThat(TopicDifferences.ofPartitions(VOLUMES, 8, 1).orElseThrow())
                .contains("1 partitions where 8 are meant");
        assertThat(TopicDifferences.ofPartitions(VOLUMES, 8, 16)).isEmpty();
        assertThat(TopicDifferences.ofPartitions(VOLUMES, 8, 8)).isEmpty();
    }

    @Test
    @DisplayName("A setting that differs is named with what it is and what is meant")
    void settings() {
        // Given
        Map<String, String> settings = new HashMap<>(HawserTopic.TASKS.settings());
        settings.put("cleanup.policy", "delete");
        // When
        List<String> said =
                TopicDifferences.of(TASKS, HawserTopic.TASKS.settings(), new TopicDifferences.Found(1, 1, settings), 1);
        // Then
        assertThat(said).containsExactly("topic hawser.tasks has cleanup.policy=delete where compact is meant");
    }

    @Test
    @DisplayName("What may not be created is said as a command to type")
    void mayNotCreate() {
        assertThat(TopicDifferences.mayNotCreate(
                        new NewTopic(TASKS, Optional.of(1), Optional.empty()).configs(Map.of("a", "b")), ""))
                .endsWith("kafka-topics --create --topic hawser.tasks --partitions 1 --config a=b");
    }

    @Test
    @DisplayName("The command to type has the replicas that are configured, and the brokers' addresses")
    void theCommandIsComplete() {
        // When
        String command = TopicCreator.command(
                TopicNames.DEFAULT,
                new TopicCreator.Copies(Optional.of((short) 3), Optional.of(2)),
                "a.example.com:9092,b.example.com:9092",
                TASKS);
        // Then
        assertThat(command)
                .startsWith("kafka-topics --create --topic hawser.tasks --partitions 1 --replication-factor 3 ")
                .contains(" --config cleanup.policy=compact ", " --config min.insync.replicas=2 ")
                .endsWith(" --bootstrap-server a.example.com:9092,b.example.com:9092");
    }

    private static List<String> of(
            String name, HawserTopic topic, int partitions, int copies, String minIsr, int brokers) {
        Map<String, String> settings = new HashMap<>(topic.settings());
        settings.put("min.insync.replicas", minIsr);
        return TopicDifferences.of(
                name, topic.settings(), new TopicDifferences.Found(partitions, copies, settings), brokers);
    }
}

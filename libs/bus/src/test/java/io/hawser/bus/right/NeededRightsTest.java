package io.hawser.bus.right;

import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NeededRightsTest {
    private static final NeededRights NEEDED = NeededRights.ofService(
            "volume-service",
            new TopicNames("blue"),
            Set.of(HawserTopic.TASKS),
            Set.of(HawserTopic.VOLUMES, HawserTopic.EVENTS, HawserTopic.COMMAND_RESULTS),
            List.of("blue.volume-service.outbox-0"));

    @Test
    @DisplayName("What is read and what is written may have dead letters, and what is read back is read and written")
    void operationsByTopic() {
        // Then
        assertThat(NEEDED.onTopics())
                .isEqualTo(Map.of(
                        "blue.tasks", Set.of(READ),
                        "blue.tasks.dead", Set.of(WRITE),
                        "blue.volumes", Set.of(READ, WRITE),
                        "blue.volumes.dead", Set.of(WRITE),
                        "blue.command-results", Set.of(READ, WRITE),
                        "blue.command-results.dead", Set.of(WRITE),
                        "blue.events", Set.of(WRITE),
                        "blue.events.dead", Set.of(WRITE)));
    }

    @Test
    @DisplayName("Only volume-service reads answers back")
    void whoReadsAnswersBack() {
        NeededRights registry = NeededRights.ofService(
                "plugin-registry", new TopicNames("blue"), Set.of(), Set.of(HawserTopic.COMMAND_RESULTS), List.of());

        assertThat(registry.onTopics()).containsEntry("blue.command-results", Set.of(WRITE));
    }

    @Test
    @DisplayName("A missing right names what may not be done, and the row of the table, which knows no prefix")
    void namesTheRow() {
        // Then
        assertThat(MissingRight.of(NEEDED, ResourceType.TOPIC, "blue.tasks", READ)
                        .sentence())
                .isEqualTo("may not read topic blue.tasks: apply the row hawser-volume-service, topic, tasks of"
                        + " deploy/kafka/acls.csv (deploy/kafka/acls.sh)");
        assertThat(MissingRight.of(NEEDED, ResourceType.TRANSACTIONAL_ID, "blue.volume-service.outbox-0", WRITE)
                        .sentence())
                .contains("may not write transactional-id blue.volume-service.outbox-0:")
                .contains("hawser-volume-service, transactional-id, volume-service.outbox- of");
    }
}

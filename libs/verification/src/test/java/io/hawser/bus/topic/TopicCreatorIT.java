package io.hawser.bus.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hawser.testkit.shared.SharedBroker;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TopicCreatorIT {
    private final TopicNames names =
            new TopicNames(SharedBroker.freshPrefix(TopicCreatorIT.class).replaceAll("\\.$", ""));
    private Admin admin;

    @BeforeEach
    void connect() {
        admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrapServers()));
    }

    @AfterEach
    void disconnect() {
        admin.close();
    }

    @Test
    void createsWhatIsMissingAsTheCatalogueSays() throws Exception {
        // When
        List<String> differences = creator().ensure(EnumSet.allOf(HawserTopic.class));

        // Then
        assertThat(differences).isEmpty();
        List<String> expected = Arrays.stream(HawserTopic.values())
                .flatMap(topic -> List.of(names.of(topic), names.deadOf(topic)).stream())
                .toList();
        // A broker may not know them for a moment.
        await().until(() -> admin.listTopics().names().get().containsAll(expected));
        var described = admin.describeTopics(expected).allTopicNames().get();
        for (HawserTopic topic : HawserTopic.values()) {
            assertThat(described.get(names.of(topic)).partitions()).hasSize(topic.partitions());
            assertThat(described.get(names.deadOf(topic)).partitions()).hasSize(1);
        }
    }

    @Test
    void doingItAgainChangesNothing() throws Exception {
        // Given
        creator().ensure(EnumSet.of(HawserTopic.TASKS));

        // When
        List<String> differences = creator().ensure(EnumSet.of(HawserTopic.TASKS));

        // Then
        assertThat(differences).isEmpty();
    }

    @Test
    void saysWhatDiffersAndLeavesIt() throws Exception {
        // Given
        admin.createTopics(List.of(new NewTopic(names.of(HawserTopic.NODES), Optional.of(3), Optional.empty())
                        .configs(Map.of("cleanup.policy", "delete"))))
                .all()
                .get();

        // When: a broker may not know it for a moment
        List<String> differences =
                await().until(() -> creator().ensure(EnumSet.of(HawserTopic.NODES)), found -> !found.isEmpty());

        // Then
        assertThat(differences)
                .contains("topic " + names.of(HawserTopic.NODES) + " has cleanup.policy=delete where compact is meant");
        assertThat(creator().ensure(EnumSet.of(HawserTopic.NODES))).isEqualTo(differences);
        assertThat(admin.describeTopics(List.of(names.of(HawserTopic.NODES)))
                        .allTopicNames()
                        .get()
                        .get(names.of(HawserTopic.NODES))
                        .partitions())
                .hasSize(3);
    }

    @Test
    @DisplayName("A new topic gets the replication and the in-sync replicas that are asked for")
    void asksForCopies() throws Exception {
        // When
        new TopicCreator(admin, names, new TopicCreator.Copies(Optional.of((short) 1), Optional.of(2)), "")
                .ensure(EnumSet.of(HawserTopic.VOLUMES));

        // Then: a broker may not know it for a moment
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, names.of(HawserTopic.VOLUMES));
        await().atMost(Duration.ofSeconds(60))
                .ignoreException(ExecutionException.class)
                .untilAsserted(() -> assertThat(admin.describeConfigs(List.of(topic))
                                .all()
                                .get()
                                .get(topic)
                                .get("min.insync.replicas")
                                .value())
                        .isEqualTo("2"));
    }

    @Test
    @DisplayName("A topic that the broker refuses is named, with its reason and the command")
    void refused() throws Exception {
        // Given
        TopicCreator creator =
                new TopicCreator(admin, names, new TopicCreator.Copies(Optional.empty(), Optional.of(0)), "");
        String name = names.of(HawserTopic.VOLUMES);

        // Then
        assertThat(creator.ensure(EnumSet.of(HawserTopic.VOLUMES))).hasSize(2).anySatisfy(sentence -> assertThat(
                        sentence)
                .startsWith("topic " + name + " is missing, and the broker does not create it: ")
                .contains("min.insync.replicas")
                .contains("kafka-topics --create --topic " + name));
    }

    @Test
    @DisplayName("More copies than there are brokers are waited for; the topics of a running service are refused")
    void tooFewBrokers() throws Exception {
        // Given
        TopicCreator creator =
                new TopicCreator(admin, names, new TopicCreator.Copies(Optional.of((short) 3), Optional.empty()), "");

        // Then
        assertThatThrownBy(() -> creator.ensure(EnumSet.of(HawserTopic.VOLUMES)))
                .hasCauseInstanceOf(InvalidReplicationFactorException.class);
        assertThat(creator.make(names.of(HawserTopic.VOLUMES)))
                .hasValueSatisfying(sentence -> assertThat(sentence).contains("does not create it"));
    }

    @Test
    @DisplayName("More partitions on a topic that others write are named, and left")
    void namesPartitions() throws Exception {
        // Given
        admin.createTopics(List.of(new NewTopic(names.of(HawserTopic.TASKS), Optional.of(3), Optional.<Short>empty())
                        .configs(HawserTopic.TASKS.settings())))
                .all()
                .get();

        // Then: a broker may not know it for a moment
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(creator().ensure(EnumSet.of(HawserTopic.TASKS)))
                        .singleElement()
                        .asString()
                        .startsWith("topic " + names.of(HawserTopic.TASKS) + " has 3 partitions where 1 is meant"));
    }

    @Test
    @DisplayName("A topic of dead letters that keeps only a key's last letter is named; it may have more partitions")
    void deadLetters() throws Exception {
        // Given
        String dead = names.deadOf(HawserTopic.TASKS);
        admin.createTopics(List.of(new NewTopic(dead, Optional.of(3), Optional.<Short>empty())
                        .configs(Map.of("cleanup.policy", "compact", "retention.ms", "2592000000"))))
                .all()
                .get();

        // Then: a broker may not know it for a moment
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(creator().ensure(EnumSet.of(HawserTopic.TASKS)))
                        .containsExactly("topic " + dead + " has cleanup.policy=compact where delete is meant"));
    }

    private TopicCreator creator() {
        return new TopicCreator(admin, names);
    }
}

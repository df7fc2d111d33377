package io.hawser.bus.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopicNamesTest {
    @ParameterizedTest
    @EnumSource(HawserTopic.class)
    void aNameIsReadAsItsTopic(HawserTopic topic) {
        TopicNames names = new TopicNames("other.hawser-2");

        assertThat(names.parse(names.of(topic))).contains(topic);
        assertThat(names.deadOf(topic)).isEqualTo("other.hawser-2." + topic.suffix() + ".dead");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tasks",
                "hawser.task",
                "hawser.tasks.dead",
                "hawser-tasks",
                "hawser.task-volumesx",
                "xhawser.tasks",
                ""
            })
    void anotherNameIsNoTopic(String name) {
        assertThat(TopicNames.DEFAULT.parse(name)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Hawser", "-x", ".x", "a b", "a/b", "a_b"})
    void aPrefixThatKafkaOrPeopleConfuseIsRefused(String prefix) {
        assertThatThrownBy(() -> new TopicNames(prefix)).hasMessageContaining("topic prefix '" + prefix + "'");
    }
}

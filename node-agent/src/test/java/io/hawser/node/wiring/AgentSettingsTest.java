package io.hawser.node.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.bus.envelope.AnswerForm;
import io.hawser.bus.pace.Backoff;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.bus.topic.TopicNames;
import io.hawser.node.mount.Pauses;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentSettingsTest {
    @Test
    @DisplayName("A node's name has dots and dashes inside")
    void aGoodName() {
        assertThat(named("rack-1.node-7").node()).isEqualTo("rack-1.node-7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a..b", "-a", "a-", ".a", "A", "a/b", "a_b"})
    @DisplayName("An agent does not start under a name whose records every other process refuses")
    void aNameThatOthersRefuse(String name) {
        assertThatThrownBy(() -> named(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("hawser.node: '" + name + "' is not");
    }

    @Test
    @DisplayName("A heartbeat comes at least every 5 minutes: services do not wait longer for one")
    void heartbeats() {
        assertThat(of("n", Duration.ofMinutes(5)).heartbeatInterval()).isEqualTo(Duration.ofMinutes(5));
        assertThatThrownBy(() -> of("n", Duration.ofMinutes(5).plusMillis(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("hawser.heartbeat-interval: must be at most 5 minutes");
    }

    private static AgentSettings named(String node) {
        return of(node, Duration.ofSeconds(1));
    }

    private static AgentSettings of(String node, Duration heartbeat) {
        Duration second = Duration.ofSeconds(1);
        return new AgentSettings(
                node,
                Path.of("/root"),
                Optional.empty(),
                Path.of("/plugins"),
                Optional.empty(),
                List.of(),
                false,
                new TopicNames("hawser"),
                AnswerForm.PROTOBUF,
                TopicCreator.Copies.OF_THE_BROKER,
                Optional.empty(),
                second,
                new Pauses(new Backoff(second, second), second),
                second,
                heartbeat,
                second,
                second,
                second,
                1,
                true,
                true,
                Optional.empty());
    }
}

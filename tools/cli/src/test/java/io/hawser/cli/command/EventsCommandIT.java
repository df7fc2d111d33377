package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.v1.Event;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code events}, which follows its topic. */
class EventsCommandIT extends CommandLineFixture {
    @Test
    @DisplayName("events --follow prints one JSON object per line, those that there were before, too")
    void followedEventsAreLines() throws Exception {
        // Given
        try (var writer = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            for (String reason : List.of("One", "Two")) {
                writer.write(
                        HawserTopic.EVENTS,
                        "volume/e",
                        Event.newBuilder()
                                .setEntity("volume/e")
                                .setReason(reason)
                                .build());
            }
        }

        // When
        Thread follower = Thread.ofPlatform().start(() -> hawser("events", "volume/e", "--follow", "-o", "json"));

        // Then
        await().untilAsserted(() -> assertThat(out.toString().lines().toList())
                .containsExactly(
                        "{\"entity\":\"volume/e\",\"reason\":\"One\"}",
                        "{\"entity\":\"volume/e\",\"reason\":\"Two\"}"));
        follower.interrupt();
        assertThat(follower.join(Duration.ofSeconds(10))).isTrue();
    }
}

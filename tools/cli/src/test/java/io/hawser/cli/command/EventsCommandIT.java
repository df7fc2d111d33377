package io.hawser.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.v1.Event;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code events}, which follows its topic. */
class EventsCommandIT extends CommandLineFixture {
    @Test
    @DisplayName("events --follow prints one JSON object per line, those that there were before, too")
    void followedEventsAreLines() throws Exception {
        // Given
        happened("volume/e", "One");
        happened("volume/e", "Two");

        // When
        Thread follower = Thread.ofPlatform().start(() -> hawser("events", "volume/e", "--follow", "-o", "json"));

        // Then
        await().untilAsserted(() -> assertThat(out.toString().lines().toList())
                .containsExactly(
                        "{\"entity\":\"volume/e\",\"reason\":\"One\"}",
                        "{\"entity\":\"volume/e\",\"reason\":\"Two\"}"));
        follower.interrupt();
        assertThat(follower.join(Duration.ofMinutes(1))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"table", "json"})
    @DisplayName("events --follow prints what happens while it prints what there was before")
    void whatHappensMeanwhile(String form) throws Exception {
        // Given
        String entity = "volume/while-" + form;
        happened(entity, "Before");
        AtomicBoolean began = new AtomicBoolean();
        out = new StringWriter() {
            @Override
            public void write(String text, int from, int count) {
                super.write(text, from, count);
                if (!began.getAndSet(true)) {
                    happened(entity, "Meanwhile");
                }
            }
        };

        // When
        Thread follower = Thread.ofPlatform().start(() -> hawser("events", entity, "--follow", "-o", form));
        await().untilTrue(began);

        // Then
        await().untilAsserted(() -> assertThat(out.toString()).contains("Before", "Meanwhile"));
        happened(entity, "After");
        await().untilAsserted(() ->
                assertThat(out.toString()).containsOnlyOnce("Meanwhile").contains("After"));
        follower.interrupt();
        assertThat(follower.join(Duration.ofMinutes(1))).isTrue();
    }

    @Test
    @DisplayName("events --since reads only what was written in that time")
    void since() {
        // Given
        happened("volume/since", "Then");

        // When
        int shown = hawser("events", "volume/since", "--since", "2h");
        String there = out.toString();
        int none = hawser("events", "volume/since", "--since", "0s");
        int wrong = hawser("events", "--since", "yesterday");

        // Then
        assertThat(List.of(shown, none, wrong)).containsExactly(0, 0, 2);
        assertThat(there).contains("Then").doesNotContain("nothing happened");
        assertThat(out.toString().substring(there.length())).contains("nothing happened in the last 0s");
        assertThat(err.toString()).contains("--since: 'yesterday' is no age");
    }

    private static void happened(String entity, String reason) {
        try (var writer = new TopicWriter(SharedBroker.bootstrapServers(), TOPICS, "test", Clock.systemUTC())) {
            writer.write(
                    HawserTopic.EVENTS,
                    entity,
                    Event.newBuilder().setEntity(entity).setReason(reason).build());
        }
    }
}

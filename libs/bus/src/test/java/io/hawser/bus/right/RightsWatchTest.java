package io.hawser.bus.right;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RightsWatchTest {
    @Test
    @DisplayName("The watch goes on while the broker's name has no address, until it is closed")
    void outlastsANameWithoutAddress() throws Exception {
        // Given
        NeededRights needed = NeededRights.ofService(
                "volume-service", new TopicNames("blue"), Set.of(HawserTopic.TASKS), Set.of(), List.of());
        RightsWatch watch = new RightsWatch(Map.of("bootstrap.servers", "no-such-host.invalid:9092"), needed, _ -> {});

        // When
        watch.start();

        // Then
        Thread thread = Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().equals("rights"))
                .findFirst()
                .orElseThrow();
        assertThat(thread.join(Duration.ofSeconds(3))).as("ended by itself").isFalse();
        watch.close();
        assertThat(thread.join(Duration.ofMinutes(1))).as("ended").isTrue();
    }
}

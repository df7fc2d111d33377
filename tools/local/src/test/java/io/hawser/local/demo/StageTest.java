package io.hawser.local.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.endpoint.Endpoints;
import io.hawser.cli.look.Look;
import io.hawser.local.layout.LocalLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StageTest {
    private static final Endpoints NOWHERE =
            new Endpoints(Map.of("kafka", "127.0.0.1:1", "volume-service", "http://127.0.0.1:1"), TopicNames.DEFAULT);

    @TempDir
    private Path folder;

    @Test
    void looksUntilItIsThere() {
        // Given
        var looks = new AtomicInteger();

        // When
        int seen;
        try (Stage stage = stage(Duration.ofMinutes(1), List.of())) {
            seen = stage.await(
                    "the third look",
                    () -> looks.incrementAndGet() < 3 ? new Look.NotYet<>("") : new Look.Ready<>(looks.get()));
        }

        // Then
        assertThat(seen).isEqualTo(3);
    }

    @Test
    void whatWasSeenLastIsTheReason() {
        try (Stage stage = stage(Duration.ZERO, List.of())) {
            assertThatThrownBy(() -> stage.await("the volume to be gone", () -> new Look.NotYet<>("held by t1")))
                    .isInstanceOf(PlayFailedException.class)
                    .hasMessage("awaited the volume to be gone for 0 s; last seen: held by t1");
        }
    }

    @Test
    void aServiceThatDoesNotAnswerIsWaitedFor() {
        try (Stage stage = stage(Duration.ZERO, List.of())) {
            assertThatThrownBy(() -> stage.await(
                            "a volume", () -> new Look.Ready<>(stage.volumes().volume("v"))))
                    .isInstanceOf(PlayFailedException.class)
                    .hasMessageContaining("last seen: volume-service does not answer");
        }
    }

    @Test
    void aProcessThatDiedByItselfEndsThePlayAtOnce() {
        try (Stage stage = stage(Duration.ofHours(1), List.of("volume-service"))) {
            assertThatThrownBy(() -> stage.await("anything", () -> new Look.NotYet<>("")))
                    .isInstanceOf(PlayFailedException.class)
                    .hasMessageContaining("volume-service ended by itself");
        }
    }

    private Stage stage(Duration atMost, List<String> endedUnasked) {
        return new Stage(LocalLayout.at(folder.resolve("home")), NOWHERE, () -> endedUnasked, atMost);
    }
}

package io.hawser.local.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.endpoint.Endpoints;
import io.hawser.cli.look.Look;
import io.hawser.local.layout.LocalLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoContextTest {
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
        try (DemoContext context = context(Duration.ofMinutes(1), List.of())) {
            seen = context.await(
                    "the third look",
                    () -> looks.incrementAndGet() < 3 ? new Look.NotYet<>("") : new Look.Ready<>(looks.get()));
        }

        // Then
        assertThat(seen).isEqualTo(3);
    }

    @Test
    void whatWasSeenLastIsTheReason() {
        try (DemoContext context = context(Duration.ZERO, List.of())) {
            assertThatThrownBy(() -> context.await("the volume to be gone", () -> new Look.NotYet<>("held by t1")))
                    .isInstanceOf(StepFailedException.class)
                    .hasMessage("awaited the volume to be gone until the step's 0 s were over; last seen: held by t1");
        }
    }

    @Test
    @DisplayName("what a step's first condition took, its second does not have any more")
    void theConditionsOfAStepShareItsTime() {
        // Given
        var nanos = new AtomicLong();
        var deadline = new StepDeadline(Duration.ofSeconds(120), nanos::get);
        var looks = new AtomicInteger();
        Supplier<Look<String>> never = () -> {
            looks.incrementAndGet();
            nanos.addAndGet(Duration.ofSeconds(30).toNanos());
            return new Look.NotYet<>("");
        };
        try (DemoContext context = context(deadline, List.of())) {
            context.await("the first", () -> {
                nanos.addAndGet(Duration.ofSeconds(100).toNanos());
                return new Look.Ready<>("seen");
            });

            // When
            Throwable thrown = catchThrowable(() -> context.await("the second", never));

            // Then
            assertThat(thrown)
                    .isInstanceOf(StepFailedException.class)
                    .hasMessageStartingWith("awaited the second until the step's 120 s were over");
            assertThat(looks).hasValue(1);
        }
    }

    @Test
    @DisplayName("what is there already is seen, even when the step's time is over")
    void whatIsThereAlreadyIsSeen() {
        // Given
        var nanos = new AtomicLong();
        var deadline = new StepDeadline(Duration.ofSeconds(120), nanos::get);
        nanos.set(Duration.ofSeconds(121).toNanos());

        // When
        String seen;
        try (DemoContext context = context(deadline, List.of())) {
            seen = context.await("it", () -> new Look.Ready<>("there"));
        }

        // Then
        assertThat(seen).isEqualTo("there");
    }

    @Test
    void aServiceThatDoesNotAnswerIsWaitedFor() {
        try (DemoContext context = context(Duration.ZERO, List.of())) {
            assertThatThrownBy(() -> context.await(
                            "a volume", () -> new Look.Ready<>(context.volumes().volume("v"))))
                    .isInstanceOf(StepFailedException.class)
                    .hasMessageContaining("last seen: volume-service does not answer");
        }
    }

    @Test
    void aProcessThatDiedByItselfEndsThePlayAtOnce() {
        try (DemoContext context = context(Duration.ofHours(1), List.of("volume-service"))) {
            assertThatThrownBy(() -> context.await("anything", () -> new Look.NotYet<>("")))
                    .isInstanceOf(StepFailedException.class)
                    .hasMessageContaining("volume-service ended by itself");
        }
    }

    private DemoContext context(Duration atMost, List<String> endedUnasked) {
        return context(new StepDeadline(atMost, System::nanoTime), endedUnasked);
    }

    private DemoContext context(StepDeadline deadline, List<String> endedUnasked) {
        return new DemoContext(LocalLayout.at(folder.resolve("home")), NOWHERE, () -> endedUnasked, deadline);
    }
}

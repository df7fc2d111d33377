package io.hawser.node.wiring;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.hamcrest.Matchers;
import org.junit.jupiter.api.Test;

class AgentTimerTest {
    @Test
    void anErrorDoesNotEndARepetition() {
        // Given
        AtomicInteger runs = new AtomicInteger();
        // When
        try (AgentTimer timer = new AgentTimer()) {
            timer.repeat(
                    () -> {
                        if (runs.incrementAndGet() == 1) {
                            throw new NoClassDefFoundError("a class that is missing");
                        }
                    },
                    Duration.ofMillis(1));
            // Then
            await().untilAtomic(runs, Matchers.greaterThan(1));
        }
    }
}

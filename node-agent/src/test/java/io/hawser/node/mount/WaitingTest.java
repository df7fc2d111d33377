package io.hawser.node.mount;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WaitingTest {
    private static final Instant SINCE = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    @DisplayName("A wait is reported after ten seconds, with its reason, what ends it, and since when")
    void isToldAfterTenSeconds() {
        // Given
        Waiting waiting = Waiting.turn("p", 16, SINCE);

        // Then
        assertThat(waiting.message(SINCE.plusMillis(9_999))).isEmpty();
        assertThat(waiting.message(SINCE.plusSeconds(10)))
                .contains("waits until one of the 16 calls to plugin p that are under way ends,"
                        + " since 2026-01-01T00:00:00Z");
    }

    @Test
    @DisplayName("A call that has no answer is named, and what ends the wait; so is the agent's own disk")
    void namesWhatItWaitsFor() {
        assertThat(Waiting.answer(new Step.Unstage(), SINCE).forWhat())
                .isEqualTo("unstage: the plugin has not answered yet; after the deadline the call is uncertain");
        assertThat(Waiting.disk(SINCE).forWhat()).isEqualTo("waits for the disk that the agent's folder is on");
    }
}

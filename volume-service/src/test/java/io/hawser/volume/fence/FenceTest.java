package io.hawser.volume.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FenceTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Fence NONE = new Fence(0, Optional.empty(), false);
    private static final Fence CONFIRMED = NONE.after(false, true, NOW).confirmed();
    private static final Fence NOTED = new Fence(7, Optional.of("nodes-0:5"), false);

    @Test
    @DisplayName("A fence that was said just now is to be confirmed: it has a number, and nothing is noted or read")
    void aNewFenceIsUnconfirmed() {
        // When
        Fence fence = NONE.after(false, true, NOW);

        // Then
        assertThat(fence.number()).isPositive();
        assertThat(fence.barrier()).isEmpty();
        assertThat(fence.read()).isFalse();
        assertThat(fence.unconfirmed()).isTrue();
        assertThat(NONE.unconfirmed()).isFalse();
    }

    @Test
    @DisplayName(
            "A fence that is to be confirmed says since when it was said, and how far which partition is to be read")
    void whatAFenceWaitsFor() {
        // Given
        Fence said = NONE.after(false, true, NOW);
        Fence noted = new Fence(said.number(), Optional.of("id/hawser.nodes/1=5,id/hawser.nodes/0=7"), false);

        // Then
        assertThat(said.waits().orElseThrow().since()).isEqualTo(NOW);
        assertThat(said.waits().orElseThrow().message()).contains("to an end that Kafka has not named yet");
        assertThat(noted.waits().orElseThrow().message())
                .startsWith("the fence has no effect before hawser.nodes-0 is read up to 7,"
                        + " hawser.nodes-1 is read up to 5: ")
                .contains("./hawser status");
        assertThat(noted.confirmed().waits()).isEmpty();
        assertThat(NONE.waits()).isEmpty();
    }

    @Test
    @DisplayName("A record that leaves the fence as it is leaves what was known of it")
    void aFenceThatStandsIsKept() {
        assertThat(NOTED.after(true, true, NOW)).isSameAs(NOTED);
        assertThat(CONFIRMED.after(true, true, NOW)).isSameAs(CONFIRMED);
        assertThat(NONE.after(false, false, NOW)).isSameAs(NONE);
    }

    @Test
    @DisplayName("A second fence is confirmed anew: neither the barrier nor the word of the first counts for it")
    void aSecondFenceIsConfirmedAnew() {
        // When
        Fence lifted = CONFIRMED.after(true, false, NOW);
        Fence again = lifted.after(false, true, NOW);
        Fence behindABarrier = NOTED.after(true, false, NOW).after(false, true, NOW);

        // Then
        assertThat(lifted.read()).isFalse();
        assertThat(lifted.unconfirmed()).isFalse();
        assertThat(again.read()).isFalse();
        assertThat(again.unconfirmed()).isTrue();
        assertThat(behindABarrier.barrier()).isEmpty();
    }

    @Test
    @DisplayName("A node that never had a fence is not confirmed by what an upgrade wrote into its row")
    void nothingOfBeforeCounts() {
        // Given
        Fence upgraded = new Fence(0, Optional.of("nodes-0:5"), true);

        // When
        Fence fence = upgraded.after(false, true, NOW);

        // Then
        assertThat(fence.barrier()).isEmpty();
        assertThat(fence.read()).isFalse();
    }

    @Test
    @DisplayName("A confirmed fence keeps its number and waits for nothing")
    void aConfirmedFence() {
        assertThat(CONFIRMED.read()).isTrue();
        assertThat(CONFIRMED.unconfirmed()).isFalse();
        assertThat(NOTED.confirmed()).isEqualTo(new Fence(7, Optional.of("nodes-0:5"), true));
    }
}

package io.hawser.volume.lifecycle.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.volume.id.PluginName;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PluginCallLimiterTest {
    private static final PluginName A = new PluginName("a");
    private static final PluginName B = new PluginName("b");

    private final PluginCallLimiter permits = new PluginCallLimiter(2);

    @Test
    void aPluginHasSoManyPlacesAndAFullOneTakesNobodyElses() {
        // Given
        PluginCallLimiter.Taking taking = permits.taking();

        // When
        List<Boolean> taken =
                List.of(taking.take(A, false), taking.take(A, false), taking.take(A, false), taking.take(B, false));

        // Then
        assertThat(taken).containsExactly(true, true, false, true);
        assertThat(permits.taken()).containsEntry("a", 2).containsEntry("b", 1);
    }

    @Test
    void whatWasGivenBackTakesNothingMore() {
        // Given
        PluginCallLimiter.Taking taking = permits.taking();
        taking.take(A, false);

        // When
        taking.giveBack();
        boolean late = taking.take(A, false);

        // Then
        assertThat(late).isFalse();
        assertThat(permits.taken()).isEmpty();
    }

    @Test
    @DisplayName("What is given back twice counts once: another's permit is not given away")
    void givenBackTwice() {
        // Given
        PluginCallLimiter.Taking taking = permits.taking();
        taking.take(A, false);
        permits.taking().take(A, false);

        // When
        taking.giveBack();
        taking.giveBack();

        // Then
        assertThat(permits.taken()).containsEntry("a", 1);
    }

    @Test
    @DisplayName("One call at once for a plugin is the least that can be configured")
    void oneIsTheLeast() {
        // Given
        PluginCallLimiter one = new PluginCallLimiter(1);

        // When
        boolean first = one.taking().take(A, false);

        // Then
        assertThat(first).isTrue();
        assertThat(one.permits()).isEqualTo(1);
        assertThatThrownBy(() -> new PluginCallLimiter(0)).hasMessageContaining("must be 1 or more, not 0");
    }

    @Test
    @DisplayName("When the process ends nobody gets a permit any more, and those who wait stay in the table")
    void nobodyGetsAPlaceWhenItIsClosed() {
        // Given
        PluginCallLimiter.Taking taking = permits.taking();
        taking.take(A, false);

        // When
        permits.close();

        // Then
        assertThat(taking.take(A, true)).isFalse();
        assertThat(permits.taking().take(B, false)).isFalse();
        assertThat(permits.taken()).containsEntry("a", 1);
    }

    @Test
    void nobodyOvertakesThoseThatWait() {
        // Given
        PluginCallLimiter.Taking taking = permits.taking();
        taking.take(A, false);
        taking.take(A, false);
        taking.take(A, false);
        permits.ended(A);

        // When
        boolean fresh = taking.take(A, false);
        boolean queued = taking.take(A, true);

        // Then
        assertThat(fresh).isFalse();
        assertThat(queued).isTrue();
    }

    @Test
    void aQueueEndsWhenALookWithAPlaceLeftFindsNobodyInIt() {
        // Given
        PluginCallLimiter.Taking taking = permits.taking();
        taking.take(A, false);
        taking.take(A, false);
        taking.take(A, false);
        permits.taken();
        permits.ended(A);
        // The look had no permit to give: it says nothing about the queue.
        permits.looked(List.of(), true);
        boolean stillWaiting = taking.take(A, false);

        // When
        permits.taken();
        permits.looked(List.of(), true);

        // Then
        assertThat(stillWaiting).isFalse();
        assertThat(taking.take(A, false)).isTrue();
    }

    @Test
    void aTransactionThatFailsGivesItsPlacesBack() {
        // Given
        PluginCallLimiter.Taking taking = permits.taking();
        taking.take(A, false);

        // When
        taking.giveBack();
        taking.giveBack();

        // Then
        assertThat(permits.taken()).isEmpty();
    }

    @Test
    void noPlaceAtAllMakesNoSense() {
        assertThatThrownBy(() -> new PluginCallLimiter(0)).hasMessageContaining("calls-per-plugin");
    }
}

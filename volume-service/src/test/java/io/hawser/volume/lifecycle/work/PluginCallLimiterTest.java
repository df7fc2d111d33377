package io.hawser.volume.lifecycle.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PluginCallLimiterTest {
    private final PluginCallLimiter places = new PluginCallLimiter(2);

    @Test
    void aPluginHasSoManyPlacesAndAFullOneTakesNobodyElses() {
        // Given
        PluginCallLimiter.Taking taking = places.taking();

        // When
        List<Boolean> taken = List.of(
                taking.take("a", false), taking.take("a", false), taking.take("a", false), taking.take("b", false));

        // Then
        assertThat(taken).containsExactly(true, true, false, true);
        assertThat(places.taken()).containsEntry("a", 2).containsEntry("b", 1);
    }

    @Test
    void whatWasGivenBackTakesNothingMore() {
        // Given
        PluginCallLimiter.Taking taking = places.taking();
        taking.take("a", false);

        // When
        taking.giveBack();
        boolean late = taking.take("a", false);

        // Then
        assertThat(late).isFalse();
        assertThat(places.taken()).isEmpty();
    }

    @Test
    @DisplayName("What is given back twice counts once: another's place is not given away")
    void givenBackTwice() {
        // Given
        PluginCallLimiter.Taking taking = places.taking();
        taking.take("a", false);
        places.taking().take("a", false);

        // When
        taking.giveBack();
        taking.giveBack();

        // Then
        assertThat(places.taken()).containsEntry("a", 1);
    }

    @Test
    @DisplayName("One call at once for a plugin is the least that can be configured")
    void oneIsTheLeast() {
        // Given
        PluginCallLimiter one = new PluginCallLimiter(1);

        // When
        boolean first = one.taking().take("a", false);

        // Then
        assertThat(first).isTrue();
        assertThat(one.places()).isEqualTo(1);
        assertThatThrownBy(() -> new PluginCallLimiter(0)).hasMessageContaining("must be 1 or more, not 0");
    }

    @Test
    @DisplayName("When the process ends nobody gets a place any more, and those who wait stay in the table")
    void nobodyGetsAPlaceWhenItIsClosed() {
        // Given
        PluginCallLimiter.Taking taking = places.taking();
        taking.take("a", false);

        // When
        places.close();

        // Then
        assertThat(taking.take("a", true)).isFalse();
        assertThat(places.taking().take("b", false)).isFalse();
        assertThat(places.taken()).containsEntry("a", 1);
    }

    @Test
    void nobodyOvertakesThoseThatWait() {
        // Given
        PluginCallLimiter.Taking taking = places.taking();
        taking.take("a", false);
        taking.take("a", false);
        taking.take("a", false);
        places.ended("a");

        // When
        boolean fresh = taking.take("a", false);
        boolean queued = taking.take("a", true);

        // Then
        assertThat(fresh).isFalse();
        assertThat(queued).isTrue();
    }

    @Test
    void aQueueEndsWhenALookWithAPlaceLeftFindsNobodyInIt() {
        // Given
        PluginCallLimiter.Taking taking = places.taking();
        taking.take("a", false);
        taking.take("a", false);
        taking.take("a", false);
        places.taken();
        places.ended("a");
        // The look had no place to give: it says nothing about the queue.
        places.looked(List.of(), true);
        boolean stillWaiting = taking.take("a", false);

        // When
        places.taken();
        places.looked(List.of(), true);

        // Then
        assertThat(stillWaiting).isFalse();
        assertThat(taking.take("a", false)).isTrue();
    }

    @Test
    void aTransactionThatFailsGivesItsPlacesBack() {
        // Given
        PluginCallLimiter.Taking taking = places.taking();
        taking.take("a", false);

        // When
        taking.giveBack();
        taking.giveBack();

        // Then
        assertThat(places.taken()).isEmpty();
    }

    @Test
    void noPlaceAtAllMakesNoSense() {
        assertThatThrownBy(() -> new PluginCallLimiter(0)).hasMessageContaining("calls-per-plugin");
    }
}

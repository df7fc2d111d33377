package io.hawser.volume.lifecycle.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.lifecycle.Operation;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PluginCallLimiterTest {
    private static final CallQueue A = new CallQueue(new PluginName("a"), Operation.Kind.PUBLISH);
    private static final CallQueue B = new CallQueue(new PluginName("b"), Operation.Kind.PUBLISH);

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
        assertThat(permits.taken()).containsEntry("a/PUBLISH", 2).containsEntry("b/PUBLISH", 1);
    }

    @Test
    @DisplayName("Detaches that take all their permits and wait leave creations, attaches and deletions theirs")
    void aStormOfDetachesTakesNobodyElsesPermits() {
        // Given
        PluginName plugin = new PluginName("a");
        PluginCallLimiter.Taking taking = permits.taking();
        IntStream.range(0, 3)
                .forEach(i -> taking.take(CallQueue.of(plugin, new Operation.Unpublish(new NodeName("n"))), false));

        // When
        List<Boolean> others = Stream.of(
                        new Operation.Create(), new Operation.Publish(new NodeName("n")), new Operation.Delete())
                .map(operation -> taking.take(CallQueue.of(plugin, operation), false))
                .toList();

        // Then
        assertThat(others).containsExactly(true, true, true);
        assertThat(permits.taken()).containsEntry("a/UNPUBLISH", 2).containsEntry("a/PUBLISH", 1);
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
        assertThat(permits.taken()).containsEntry("a/PUBLISH", 1);
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
        assertThatThrownBy(() -> new PluginCallLimiter(0))
                .hasMessage("hawser.volume.calls-per-plugin must be 1 or more, not 0");
    }

    @Test
    @DisplayName("The end of the process waits for a permit that was taken before: its call may still begin")
    void theEndWaitsForPermitsThatAreTaken() throws InterruptedException {
        // Given
        permits.taking().take(A, false);
        permits.close();
        Thread end = Thread.ofPlatform().daemon().unstarted(() -> {
            try {
                permits.awaitReturned(Duration.ofHours(1));
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });

        // When
        end.start();
        await().until(() -> end.getState() == Thread.State.TIMED_WAITING);
        permits.ended(A);

        // Then
        assertThat(end.join(Duration.ofMinutes(2))).isTrue();
        permits.awaitReturned(Duration.ofMinutes(1));
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
        assertThat(permits.taken()).containsEntry("a/PUBLISH", 1);
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
}

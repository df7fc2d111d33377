package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.id.Ids.N3;
import static io.hawser.volume.lifecycle.Scenes.DRAWS;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.NOW;
import static io.hawser.volume.lifecycle.Scenes.POLICY;
import static io.hawser.volume.lifecycle.Scenes.accepted;
import static io.hawser.volume.lifecycle.Scenes.created;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.end;
import static io.hawser.volume.lifecycle.Scenes.facts;
import static io.hawser.volume.lifecycle.Scenes.granted;
import static io.hawser.volume.lifecycle.Scenes.intend;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.volume.id.NodeName;
import io.hawser.volume.lifecycle.Publication.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When what failed is tried again, and which of several calls is first. */
class RetryTest {
    @Test
    @DisplayName("The pause after an uncertain call grows with every failure, up to the ceiling, and success ends it")
    void theBackoffGrows() {
        // Given
        Retry retry = Retry.NONE;

        // When
        List<Duration> pauses = new java.util.ArrayList<>();
        for (int i = 0; i < 30; i++) {
            retry = retry.afterBackoff("lost", NOW, POLICY, 0.999);
            pauses.add(Duration.between(NOW, retry.notBefore().orElseThrow()));
        }

        // Then
        assertThat(retry.attempt()).isEqualTo(30);
        assertThat(pauses).isSorted().startsWith(pauses.getFirst());
        assertThat(pauses.get(1))
                .isGreaterThan(pauses.getFirst().multipliedBy(3).dividedBy(2));
        assertThat(pauses).allMatch(pause -> pause.compareTo(POLICY.backoff().ceiling()) <= 0);
        assertThat(pauses.getLast()).isGreaterThan(POLICY.backoff().ceiling().dividedBy(2));
    }

    @Test
    @DisplayName("What one refusal adds counts for the pause of a later uncertain call, too")
    void everyFailureCounts() {
        assertThat(Retry.NONE.rejected("no", NOW, POLICY, 7).attempt()).isEqualTo(1);
        assertThat(Retry.NONE
                        .rejected("no", NOW, POLICY, 7)
                        .afterBackoff("lost", NOW, POLICY, 0.5)
                        .attempt())
                .isEqualTo(2);
    }

    @Test
    @DisplayName(
            "A pause ends at its time, not before and not after; a refusal's also with another plugin, newer or not")
    void whatEndsAPause() {
        // Given
        Retry uncertain = new Retry(1, Optional.of(NOW), "lost", OptionalLong.empty(), false);
        Retry refused = new Retry(1, Optional.of(NOW.plusSeconds(600)), "no", OptionalLong.of(8), false);

        // Then
        assertThat(uncertain.allows(NOW, 8)).isTrue();
        assertThat(uncertain.allows(NOW.minusNanos(1), 9)).isFalse();
        assertThat(refused.allows(NOW, 8)).isFalse();
        assertThat(refused.allows(NOW, 7)).isTrue();
        assertThat(refused.allows(NOW, 9)).isTrue();
        assertThat(Retry.NONE.allows(NOW, 0)).isTrue();
    }

    @Test
    @DisplayName("A refused attach is tried with any other plugin: its version is a hash and knows no order")
    void aDowngradeIsAnotherPlugin() {
        // Given
        List<Claim> claims = List.of(granted("a", N1));
        Volume begun = decide(created(), claims, FACTS).volume().orElseThrow();
        Volume refused = end(
                        intend(begun, new Operation.Publish(N1)), claims, FACTS, new CallOutcome.Rejected("NOT_FOUND"))
                .volume()
                .orElseThrow();

        // When
        var older = decide(refused, claims, facts(Scenes.plugin("unix:///p", true, true, 6), false));

        // Then
        assertThat(older.call()).contains(new Operation.Publish(N1));
    }

    @Test
    @DisplayName(
            "Of several calls that may be made the one that has waited longest is made, and nothing else is looked at")
    void longestWaitingFirst() {
        // Given
        Volume two = created().with(detaching(N1, NOW.minusSeconds(1))).with(detaching(N2, NOW.minusSeconds(2)));
        Volume never = two.with(PublicationSample.on(N3, State.PENDING_UNPUBLISH)
                .attachment(Attachment.UNCERTAIN)
                .done());

        // Then
        assertThat(decide(two, List.of(), FACTS).call()).contains(new Operation.Unpublish(N2));
        assertThat(decide(two, List.of(), FACTS).next()).isEmpty();
        assertThat(decide(never, List.of(), FACTS).call()).contains(new Operation.Unpublish(N3));
    }

    @Test
    @DisplayName("While all calls pause the next look is at the earliest")
    void theEarliestIsNext() {
        // Given
        Volume two = created().with(detaching(N1, NOW.plusSeconds(20))).with(detaching(N2, NOW.plusSeconds(10)));

        // When
        var outcome = decide(two, List.of(), FACTS);

        // Then
        assertThat(outcome.call()).isEmpty();
        assertThat(outcome.next()).contains(NOW.plusSeconds(10));
    }

    @Test
    @DisplayName("While one call may be made and another one pauses, the end of the pause is known, because the first"
            + " one may find no permit")
    void oneNowAndOneLater() {
        // Given
        Volume two = created().with(detaching(N1, NOW.minusSeconds(1))).with(detaching(N2, NOW.plusSeconds(10)));

        // When
        var outcome = decide(two, List.of(), FACTS);

        // Then
        assertThat(outcome.call()).contains(new Operation.Unpublish(N1));
        assertThat(outcome.next()).contains(NOW.plusSeconds(10));
    }

    @Test
    @DisplayName("While a call is under way nothing else is called, and the next look is when its time is over")
    void oneCallAtATime() {
        // Given
        Volume calling = intend(accepted(), new Operation.Create());

        // When
        var outcome = decide(calling, List.of(), FACTS);

        // Then
        assertThat(outcome.call()).isEmpty();
        assertThat(outcome.next()).contains(calling.call().orElseThrow().token().until());
    }

    @Test
    @DisplayName("Every wait is between the backoff's floor and its ceiling, at any attempt")
    void aBackoffHasBounds() {
        for (double jitter : new double[] {0, 0.5, 0.999}) {
            DecisionContext decision = new DecisionContext(NOW, jitter);
            Retry retry = new Retry(Integer.MAX_VALUE - 1, Optional.empty(), "", OptionalLong.empty(), false)
                    .afterBackoff("lost", decision.now(), POLICY, decision.jitter());
            Duration pause = Duration.between(DRAWS.now(), retry.notBefore().orElseThrow());
            assertThat(pause)
                    .isBetween(POLICY.backoff().floor(), POLICY.backoff().ceiling());
        }
    }

    private static Publication detaching(NodeName node, Instant notBefore) {
        return PublicationSample.on(node, State.PENDING_UNPUBLISH)
                .attachment(Attachment.UNCERTAIN)
                .retry(new Retry(1, Optional.of(notBefore), "lost", OptionalLong.empty(), false))
                .done();
    }
}

package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.NOW;
import static io.hawser.volume.lifecycle.Scenes.POLICY;
import static io.hawser.volume.lifecycle.Scenes.granted;
import static io.hawser.volume.lifecycle.Scenes.published;
import static io.hawser.volume.lifecycle.Scenes.reporting;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.Revisions;
import io.hawser.v1.MountReport;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.lifecycle.Publication.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Generations never go back: nodes ignore what is older than what they have taken over. */
class GenerationTest {
    private static final List<Claim> HELD = List.of(granted("a", N1));
    private static final List<Claim> OVER = List.of(granted("a", N1).releasing());

    @Test
    @DisplayName("A clock that steps back draws no older generation, neither for a node that has one nor for another")
    void theClockStepsBack() {
        // Given
        Volume volume = published(HELD).volume().orElseThrow();
        long last = volume.publications().get(N1).generation();

        // When
        var released = at(NOW.minus(Duration.ofDays(30)), volume, OVER);
        var forgotten = at(NOW.minus(Duration.ofDays(30)), volume.without(N1), List.of(granted("b", N2)));

        // Then
        assertThat(released.volume().orElseThrow().publications().get(N1).generation())
                .isEqualTo(last + 1);
        assertThat(volume.without(N1).generation()).isEqualTo(last);
        assertThat(forgotten.volume().orElseThrow().generation()).isEqualTo(last);
        assertThat(new DecisionContext(NOW.minusSeconds(60), 0).above(last).generation())
                .isEqualTo(last + 1);
    }

    @Test
    @DisplayName("A node that has taken over a higher generation is told the same again above it")
    void aHigherReportDrawsAnew() {
        // Given
        Volume volume = published(HELD).volume().orElseThrow();
        long higher = volume.generation() + Duration.ofHours(23).toMillis() * 1000;

        // When
        var mounted = at(NOW, reporting(volume, report(higher)), HELD);
        Volume leaving = at(NOW, volume, OVER).volume().orElseThrow();
        var letGo = at(NOW, reporting(leaving, report(higher)), List.of());

        // Then
        Publication again = mounted.volume().orElseThrow().publications().get(N1);
        assertThat(again.generation()).isEqualTo(higher + 1);
        assertThat(again.state()).isEqualTo(State.PUBLISHED);
        assertThat(again.assigned()).containsExactly(new TargetId("a.0"));
        assertThat(mounted.effects()).singleElement().satisfies(effect -> {
            Effect.Assign announced = (Effect.Assign) effect;
            assertThat(announced.nothing()).isFalse();
            assertThat(announced.publication().generation()).isEqualTo(higher + 1);
            assertThat(announced.targets()).extracting(Claim::targetId).containsExactly(new TargetId("a.0"));
        });
        Publication nothing = letGo.volume().orElseThrow().publications().get(N1);
        assertThat(nothing.generation()).isEqualTo(higher + 1);
        assertThat(letGo.effects()).singleElement().satisfies(effect -> assertThat(((Effect.Assign) effect).nothing())
                .isTrue());
    }

    @Test
    @DisplayName("An unconfirmed detach is told again above what the node has taken over, too")
    void aDebtIsToldAgain() {
        // Given
        Volume unconfirmed = UnconfirmedDetachTest.unconfirmed();

        // When
        var again = at(NOW, reporting(unconfirmed, report(unconfirmed.generation() + 5)), List.of());

        // Then
        assertThat(again.volume().orElseThrow().publications().get(N1).generation())
                .isEqualTo(unconfirmed.generation() + 6);
    }

    @Test
    @DisplayName("A generation more than a day ahead is not believed: it draws nothing, frees nothing, and is told")
    void aGenerationThatNobodyDrew() {
        // Given
        Volume volume = published(HELD).volume().orElseThrow();
        long day = Revisions.next(0, NOW.plus(Duration.ofDays(1)));
        Volume shared =
                published(List.of(granted("a", N1), granted("b", N1))).volume().orElseThrow();
        var shrunk = at(NOW, shared, List.of(granted("a", N1), granted("b", N1).releasing()));

        // When
        var absurd = at(NOW, reporting(volume, report(day + 1)), HELD);
        var last = at(NOW, reporting(volume, report(day)), HELD);
        var frees = at(NOW, reporting(shrunk.volume().orElseThrow(), report(Long.MAX_VALUE)), shrunk.claims());

        // Then
        assertThat(absurd.effects()).isEmpty();
        assertThat(absurd.volume().orElseThrow().generation()).isEqualTo(volume.generation());
        assertThat(last.volume().orElseThrow().generation()).isEqualTo(day + 1);
        assertThat(frees.claims()).hasSize(2);
        assertThat(conditions(absurd)).extracting(Conditions.Condition::type).contains(ConditionType.GENERATION_AHEAD);
        assertThat(conditions(last))
                .extracting(Conditions.Condition::type)
                .doesNotContain(ConditionType.GENERATION_AHEAD);
    }

    @Test
    @DisplayName("A generation that was drawn while the clock was ahead is believed after the clock is corrected")
    void drawnWhileTheClockWasAhead() {
        // Given
        List<Claim> claims = List.of(granted("a", N1), granted("b", N1).releasing());
        Volume shared =
                published(List.of(granted("a", N1), granted("b", N1))).volume().orElseThrow();
        var ahead = at(NOW.plus(Duration.ofDays(3)), shared, claims);
        Volume drawn = ahead.volume().orElseThrow();
        Volume corrected = at(NOW, drawn, ahead.claims()).volume().orElseThrow();

        // When
        var answered = at(NOW, reporting(corrected, report(drawn.generation())), ahead.claims());
        var absurd = at(NOW, reporting(corrected, report(drawn.generation() + 1)), ahead.claims());

        // Then
        assertThat(drawn.generation()).isGreaterThan(Revisions.next(0, NOW.plus(Duration.ofDays(2))));
        assertThat(answered.claims()).extracting(claim -> claim.task().value()).containsExactly("a");
        assertThat(conditions(answered, NOW.plusSeconds(60)))
                .extracting(Conditions.Condition::type)
                .doesNotContain(ConditionType.GENERATION_AHEAD, ConditionType.NODE_SILENT);
        assertThat(absurd.claims()).hasSize(2);
        assertThat(conditions(absurd)).extracting(Conditions.Condition::type).contains(ConditionType.GENERATION_AHEAD);
    }

    @Test
    @DisplayName("An orphaned mount is told to let go above its own generation, unless nobody can have drawn that")
    void aboveAReport() {
        long now = Revisions.next(0, NOW);
        assertThat(new DecisionContext(NOW, 0).generationAbove(report(now + 7).build()))
                .isEqualTo(now + 8);
        assertThat(new DecisionContext(NOW, 0)
                        .generationAbove(report(Long.MAX_VALUE).build()))
                .isEqualTo(now);
        long last = Revisions.next(0, NOW.plus(Duration.ofDays(1)));
        assertThat(new DecisionContext(NOW, 0).generationAbove(report(last).build()))
                .isEqualTo(last + 1);
        assertThat(new DecisionContext(NOW, 0, now + 9)
                        .generationAbove(report(3).build()))
                .isEqualTo(now + 10);
    }

    private static Reconciliation.Outcome at(Instant when, Volume volume, List<Claim> claims) {
        return Reconciliation.of(
                new Reconciliation.Input(volume, claims, FACTS, Optional.empty()),
                POLICY,
                new DecisionContext(when, 0.5));
    }

    private static List<Conditions.Condition> conditions(Reconciliation.Outcome outcome) {
        return conditions(outcome, NOW);
    }

    private static List<Conditions.Condition> conditions(Reconciliation.Outcome outcome, Instant when) {
        return Conditions.of(
                new Conditions.Input(
                        outcome.volume().orElseThrow(), outcome.claims(), FACTS, Optional.empty(), Optional.empty()),
                when);
    }

    private static MountReport.Builder report(long generation) {
        return MountReport.newBuilder().setNode("n1").setGeneration(generation).setRevision(1);
    }
}

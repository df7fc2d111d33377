package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
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
import static io.hawser.volume.lifecycle.Scenes.published;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.volume.lifecycle.Publication.State;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is not known of a call's effect, from before it to its end. */
class UncertainTest {
    private static final Volume.Removal REMOVAL = new Volume.Removal(false, "cmd", Optional.of(""));
    private static final VolumeInputs ATTACHES_NO_MORE = facts(Scenes.plugin("unix:///p", true, false, 7), false);

    @Test
    @DisplayName("A volume whose first create was refused is removed without a call: it is certainly not there")
    void aRefusedFirstCreateLeavesNothing() {
        // Given
        Volume refused = end(
                        intend(accepted(), new Operation.Create()), List.of(), FACTS, new CallOutcome.Rejected("no"))
                .volume()
                .orElseThrow();

        // When
        var removed = decide(refused.removing(REMOVAL), List.of(), FACTS);

        // Then
        assertThat(refused.provision().uncertain()).isFalse();
        assertThat(removed.volume()).isEmpty();
        assertThat(removed.call()).isEmpty();
        assertThat(removed.effects()).contains(Scenes.removed("cmd", "it was never created"));
    }

    @Test
    @DisplayName("An intended call is uncertain until it ends, a first one was not uncertain before")
    void anIntentIsUncertain() {
        // When
        Volume calling = intend(publishing(), new Operation.Publish(N1));

        // Then
        assertThat(calling.publications().get(N1).uncertain()).isTrue();
        assertThat(calling.publications().get(N1).attempted()).isTrue();
        assertThat(calling.call().orElseThrow().uncertainBefore()).isFalse();
        assertThat(intend(calling, new Operation.Publish(N1))
                        .call()
                        .orElseThrow()
                        .uncertainBefore())
                .isTrue();
    }

    @Test
    @DisplayName(
            "An attach uncertain that is withdrawn is undone by a call, even where the plugin attaches nothing by now")
    void anUncertainAttachIsUndoneByACall() {
        // Given
        Volume uncertain = end(
                        intend(publishing(), new Operation.Publish(N1)),
                        List.of(granted("a", N1)),
                        FACTS,
                        new CallOutcome.Uncertain("lost"))
                .volume()
                .orElseThrow();

        // When
        var withdrawn = decide(uncertain, List.of(granted("a", N1).releasing()), ATTACHES_NO_MORE);
        var again = decide(withdrawn.volume().orElseThrow(), List.of(), ATTACHES_NO_MORE);

        // Then
        assertThat(uncertain.publications().get(N1).uncertain()).isTrue();
        assertThat(withdrawn.volume().orElseThrow().publications().get(N1).state())
                .isEqualTo(State.PENDING_UNPUBLISH);
        assertThat(withdrawn.call()).contains(new Operation.Unpublish(N1));
        assertThat(again.volume().orElseThrow().publications()).containsKey(N1);
        assertThat(again.call()).contains(new Operation.Unpublish(N1));
    }

    @Test
    @DisplayName("An attach that is certain needs no call to undo where the plugin attaches nothing by now")
    void aCertainDetachNeedsNoCall() {
        // Given
        Volume leaving = created().with(Publication.begin(N1, "csi-n1").unpublishing());

        // When
        var outcome = decide(leaving, List.of(), ATTACHES_NO_MORE);

        // Then
        assertThat(outcome.volume().orElseThrow().publications()).isEmpty();
        assertThat(outcome.call()).isEmpty();
    }

    @Test
    @DisplayName("A refusal ends no uncertainty of an earlier attach; of a first attach it leaves none")
    void aRefusedAttachStaysUncertainIfItWas() {
        // Given
        List<Claim> claims = List.of(granted("a", N1));
        Volume uncertain = end(
                        intend(publishing(), new Operation.Publish(N1)),
                        claims,
                        FACTS,
                        new CallOutcome.Uncertain("lost"))
                .volume()
                .orElseThrow();

        // When
        var again = end(intend(uncertain, new Operation.Publish(N1)), claims, FACTS, new CallOutcome.Rejected("no"));
        var first = end(intend(publishing(), new Operation.Publish(N1)), claims, FACTS, new CallOutcome.Rejected("no"));

        // Then
        assertThat(again.volume().orElseThrow().publications().get(N1).uncertain())
                .isTrue();
        assertThat(first.volume().orElseThrow().publications().get(N1).uncertain())
                .isFalse();
    }

    @Test
    @DisplayName("An attach that is done has no uncertainty left, however often it was uncertain before")
    void doneEndsTheUncertainty() {
        // Given
        List<Claim> claims = List.of(granted("a", N1));
        Volume uncertain = end(
                        intend(publishing(), new Operation.Publish(N1)),
                        claims,
                        FACTS,
                        new CallOutcome.Uncertain("lost"))
                .volume()
                .orElseThrow();

        // When
        var done = end(
                intend(uncertain, new Operation.Publish(N1)),
                claims,
                FACTS,
                new CallOutcome.Published(new Operation.Publish(N1), Map.of("d", "1")));

        // Then
        Publication publication = done.volume().orElseThrow().publications().get(N1);
        assertThat(publication.uncertain()).isFalse();
        assertThat(publication.retry()).isEqualTo(Retry.NONE);
    }

    @Test
    @DisplayName("A deletion that is refused leaves no uncertainty: the volume is still there; one uncertain before "
            + "stays so")
    void aRefusedDeletionLeavesNothingUncertain() {
        // Given
        Volume removing = created().removing(REMOVAL);
        Volume uncertain = end(
                        intend(removing, new Operation.Delete()), List.of(), FACTS, new CallOutcome.Uncertain("lost"))
                .volume()
                .orElseThrow();

        // When
        var refused = end(intend(removing, new Operation.Delete()), List.of(), FACTS, new CallOutcome.Rejected("no"));
        var again = end(intend(uncertain, new Operation.Delete()), List.of(), FACTS, new CallOutcome.Rejected("no"));

        // Then
        assertThat(refused.volume().orElseThrow().provision().uncertain()).isFalse();
        assertThat(refused.next()).contains(NOW.plus(Scenes.POLICY.rejectedInterval()));
        assertThat(uncertain.provision().uncertain()).isTrue();
        assertThat(again.volume().orElseThrow().provision().uncertain()).isTrue();
    }

    @Test
    @DisplayName("An attach that ends after it was withdrawn stays on its way out, certainly attached: it is detached")
    void aWithdrawnAttachThatIsDoneIsDetached() {
        // Given
        Volume calling = intend(publishing(), new Operation.Publish(N1));
        var withdrawn = decide(calling, List.of(granted("a", N1).releasing()), FACTS);

        // When
        var done = end(
                withdrawn.volume().orElseThrow(),
                List.of(),
                FACTS,
                new CallOutcome.Published(new Operation.Publish(N1), Map.of("dev", "sda")));

        // Then
        assertThat(withdrawn.call()).isEmpty();
        Publication publication = done.volume().orElseThrow().publications().get(N1);
        assertThat(publication.state()).isEqualTo(State.PENDING_UNPUBLISH);
        assertThat(publication.uncertain()).isFalse();
        assertThat(done.call()).contains(new Operation.Unpublish(N1));
        assertThat(done.effects()).noneMatch(Effect.Assign.class::isInstance);
    }

    @Test
    @DisplayName("A detach whose outcome is uncertain is made again after the backoff, and keeps the record uncertain")
    void anUncertainDetachIsMadeAgain() {
        // Given
        Volume leaving = published(List.of(granted("a", N1))).volume().orElseThrow();
        leaving = leaving.with(leaving.publications().get(N1).nodeUnpublishing().unpublishing());

        // When
        var outcome =
                end(intend(leaving, new Operation.Unpublish(N1)), List.of(), FACTS, new CallOutcome.Uncertain("lost"));

        // Then
        Publication publication = outcome.volume().orElseThrow().publications().get(N1);
        assertThat(publication.uncertain()).isTrue();
        assertThat(outcome.call()).isEmpty();
        assertThat(outcome.next().orElseThrow()).isAfter(NOW);
    }

    @Test
    @DisplayName("An attach whose outcome is uncertain is made again after the backoff, and no other call before")
    void anUncertainAttachIsMadeAgain() {
        // Given
        List<Claim> held = List.of(granted("a", N1));

        // When
        var outcome =
                end(intend(publishing(), new Operation.Publish(N1)), held, FACTS, new CallOutcome.Uncertain("lost"));
        Volume unsure = outcome.volume().orElseThrow();
        Instant again = outcome.next().orElseThrow();

        // Then
        assertThat(unsure.publications().get(N1).uncertain()).isTrue();
        assertThat(outcome.call()).isEmpty();
        assertThat(at(again.minusMillis(1), unsure, held).call()).isEmpty();
        assertThat(at(again, unsure, held).call()).contains(new Operation.Publish(N1));
    }

    private static Reconciliation.Outcome at(Instant now, Volume volume, List<Claim> claims) {
        return Reconciliation.of(
                new Reconciliation.Input(volume, claims, FACTS, Optional.empty()),
                POLICY,
                new DecisionContext(now, 0.5));
    }

    private static Volume publishing() {
        return decide(created(), List.of(granted("a", N1)), FACTS).volume().orElseThrow();
    }
}

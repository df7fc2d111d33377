package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.NOW;
import static io.hawser.volume.lifecycle.Scenes.PLUGIN;
import static io.hawser.volume.lifecycle.Scenes.POLICY;
import static io.hawser.volume.lifecycle.Scenes.created;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.end;
import static io.hawser.volume.lifecycle.Scenes.facts;
import static io.hawser.volume.lifecycle.Scenes.granted;
import static io.hawser.volume.lifecycle.Scenes.intend;
import static io.hawser.volume.lifecycle.Scenes.published;
import static io.hawser.volume.lifecycle.Scenes.reporting;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.MountReport;
import io.hawser.volume.lifecycle.Publication.State;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an operator can do where a plugin is gone for good. */
class WayOutTest {
    private static final Volume.Removal FORCED = new Volume.Removal(true, "cmd", Optional.of(""));
    private static final VolumeInputs GONE = facts(Scenes.plugin("", true, true, 7), false);
    private static final List<Claim> OVER = List.of(granted("a", N1).releasing());

    @Test
    @DisplayName("Without a controller a forced removal ends an attachment that no node uses, and the answer names it")
    void forceEndsWhatThePluginCannot() {
        // Given
        Volume leaving = letGo(
                published(List.of(granted("a", N1))).volume().orElseThrow().removing(FORCED));

        // When
        var soon = at(NOW.plusSeconds(9), leaving, GONE);
        var then = at(NOW.plusSeconds(10), leaving, GONE);

        // Then
        assertThat(soon.volume().orElseThrow().publications()).containsKey(N1);
        assertThat(then.volume()).isEmpty();
        assertThat(then.effects())
                .contains(
                        new Effect.Unassign(N1),
                        Scenes.removed(
                                "cmd",
                                "the record is gone, the backing storage is kept; it is perhaps still attached to n1"));
    }

    @Test
    @DisplayName("A plugin that does not detach is asked once; without force it is asked for ever")
    void forceAsksOnce() {
        // Given
        Volume volume = letGo(published(List.of(granted("a", N1))).volume().orElseThrow());
        Volume plain = volume.removing(new Volume.Removal(false, "cmd", Optional.of("")));

        // When
        var asked = decide(volume.removing(FORCED), List.of(), FACTS);
        Volume calling = intend(asked.volume().orElseThrow(), asked.call().orElseThrow());
        var refused = end(calling, List.of(), FACTS, new CallOutcome.Rejected("no"));
        var patient = end(intend(plain, new Operation.Unpublish(N1)), List.of(), FACTS, new CallOutcome.Rejected("no"));
        var underWay = decide(calling, List.of(), FACTS);

        // Then
        assertThat(asked.call()).contains(new Operation.Unpublish(N1));
        assertThat(refused.volume()).isEmpty();
        assertThat(patient.volume().orElseThrow().publications()).containsKey(N1);
        assertThat(underWay.volume().orElseThrow().publications()).containsKey(N1);
    }

    @Test
    @DisplayName("Force waits for a node that has not let go, and takes a fenced one as it is")
    void forceDoesNotPull() {
        // Given
        Volume volume =
                published(List.of(granted("a", N1))).volume().orElseThrow().removing(FORCED);
        Volume asked = decide(volume, List.of(granted("a", N1)), GONE).volume().orElseThrow();

        // When
        var waits = at(NOW.plusSeconds(3600), asked, GONE);
        Volume fenced = at(NOW.plusSeconds(3600), asked, facts(Scenes.plugin("", true, true, 7), true))
                .volume()
                .orElseThrow();
        var goes = at(NOW.plusSeconds(3610), fenced, facts(Scenes.plugin("", true, true, 7), true));

        // Then
        assertThat(waits.volume().orElseThrow().publications().get(N1).state()).isEqualTo(State.PENDING_NODE_UNPUBLISH);
        assertThat(fenced.publications().get(N1).state()).isEqualTo(State.PENDING_UNPUBLISH);
        assertThat(goes.volume()).isEmpty();
        assertThat(goes.effects())
                .contains(Scenes.removed(
                        "cmd", "the record is gone, the backing storage is kept; it is perhaps still attached to n1"));
    }

    @Test
    @DisplayName("A node is told to forget under a new generation, and its word answers the command")
    void aNodeForgets() {
        // Given
        Volume leaving = decide(published(List.of(granted("a", N1))).volume().orElseThrow(), OVER, FACTS)
                .volume()
                .orElseThrow();
        Publication asked = leaving.publications().get(N1).forgetting("f");

        // When
        var announced = decide(leaving.with(asked), OVER, FACTS);
        Publication now = announced.volume().orElseThrow().publications().get(N1);
        var again = decide(announced.volume().orElseThrow(), announced.claims(), FACTS);
        var forgotten = decide(
                reporting(
                        announced.volume().orElseThrow(),
                        report(now.generation()).setNothingLeft(true)),
                announced.claims(),
                FACTS);

        // Then
        assertThat(now.generation()).isGreaterThan(asked.generation());
        assertThat(now.forget().announced()).isTrue();
        assertThat(announced.effects()).singleElement().satisfies(effect -> {
            Effect.Assign assigned = (Effect.Assign) effect;
            assertThat(assigned.nothing()).isTrue();
            assertThat(assigned.publication().forget().announced()).isTrue();
            assertThat(assigned.publication().generation()).isEqualTo(now.generation());
        });
        assertThat(again.effects()).isEmpty();
        assertThat(forgotten.effects()).contains(Scenes.forgotten("f", "the node has nothing of it any more"));
        assertThat(forgotten.volume().orElseThrow().publications().get(N1).forget())
                .isEqualTo(Forget.NO);
        assertThat(forgotten.call()).contains(new Operation.Unpublish(N1));
    }

    @Test
    @DisplayName("An unconfirmed detach can be forgotten, too; a volume that goes answers who asked for it")
    void aDebtIsForgotten() {
        // Given
        Volume unconfirmed = UnconfirmedDetachTest.unconfirmed();
        Volume asked = unconfirmed.with(unconfirmed.publications().get(N1).forgetting("f"));

        // When
        var announced = decide(asked, List.of(), FACTS);
        long generation =
                announced.volume().orElseThrow().publications().get(N1).generation();
        var confirmed = decide(
                reporting(announced.volume().orElseThrow(), report(generation).setNothingLeft(true)), List.of(), FACTS);
        var gone = end(
                intend(asked.removing(new Volume.Removal(false, "cmd", Optional.of(""))), new Operation.Delete()),
                List.of(),
                facts(PLUGIN, true),
                new CallOutcome.Deleted(new Operation.Delete()));

        // Then
        assertThat(generation).isGreaterThan(unconfirmed.generation());
        assertThat(confirmed.effects()).contains(Scenes.forgotten("f", "the node has nothing of it any more"));
        assertThat(gone.effects()).contains(Scenes.forgotten("f", "the volume is gone"));
    }

    @Test
    @DisplayName(
            "A node whose fence was taken back before the detach answers the command, too, while the plugin is gone:"
                    + " no call is waited for")
    void isForgottenWithoutAController() {
        // Given
        VolumeInputs fenced = facts(Scenes.plugin("", true, true, 7), true);
        Volume unfenced = decide(published(List.of(granted("a", N1))).volume().orElseThrow(), OVER, fenced)
                .volume()
                .orElseThrow();
        Volume asked = unfenced.with(unfenced.publications().get(N1).forgetting("f"));

        // When
        var announced = decide(asked, List.of(), GONE);
        long generation =
                announced.volume().orElseThrow().publications().get(N1).generation();
        var forgotten = decide(
                reporting(announced.volume().orElseThrow(), report(generation).setNothingLeft(true)), List.of(), GONE);
        Volume left = forgotten.volume().orElseThrow();

        // Then
        assertThat(unfenced.publications().get(N1).state()).isEqualTo(State.PENDING_UNPUBLISH);
        assertThat(forgotten.effects()).contains(Scenes.forgotten("f", "the node has nothing of it any more"));
        assertThat(forgotten.call()).isEmpty();
        assertThat(left.publications().get(N1).state()).isEqualTo(State.PENDING_UNPUBLISH);
        assertThat(decide(left, List.of(), FACTS).call()).contains(new Operation.Unpublish(N1));
    }

    @Test
    @DisplayName("A command whose publication a lost life began anew is answered by what becomes of that")
    void isForgottenOrUsedAgain() {
        // Given
        Publication asked = LostLife.leaving(State.UNCONFIRMED_DETACH).forgetting("f");
        Publication again = LaterLife.afterReport(asked, LostLife.mounted(LostLife.GENERATION + 1), Scenes.DRAWS)
                .orElseThrow();

        // When
        var used = decide(created().with(again), List.of(granted("a", N1)), Scenes.mountedOnN1(false));
        var leaving = decide(created().with(again), List.of(), Scenes.mountedOnN1(false));

        // Then
        assertThat(used.effects()).contains(Scenes.forgotten("f", "the volume is in use there again"));
        assertThat(leaving.volume().orElseThrow().publications().get(N1).forget())
                .isEqualTo(new Forget("f", true, ""));
    }

    @Test
    @Tag("swarmkit-X-12")
    @DisplayName("What a plugin that attached nothing published on a node without an id is let go without a call")
    void nothingIsDetachedUnderAnEmptyId() {
        // Given
        Publication leaving = Publication.begin(N1, "").unpublishing();

        // When
        var outcome = decide(created().with(leaving), List.of(), FACTS);

        // Then
        assertThat(outcome.call()).isEmpty();
        assertThat(outcome.volume().orElseThrow().publications()).isEmpty();
    }

    @Test
    @DisplayName("An attach that lacks a place is tried again soon, and at once when the volume is detached elsewhere")
    void whatPassesIsTriedSoon() {
        // Given
        List<Claim> claims = List.of(granted("a", N1));
        Volume begun = decide(created(), claims, FACTS).volume().orElseThrow();
        Volume elsewhere = begun.with(Publication.begin(N2, "csi-n2").unpublishing());

        // When
        var busy = end(
                intend(begun, new Operation.Publish(N1)),
                claims,
                FACTS,
                new CallOutcome.Rejected("no place", CallOutcome.Cause.NO_PLACE));
        Volume waiting = end(
                        intend(elsewhere, new Operation.Publish(N1)),
                        claims,
                        FACTS,
                        new CallOutcome.Rejected("in use", CallOutcome.Cause.ATTACHED_ELSEWHERE))
                .volume()
                .orElseThrow();
        var detached = end(
                intend(waiting, new Operation.Unpublish(N2)),
                claims,
                FACTS,
                new CallOutcome.Unpublished(new Operation.Unpublish(N2)));

        // Then
        assertThat(busy.volume().orElseThrow().publications().get(N1).uncertain())
                .isFalse();
        assertThat(busy.next().orElseThrow()).isBetween(NOW, NOW.plusSeconds(1));
        assertThat(decide(busy.volume().orElseThrow(), claims, facts(Scenes.plugin("e", true, true, 8), false))
                        .call())
                .contains(new Operation.Publish(N1));
        assertThat(detached.call()).contains(new Operation.Publish(N1));
        assertThat(detached.volume()
                        .orElseThrow()
                        .publications()
                        .get(N1)
                        .retry()
                        .attempt())
                .isEqualTo(1);
    }

    @Test
    @DisplayName("A call that was not sent leaves no uncertainty, and is tried again soon")
    void whatWasNotSent() {
        // Given
        List<Claim> claims = List.of(granted("a", N1));
        Volume begun = decide(created(), claims, FACTS).volume().orElseThrow();
        Volume leaving = letGo(published(claims).volume().orElseThrow());
        CallOutcome notSent = new CallOutcome.NotSent("no secret");

        // When
        var create = end(intend(Scenes.accepted(), new Operation.Create()), List.of(), FACTS, notSent);
        var delete = end(
                intend(created().removing(new Volume.Removal(false, "cmd", Optional.of(""))), new Operation.Delete()),
                List.of(),
                FACTS,
                notSent);
        var publish = end(intend(begun, new Operation.Publish(N1)), claims, FACTS, notSent);
        var unpublish = end(intend(leaving, new Operation.Unpublish(N1)), List.of(), FACTS, notSent);

        // Then
        assertThat(List.of(create, delete, publish, unpublish)).allSatisfy(outcome -> {
            assertThat(outcome.next().orElseThrow()).isBetween(NOW, NOW.plusSeconds(1));
            assertThat(outcome.effects())
                    .anyMatch(effect -> effect instanceof Effect.RecordEvent happened
                            && happened.reason().equals("NotSent")
                            && happened.message().equals("no secret"));
        });
        assertThat(create.volume().orElseThrow().provision().uncertain()).isFalse();
        assertThat(delete.volume().orElseThrow().provision().uncertain()).isFalse();
        assertThat(publish.volume().orElseThrow().publications().get(N1).uncertain())
                .isFalse();
        assertThat(unpublish.volume().orElseThrow().publications().get(N1).uncertain())
                .isFalse();
    }

    /** On its way to the controller's detach: the node has nothing. */
    private static Volume letGo(Volume volume) {
        var asked = decide(volume, OVER, FACTS);
        long generation = asked.volume().orElseThrow().publications().get(N1).generation();
        return decide(
                        reporting(
                                asked.volume().orElseThrow(), report(generation).setNothingLeft(true)),
                        asked.claims(),
                        FACTS)
                .volume()
                .orElseThrow();
    }

    private static Reconciliation.Outcome at(Instant when, Volume volume, VolumeInputs inputs) {
        return Reconciliation.of(
                new Reconciliation.Input(volume, List.of(), inputs, Optional.empty()),
                POLICY,
                new DecisionContext(when, 0.5));
    }

    private static MountReport.Builder report(long generation) {
        return MountReport.newBuilder().setNode("n1").setGeneration(generation).setRevision(1);
    }
}

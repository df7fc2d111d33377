package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.lifecycle.LostLife.GENERATION;
import static io.hawser.volume.lifecycle.LostLife.leaving;
import static io.hawser.volume.lifecycle.LostLife.mounted;
import static io.hawser.volume.lifecycle.LostLife.nothingLeft;
import static io.hawser.volume.lifecycle.LostLife.published;
import static io.hawser.volume.lifecycle.Scenes.DRAWS;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.MountReport;
import io.hawser.volume.lifecycle.Publication.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is decided of a publication after a later life of the database was seen to have overtaken it. */
class OvertakenPublicationTest {
    @Test
    @DisplayName("A claim behind \"nothing left\" has the volume attached again: a lost life perhaps detached it")
    void wantedBehindNothingLeft() {
        // Given: the backup was taken between the node's word and the decision on it.
        Volume volume = Scenes.created()
                .with(published().nodeUnpublishing().forgetting("cmd").reporting(nothingLeft(GENERATION)));
        List<Claim> claims = List.of(Scenes.granted("u", N1));
        VolumeInputs attachesNothing = Scenes.facts(Scenes.plugin("unix:///p.sock", true, false, 7), false);

        // When
        Reconciliation.Outcome attaches = Scenes.decide(volume, claims, Scenes.FACTS);
        Reconciliation.Outcome assigns = Scenes.decide(volume, claims, attachesNothing);

        // Then
        assertThat(attaches.call()).contains(new Operation.Publish(N1));
        assertThat(attaches.volume().orElseThrow().publications().get(N1).generation())
                .isEqualTo(GENERATION);
        assertThat(attaches.effects()).contains(Scenes.forgotten("cmd", "the volume is in use there again"));
        assertThat(assigned(attaches)).isEmpty();
        assertThat(assigns.call()).isEmpty();
        assertThat(assigned(assigns)).hasSize(1);
    }

    @Test
    @DisplayName("The first assignment to a node that has the volume mounted of a lost life is one that the node takes,"
            + " whatever the clock says")
    void aboveWhatTheNodeTook() {
        // Given
        long taken = DRAWS.latestGeneration() - 1;
        Publication leaving = Publication.begin(N1, "csi-n1").intended().unpublishing();
        VolumeInputs mounted =
                Scenes.inputs(Optional.of(Scenes.PLUGIN), Map.of(N1, Scenes.node(false, "csi-n1", true)), false);

        // When
        Publication begun =
                LaterLife.afterReport(leaving, mounted(taken), DRAWS).orElseThrow();
        Reconciliation.Outcome outcome = Scenes.decide(Scenes.created().with(begun), List.of(), mounted);

        // Then
        assertThat(assigned(outcome)).singleElement().satisfies(assign -> {
            assertThat(assign.nothing()).isTrue();
            assertThat(assign.publication().generation()).isGreaterThan(taken);
        });
    }

    @Test
    @DisplayName(
            "A claim has the volume attached again before the node gets an assignment, with the context of that attach")
    void attachedAgainBeforeItIsAssigned() {
        // Given
        Volume volume = overtaken(nothingLeft(GENERATION + 1));
        List<Claim> claims = List.of(Scenes.granted("t", N1));

        // When
        Reconciliation.Outcome begun = Scenes.decide(volume, claims, Scenes.FACTS);
        Volume calling =
                Scenes.intend(begun.volume().orElseThrow(), begun.call().orElseThrow());
        Reconciliation.Outcome attached = Scenes.end(
                calling,
                claims,
                Scenes.FACTS,
                new CallOutcome.Published(new Operation.Publish(N1), Map.of("dev", "sdb")));

        // Then
        assertThat(begun.call()).contains(new Operation.Publish(N1));
        assertThat(assigned(begun)).isEmpty();
        assertThat(assigned(attached)).singleElement().satisfies(assign -> {
            assertThat(assign.nothing()).isFalse();
            assertThat(assign.publication().generation()).isGreaterThan(GENERATION + 1);
            assertThat(assign.publication().publishContext()).containsEntry("dev", "sdb");
        });
    }

    @Test
    @DisplayName("Without a claim the node lets go first, though it said once that nothing is left: that may be over")
    void orphanedItLeavesByWayOfTheNode() {
        // When
        Reconciliation.Outcome outcome = Scenes.decide(overtaken(nothingLeft(GENERATION + 1)), List.of(), Scenes.FACTS);
        Volume leaving = outcome.volume().orElseThrow();
        long announced = leaving.publications().get(N1).generation();
        Reconciliation.Outcome let = Scenes.decide(
                Scenes.reporting(leaving, nothingLeft(announced).toBuilder().setRevision(9)), List.of(), Scenes.FACTS);

        // Then
        assertThat(outcome.call()).isEmpty();
        assertThat(leaving.publications().get(N1).state()).isEqualTo(State.PENDING_NODE_UNPUBLISH);
        assertThat(announced).isGreaterThan(GENERATION + 1);
        assertThat(assigned(outcome)).singleElement().satisfies(assign -> assertThat(assign.nothing())
                .isTrue());
        assertThat(let.call()).contains(new Operation.Unpublish(N1));
    }

    @Test
    @DisplayName(
            "A releasing claim is held while the node may have its target, until the node answers what it was told")
    void aReleasingClaimIsHeld() {
        // Given
        Claim granted = Scenes.granted("t", N1);
        Claim releasing = Scenes.granted("u", N1).releasing();
        Volume volume = overtaken(mounted(GENERATION + 1));

        // When
        Reconciliation.Outcome attaching = Scenes.decide(volume, List.of(granted, releasing), Scenes.FACTS);
        Volume calling =
                Scenes.intend(attaching.volume().orElseThrow(), attaching.call().orElseThrow());
        Reconciliation.Outcome attached = Scenes.end(
                calling,
                attaching.claims(),
                Scenes.FACTS,
                new CallOutcome.Published(new Operation.Publish(N1), Map.of()));
        Volume again = attached.volume().orElseThrow();
        MountReport.Builder answer =
                mounted(again.publications().get(N1).generation()).toBuilder().setRevision(9);
        Reconciliation.Outcome answered =
                Scenes.decide(Scenes.reporting(again, answer), attached.claims(), Scenes.FACTS);

        // Then
        assertThat(attaching.claims()).hasSize(2);
        assertThat(attached.claims()).hasSize(2);
        assertThat(answered.claims()).extracting(claim -> claim.task().value()).containsExactly("t");
    }

    @Test
    @DisplayName("After a report is deleted the node gets a new assignment, and a releasing claim waits for its report")
    void behindAReportThatIsGone() {
        // Given: the same task as before, and one that has ended.
        Volume volume = Scenes.created()
                .with(LaterLife.afterReportGone(published().reporting(mounted(GENERATION)))
                        .orElseThrow());
        List<Claim> claims =
                List.of(Scenes.granted("t", N1), Scenes.granted("u", N1).releasing());

        // When
        Reconciliation.Outcome attaching = Scenes.decide(volume, claims, Scenes.FACTS);
        Reconciliation.Outcome attached = Scenes.end(
                Scenes.intend(attaching.volume().orElseThrow(), attaching.call().orElseThrow()),
                attaching.claims(),
                Scenes.FACTS,
                new CallOutcome.Published(new Operation.Publish(N1), Map.of()));

        // Then
        assertThat(assigned(attached)).singleElement().satisfies(assign -> assertThat(
                        assign.publication().generation())
                .isGreaterThan(GENERATION));
        assertThat(attached.claims()).extracting(claim -> claim.task().value()).containsExactlyInAnyOrder("t", "u");
    }

    @Test
    @DisplayName("A node that is fenced while its attach is uncertain owes its word")
    void aFencedNodeOwesItsWord() {
        Reconciliation.Outcome outcome = Scenes.decide(
                overtaken(mounted(GENERATION + 1)),
                List.of(Scenes.granted("t", N1)),
                Scenes.facts(Scenes.PLUGIN, true));

        assertThat(outcome.volume().orElseThrow().publications().get(N1).unconfirmed())
                .isTrue();
        assertThat(outcome.call()).contains(new Operation.Unpublish(N1));
    }

    @Test
    @DisplayName("Who asked the node to forget the mount is answered when a claim has the volume attached again")
    void forgetIsAnswered() {
        // Given
        Volume volume = Scenes.created()
                .with(LaterLife.afterReport(
                                published().nodeUnpublishing().forgetting("cmd"), nothingLeft(GENERATION + 1), DRAWS)
                        .orElseThrow());

        // When
        Reconciliation.Outcome outcome = Scenes.decide(volume, List.of(Scenes.granted("t", N1)), Scenes.FACTS);

        // Then
        assertThat(outcome.effects()).contains(Scenes.forgotten("cmd", "the volume is in use there again"));
    }

    @Test
    @DisplayName("A mount on a node to which nothing was attached is forgotten, and nothing is called used again")
    void forgetOfWhatWasNeverAttached() {
        // Given
        Volume volume = Scenes.created().with(Publication.begin(N1, "csi-n1").forgetting("cmd"));

        // When
        Reconciliation.Outcome outcome = Scenes.decide(volume, List.of(), Scenes.FACTS);

        // Then
        assertThat(outcome.effects()).contains(Scenes.forgotten("cmd", "the node has nothing of it any more"));
    }

    @Test
    @DisplayName("What a plugin without controller publish never attached is not detached either")
    void nothingToDetach() {
        // Given
        Publication unconfirmed = Publication.begin(N1, "csi-n1")
                .assigned(GENERATION, Set.of())
                .fenced()
                .unconfirmedDetach();
        VolumeInputs inputs = Scenes.facts(Scenes.plugin("unix:///p.sock", true, false, 7), false);

        // When
        Publication again = LaterLife.afterReport(unconfirmed, mounted(GENERATION + 1), DRAWS)
                .orElseThrow();
        Reconciliation.Outcome outcome = Scenes.decide(Scenes.created().with(again), List.of(), inputs);

        // Then
        assertThat(outcome.call()).isEmpty();
        assertThat(outcome.volume().orElseThrow().publications()).isEmpty();
    }

    @Test
    @DisplayName(
            "A claim takes it over by a ControllerPublishVolume; without one the node lets go first, without a call")
    void aClaimTakesItOver() {
        // Given
        Volume volume = Scenes.created()
                .with(LaterLife.afterReport(leaving(State.PENDING_UNPUBLISH), mounted(GENERATION + 1), DRAWS)
                        .orElseThrow());

        // When
        Reconciliation.Outcome claimed =
                Scenes.decide(volume, List.of(Scenes.granted("t", N1)), Scenes.mountedOnN1(false));
        Reconciliation.Outcome orphaned = Scenes.decide(volume, List.of(), Scenes.mountedOnN1(false));

        // Then
        assertThat(claimed.call()).contains(new Operation.Publish(N1));
        assertThat(orphaned.call()).isEmpty();
        assertThat(orphaned.volume().orElseThrow().publications().get(N1).state())
                .isEqualTo(State.PENDING_NODE_UNPUBLISH);
        assertThat(orphaned.effects()).anySatisfy(effect -> assertThat(effect)
                .isInstanceOfSatisfying(Effect.Assign.class, assign -> assertThat(assign.nothing())
                        .isTrue()));
    }

    @Test
    @DisplayName("An assignment behind a lost life's is repeated above it, though the node has not answered that one")
    void behindAnAssignmentOfALostLife() {
        // Given
        Volume used = Scenes.created()
                .with(published().reporting(mounted(GENERATION)).afterLost(GENERATION + 1))
                .drawn(GENERATION + 1);
        List<Claim> claims =
                List.of(Scenes.granted("t", N1), Scenes.granted("u", N1).releasing());

        // When
        Reconciliation.Outcome repeated = Scenes.decide(used, claims, Scenes.FACTS);
        Reconciliation.Outcome settled =
                Scenes.decide(repeated.volume().orElseThrow(), repeated.claims(), Scenes.FACTS);

        // Then: what the lost life mounted for the task that ended is unknown.
        assertThat(assigned(repeated)).singleElement().satisfies(assign -> assertThat(
                        assign.publication().generation())
                .isGreaterThan(GENERATION + 1));
        assertThat(repeated.claims()).extracting(claim -> claim.task().value()).containsExactlyInAnyOrder("t", "u");
        assertThat(assigned(settled)).isEmpty();
    }

    @Test
    @DisplayName(
            "\"Nothing left\" from before a lost life's assignment lets nothing be detached, nor confirms a detach")
    void nothingLeftBeforeALostLifesAssignment() {
        // Given: the lost life had the volume mounted there again.
        MountReport before = nothingLeft(GENERATION);
        List<Publication> behind = List.of(
                published().nodeUnpublishing(),
                published().attachedAgain(),
                leaving(State.PENDING_UNPUBLISH),
                leaving(State.UNCONFIRMED_DETACH));

        for (Publication leaving : behind) {
            Volume volume = Scenes.created()
                    .with(leaving.reporting(before).afterLost(GENERATION + 1))
                    .drawn(GENERATION + 1);

            // When
            Reconciliation.Outcome outcome = Scenes.decide(volume, List.of(), Scenes.FACTS);
            Volume asked = outcome.volume().orElseThrow();
            Reconciliation.Outcome answered = Scenes.decide(
                    Scenes.reporting(
                            asked,
                            nothingLeft(asked.publications().get(N1).generation()).toBuilder()
                                    .setRevision(9)),
                    List.of(),
                    Scenes.FACTS);

            // Then
            assertThat(outcome.call()).as(leaving.state().name()).isEmpty();
            assertThat(assigned(outcome)).singleElement().satisfies(assign -> assertThat(assign.nothing())
                    .isTrue());
            assertThat(answered.call().isPresent()
                            || answered.volume().orElseThrow().publications().isEmpty())
                    .isTrue();
        }
    }

    @Test
    @DisplayName("A node that answered the lost life's last assignment is not asked again whether nothing is left")
    void answeredTheLostLife() {
        // Given
        Volume volume = Scenes.created()
                .with(leaving(State.PENDING_UNPUBLISH)
                        .reporting(nothingLeft(GENERATION))
                        .afterLost(GENERATION));

        // When
        Reconciliation.Outcome outcome = Scenes.decide(volume, List.of(), Scenes.FACTS);

        // Then
        assertThat(outcome.call()).contains(new Operation.Unpublish(N1));
        assertThat(assigned(outcome)).isEmpty();
    }

    private static List<Effect.Assign> assigned(Reconciliation.Outcome outcome) {
        return outcome.effects().stream()
                .filter(Effect.Assign.class::isInstance)
                .map(Effect.Assign.class::cast)
                .toList();
    }

    private static Volume overtaken(MountReport report) {
        return Scenes.created()
                .with(LaterLife.afterReport(published(), report, DRAWS).orElseThrow());
    }
}

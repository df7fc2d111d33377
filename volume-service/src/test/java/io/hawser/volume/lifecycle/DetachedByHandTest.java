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
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.ForgetMount;
import io.hawser.v1.PublicationState;
import io.hawser.v1.VolumeOnNode;
import io.hawser.volume.lifecycle.Publication.State;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An operator has detached at the storage system what the plugin does not detach, and the volume is kept. */
class DetachedByHandTest {
    private static final long GENERATION = LostLife.GENERATION;
    private static final VolumeInputs FENCED = facts(PLUGIN, true);
    private static final Operation.Unpublish DETACH = new Operation.Unpublish(N1);
    private static final CallOutcome.Rejected REFUSED = new CallOutcome.Rejected("no such node");
    private static final CallOutcome.Rejected BUSY =
            new CallOutcome.Rejected("in use", CallOutcome.Cause.ATTACHED_ELSEWHERE);
    private static final String BY_HAND = "the plugin is not asked to detach it any more";
    private static final String ENDED = "the attachment ended before this was acted on";
    private static final String BEGUN_AGAIN =
            "the volume may have been given to the node again since: the plugin is asked to detach it";

    @Test
    @DisplayName("The attachment ends without the plugin, and an attach that waited for that is due")
    void theAttachmentEnds() {
        // Given
        Publication waiting = Publication.begin(N2, "csi-n2").with(Retry.NONE.busy("in use", NOW, POLICY, 0.5, 7));
        Volume volume = created().with(refused().detachedByHand("d")).with(waiting);

        // When
        var ended = decide(volume, List.of(granted("b", N2)), FACTS);

        // Then
        assertThat(ended.volume().orElseThrow().publications()).containsOnlyKeys(N2);
        assertThat(ended.call()).contains(new Operation.Publish(N2));
        assertThat(ended.effects())
                .contains(
                        new Effect.RecordEvent(
                                "DetachedByHand",
                                N1,
                                "an operator says that it is detached from n1: the plugin is not asked any more"),
                        new Effect.Unassign(N1));
        assertThat(answers(ended)).containsExactly(Scenes.forgotten("d", BY_HAND));
    }

    @Test
    @DisplayName("A running call of the volume is waited for: its own ending counts if it is done")
    void aRunningCallIsWaitedFor() {
        // Given
        Volume calling = intend(created().with(refused().detachedByHand("d")), DETACH);
        Volume attaching = intend(
                created().with(refused().detachedByHand("d")).with(Publication.begin(N2, "csi-n2")),
                new Operation.Publish(N2));

        // When
        var underWay = decide(calling, List.of(), FACTS);
        var refusedAgain = end(calling, List.of(), FACTS, REFUSED);
        var done = end(calling, List.of(), FACTS, new CallOutcome.Unpublished(DETACH));
        var elsewhere = decide(attaching, List.of(granted("b", N2)), FACTS);
        var busyElsewhere = end(attaching, List.of(granted("b", N2)), FACTS, BUSY);

        // Then
        assertThat(List.of(underWay, elsewhere)).allSatisfy(outcome -> {
            assertThat(outcome.volume().orElseThrow().publications().get(N1).forget())
                    .isEqualTo(Forget.NO.detachedBy("d"));
            assertThat(answers(outcome)).isEmpty();
        });
        assertThat(List.of(refusedAgain, done))
                .allSatisfy(outcome -> assertThat(outcome.volume().orElseThrow().publications())
                        .isEmpty());
        assertThat(answers(refusedAgain)).containsExactly(Scenes.forgotten("d", BY_HAND));
        assertThat(answers(done)).containsExactly(Scenes.forgotten("d", ENDED));
        assertThat(busyElsewhere.call()).contains(new Operation.Publish(N2));
    }

    @Test
    @DisplayName("A node that only a fence made to lose the volume must be fenced, or report; it still owes its report")
    void anUnconfirmedDetach() {
        // Given
        Publication leaving = PublicationSample.on(N1, State.PENDING_UNPUBLISH)
                .mounts(GENERATION, Optional.of(LostLife.mounted(GENERATION)))
                .unconfirmed(true)
                .retry(refused().retry())
                .done();
        Volume volume = created().with(leaving.with(new Forget("f", true, "d")));

        // When
        var unfenced = decide(volume, List.of(), FACTS);
        var fenced = decide(volume, List.of(), FENCED);
        Volume owing = fenced.volume().orElseThrow();
        var fencedYet = decide(owing, List.of(), FENCED);
        var reported = decide(
                volume.with(leaving.with(new Forget("f", true, "d"))
                        .reporting(LostLife.nothingLeft(GENERATION).toBuilder()
                                .setRevision(1)
                                .build())),
                List.of(),
                FACTS);

        // Then
        assertThat(unfenced.volume()).contains(volume.stamped(NOW));
        assertThat(unfenced.effects()).isEmpty();
        assertThat(answers(fenced)).containsExactly(Scenes.forgotten("d", BY_HAND));
        assertThat(owing.publications().get(N1).state()).isEqualTo(State.UNCONFIRMED_DETACH);
        assertThat(owing.publications().get(N1).uncertain()).isFalse();
        assertThat(owing.publications().get(N1).forget()).isEqualTo(new Forget("f", true, ""));
        assertThat(answers(fencedYet)).isEmpty();
        assertThat(reported.volume().orElseThrow().publications()).isEmpty();
        assertThat(answers(reported))
                .containsExactly(
                        Scenes.forgotten("f", "the node has nothing of it any more"), Scenes.forgotten("d", BY_HAND));
    }

    @Test
    @DisplayName("A command to forget the mount is answered by the node's report, and does not answer this one")
    void theCommandsAreTwo() {
        // Given
        Volume calling = intend(created().with(refused().with(new Forget("f", true, "d"))), DETACH);

        // When
        var said = decide(calling, List.of(), FACTS);

        // Then
        assertThat(answers(said)).containsExactly(Scenes.forgotten("f", "the node has nothing of it any more"));
        assertThat(said.volume().orElseThrow().publications().get(N1).forget()).isEqualTo(new Forget("", false, "d"));
    }

    @Test
    @DisplayName("A node that reports a mount again unmounts it, then the plugin is asked")
    void aMountReportedAgain() {
        // Given
        Publication mounted = PublicationSample.on(N1, State.PENDING_UNPUBLISH)
                .mounts(GENERATION, Optional.of(LostLife.mounted(GENERATION)))
                .retry(refused().retry())
                .forget(new Forget("", false, "d"))
                .done();
        Volume uncreated = Scenes.accepted().with(mounted);

        // When
        var again = decide(created().with(mounted), List.of(), FACTS);
        var notYet = decide(uncreated, List.of(), FACTS);
        Publication now = again.volume().orElseThrow().publications().get(N1);
        var unmounted = decide(
                created()
                        .with(now.reporting(LostLife.nothingLeft(now.generation()).toBuilder()
                                .setRevision(1)
                                .build())),
                List.of(),
                FACTS);

        // Then
        assertThat(now.state()).isEqualTo(State.PENDING_NODE_UNPUBLISH);
        assertThat(answers(again))
                .containsExactly(Scenes.forgotten(
                        "d",
                        "the node reports a mount of it again: it unmounts, then the plugin is asked to detach it"));
        assertThat(unmounted.call()).contains(DETACH);
        assertThat(answers(unmounted)).isEmpty();
        assertThat(notYet.volume().orElseThrow().publications()).containsKey(N1);
        assertThat(answers(notYet)).isEmpty();
    }

    @Test
    @DisplayName("What a lost life attached since is not what the operator detached: the plugin is asked again")
    void aLostLife() {
        // Given
        Publication asked = refused().detachedByHand("d");
        Publication given = LaterLife.afterReport(asked, LostLife.mounted(GENERATION + 1), Scenes.DRAWS)
                .orElseThrow();
        Publication detached = LaterLife.leaving(
                Optional.of(asked),
                VolumeOnNode.newBuilder()
                        .setNode("n1")
                        .setCsiNodeId("csi-n1")
                        .setGeneration(GENERATION + 1)
                        .setState(PublicationState.PUBLICATION_STATE_PENDING_UNPUBLISH)
                        .build());

        // When
        var used = decide(created().with(given), List.of(granted("a", N1)), FACTS);
        var unused = decide(created().with(given), List.of(), FACTS);
        var leaving = decide(created().with(detached), List.of(), FENCED);

        // Then
        assertThat(List.of(used, unused, leaving)).allSatisfy(outcome -> {
            assertThat(answers(outcome)).containsExactly(Scenes.forgotten("d", BEGUN_AGAIN));
            assertThat(outcome.volume().orElseThrow().publications().get(N1).forget())
                    .isEqualTo(Forget.NO);
        });
        assertThat(leaving.call()).contains(DETACH);
    }

    @Test
    @DisplayName("An attach that fails after it was withdrawn is no detach that failed: the plugin is asked to detach"
            + " without a pause")
    void aWithdrawnAttach() {
        // Given
        List<Claim> claims = List.of(granted("a", N1));
        Volume attaching = intend(decide(created(), claims, FACTS).volume().orElseThrow(), new Operation.Publish(N1));
        Volume withdrawn = decide(attaching, List.of(), FACTS).volume().orElseThrow();

        // When
        var lost = end(withdrawn, List.of(), FACTS, new CallOutcome.Uncertain("lost"));
        var rejected = end(withdrawn, List.of(), FACTS, REFUSED);

        // Then
        assertThat(List.of(lost, rejected)).allSatisfy(outcome -> {
            Publication leaving = outcome.volume().orElseThrow().publications().get(N1);
            assertThat(leaving.state()).isEqualTo(State.PENDING_UNPUBLISH);
            assertThat(leaving.retry().attempt()).isZero();
            assertThat(outcome.call()).contains(DETACH);
        });
    }

    @Test
    @DisplayName("A removal by force meanwhile keeps its own answer, and does not call the volume perhaps attached")
    void aForcedRemovalMeanwhile() {
        // Given
        Volume forced = created()
                .removing(new Volume.Removal(true, "cmd", Optional.of("")))
                .with(refused().detachedByHand("d"));

        // When
        var gone = decide(forced, List.of(), FACTS);

        // Then
        assertThat(gone.volume()).isEmpty();
        assertThat(answers(gone)).containsExactly(Scenes.forgotten("d", BY_HAND));
        assertThat(gone.effects()).contains(Scenes.removed("cmd", "the record is gone, the backing storage is kept"));
    }

    @Test
    @DisplayName("Whatever else ends the attachment answers the command, too")
    void endsOtherwise() {
        // Given
        Volume.Removal plain = new Volume.Removal(false, "cmd", Optional.of(""));
        Publication guessed = Publication.perhapsAttached(N1, "csi-n1")
                .with(refused().retry())
                .detachedByHand("d");
        Publication mountedElsewhere = PublicationSample.on(N2, State.PUBLISHED)
                .knownAs("csi-n1")
                .mounts(GENERATION, Optional.of(LostLife.mounted(GENERATION)))
                .done();
        Volume deleting = intend(created().removing(plain).with(refused().detachedByHand("d")), new Operation.Delete());

        // When
        var refuted = end(intend(created().removing(plain).with(guessed), DETACH), List.of(), FACTS, REFUSED);
        var underOneName = decide(
                created().with(refused().detachedByHand("d")).with(mountedElsewhere), List.of(granted("b", N2)), FACTS);
        var noAttachments = decide(
                created().with(refused().detachedByHand("d")),
                List.of(),
                facts(Scenes.plugin("e", true, false, 8), false));
        var deleted = end(deleting, List.of(), FACTS, new CallOutcome.Deleted(new Operation.Delete()));

        // Then
        assertThat(answers(refuted)).containsExactly(Scenes.forgotten("d", "the plugin does not have it there"));
        assertThat(List.of(underOneName, noAttachments))
                .allSatisfy(outcome -> assertThat(answers(outcome)).containsExactly(Scenes.forgotten("d", ENDED)));
        assertThat(answers(deleted)).containsExactly(Scenes.forgotten("d", "the volume is gone"));
    }

    /** The node has nothing left, and the plugin has refused the detach once. */
    private static Publication refused() {
        return PublicationSample.on(N1, State.PENDING_UNPUBLISH)
                .mounts(GENERATION, Optional.of(LostLife.nothingLeft(GENERATION)))
                .retry(Retry.NONE.rejected("no such node", NOW, POLICY, 7))
                .done();
    }

    private static List<Effect> answers(Reconciliation.Outcome outcome) {
        return outcome.effects().stream()
                .filter(effect ->
                        effect instanceof Effect.CommandDone done && done.type().equals(ForgetMount.getDescriptor()))
                .toList();
    }
}

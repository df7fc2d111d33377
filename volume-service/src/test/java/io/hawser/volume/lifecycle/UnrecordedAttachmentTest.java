package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.lifecycle.Scenes.DRAWS;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.NOW;
import static io.hawser.volume.lifecycle.Scenes.POLICY;
import static io.hawser.volume.lifecycle.Scenes.created;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.end;
import static io.hawser.volume.lifecycle.Scenes.facts;
import static io.hawser.volume.lifecycle.Scenes.granted;
import static io.hawser.volume.lifecycle.Scenes.intend;
import static io.hawser.volume.lifecycle.Scenes.mountedOnN1;
import static io.hawser.volume.lifecycle.Scenes.report;
import static io.hawser.volume.lifecycle.Scenes.reporting;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.CapabilitySet;
import io.hawser.csi.v1.ControllerServiceCapability.RPC.Type;
import io.hawser.v1.MountedTarget;
import io.hawser.volume.lifecycle.CallOutcome.Cause;
import io.hawser.volume.lifecycle.Publication.State;
import io.hawser.volume.lifecycle.Reconciliation.Outcome;
import io.hawser.volume.orphan.UnexplainedMount;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a plugin's rejections say about an attachment that no record has (ADR 18). */
class UnrecordedAttachmentTest {
    private static final Volume.Removal REMOVAL = new Volume.Removal(false, "cmd", Optional.of(""));
    private static final List<Claim> CLAIMS = List.of(granted("a", N1));
    private static final Effect EVERYWHERE = new Effect.DetachEverywhere(Optional.empty());

    @Test
    @DisplayName("A plugin says twice that the volume is attached to the node in another way: the node is asked,"
            + " then it is detached, then attached again")
    void attachedInAnotherWay() {
        // Given
        Outcome once = attachRejected(begun(), FACTS, Cause.ATTACHED_OTHERWISE);

        // When
        Outcome asked = attachRejected(once.volume().orElseThrow(), FACTS, Cause.ATTACHED_OTHERWISE);
        Volume asking = asked.volume().orElseThrow();
        long generation = asking.publications().get(N1).generation();
        Outcome free = decide(reporting(asking, report(generation).setNothingLeft(true)), CLAIMS, FACTS);
        Outcome detached = end(
                intend(free.volume().orElseThrow(), free.call().orElseThrow()),
                CLAIMS,
                FACTS,
                new CallOutcome.Unpublished(new Operation.Unpublish(N1)));

        // Then
        assertThat(once.volume().orElseThrow().publications().get(N1).state()).isEqualTo(State.PENDING_PUBLISH);
        assertThat(asked.call()).isEmpty();
        assertThat(asked.effects()).anyMatch(effect -> effect instanceof Effect.Assign assign && assign.nothing());
        assertThat(asked.claims()).isEqualTo(CLAIMS);
        assertThat(free.call()).contains(new Operation.Unpublish(N1));
        assertThat(detached.call()).contains(new Operation.Publish(N1));
    }

    @Test
    @DisplayName(
            "A node that has or had the volume mounted is not asked to unmount it because it is attached in another"
                    + " way")
    void mountedThere() {
        // Given
        Volume mounted = begun();
        Volume assigned = begun().with(begun().publications().get(N1).assigned(3, Set.of()));

        // When
        Outcome orphaned = attachRejectedTwice(mounted, mountedOnN1(false), Cause.ATTACHED_OTHERWISE);
        Outcome again = attachRejectedTwice(assigned, FACTS, Cause.ATTACHED_OTHERWISE);

        // Then
        assertThat(orphaned.volume().orElseThrow().publications().get(N1).state())
                .isEqualTo(State.PENDING_PUBLISH);
        assertThat(again.volume().orElseThrow().publications().get(N1).state()).isEqualTo(State.PENDING_PUBLISH);
    }

    @Test
    @DisplayName("A plugin says twice that the volume is attached elsewhere: the nodes that it names are asked")
    void attachedElsewhere() {
        // Given
        Outcome once = attachRejected(begun(), FACTS, Cause.ATTACHED_ELSEWHERE);

        // When
        Outcome twice = attachRejected(once.volume().orElseThrow(), FACTS, Cause.ATTACHED_ELSEWHERE);
        Outcome full = attachRejected(once.volume().orElseThrow(), FACTS, Cause.NO_PLACE);

        // Then
        assertThat(once.effects()).doesNotContain(new Effect.AskNodesNamedIn("said"));
        assertThat(twice.effects()).contains(new Effect.AskNodesNamedIn("said"));
        assertThat(full.effects()).doesNotContain(new Effect.AskNodesNamedIn("said"));
    }

    @Test
    @DisplayName("A plugin says twice that a volume to delete is in use: it is detached from each node, and"
            + " the deletion is tried again soon; so it is after 4, 8 and 16 rejections")
    void inUse() {
        // Given
        Outcome once = deleteRejected(created().removing(REMOVAL), FACTS, Cause.IN_USE);

        // When
        Outcome twice = deleteRejected(once.volume().orElseThrow(), FACTS, Cause.IN_USE);
        Outcome again = deleteRejected(twice.volume().orElseThrow(), FACTS, Cause.IN_USE);
        Outcome fourth = deleteRejected(again.volume().orElseThrow(), FACTS, Cause.IN_USE);
        Outcome other = deleteRejected(once.volume().orElseThrow(), FACTS, Cause.OTHER);

        // Then
        assertThat(once.effects()).doesNotContain(EVERYWHERE);
        assertThat(once.next()).contains(NOW.plus(POLICY.rejectedInterval()));
        assertThat(twice.effects()).contains(EVERYWHERE);
        assertThat(twice.call()).isEmpty();
        assertThat(twice.next().orElseThrow()).isBetween(NOW.plusMillis(1), NOW.plusSeconds(1));
        assertThat(again.effects()).doesNotContain(EVERYWHERE);
        assertThat(again.next()).contains(NOW.plus(POLICY.rejectedInterval()));
        assertThat(fourth.effects()).contains(EVERYWHERE);
        assertThat(other.effects()).doesNotContain(EVERYWHERE);
    }

    @Test
    @DisplayName("A volume in use is detached from a page of nodes at a time: each further rejection brings the next"
            + " page, soon, and only the first one is an event")
    void page() {
        // Given
        Volume.Removal asked = new Volume.Removal(false, "cmd", Optional.of(""), Set.of(), List.of(), Optional.of(N1));
        Outcome once = deleteRejected(created().removing(REMOVAL), FACTS, Cause.IN_USE);
        Outcome twice = deleteRejected(once.volume().orElseThrow(), FACTS, Cause.IN_USE);

        // When
        Outcome third = deleteRejected(twice.volume().orElseThrow().removing(asked), FACTS, Cause.IN_USE);
        Outcome other = deleteRejected(twice.volume().orElseThrow().removing(asked), FACTS, Cause.OTHER);
        Outcome forced = deleteRejected(
                twice.volume()
                        .orElseThrow()
                        .removing(asked.askedAgain(false, "again").abandoning(N2)),
                FACTS,
                Cause.IN_USE);

        // Then
        assertThat(twice.effects()).contains(EVERYWHERE).anyMatch(UnrecordedAttachmentTest::isEvent);
        assertThat(third.effects())
                .contains(new Effect.DetachEverywhere(Optional.of(N1)))
                .noneMatch(UnrecordedAttachmentTest::isEvent);
        assertThat(third.next().orElseThrow()).isBetween(NOW.plusMillis(1), NOW.plusSeconds(1));
        assertThat(forced.effects()).contains(new Effect.DetachEverywhere(Optional.of(N1)));
        assertThat(other.effects()).noneMatch(Effect.DetachEverywhere.class::isInstance);
    }

    private static boolean isEvent(Effect effect) {
        return effect instanceof Effect.RecordEvent(String reason, var node, String message)
                && reason.equals("UnrecordedAttachment");
    }

    @Test
    @DisplayName("Rejections count from the plugin's answer on, however often it did not answer before")
    void afterAnOutage() {
        // Given
        Volume unanswered = created().removing(REMOVAL);
        for (int i = 0; i < 22; i++) {
            unanswered = end(
                            intend(unanswered, new Operation.Delete()),
                            List.of(),
                            FACTS,
                            new CallOutcome.Uncertain("no answer"))
                    .volume()
                    .orElseThrow();
        }

        // When
        Outcome once = deleteRejected(unanswered, FACTS, Cause.IN_USE);
        Outcome twice = deleteRejected(once.volume().orElseThrow(), FACTS, Cause.IN_USE);

        // Then
        assertThat(once.effects()).doesNotContain(EVERYWHERE);
        assertThat(twice.effects()).contains(EVERYWHERE);
    }

    @Test
    @DisplayName("A plugin that attaches nothing, or lists its attachments, is not asked to detach from each node")
    void nothingToGuess() {
        // Given
        VolumeInputs attachesNothing = facts(Scenes.plugin("unix:///p.sock", true, false, 7), false);
        VolumeInputs lists = facts(
                new VolumeInputs.PluginFacts(
                        "unix:///p.sock",
                        CapabilitySet.of(
                                Set.of(1),
                                Set.of(
                                        Type.CREATE_DELETE_VOLUME_VALUE,
                                        Type.PUBLISH_UNPUBLISH_VOLUME_VALUE,
                                        Type.LIST_VOLUMES_VALUE,
                                        Type.LIST_VOLUMES_PUBLISHED_NODES_VALUE),
                                Set.of()),
                        7),
                false);

        // When / Then
        for (VolumeInputs inputs : List.of(attachesNothing, lists)) {
            Outcome once = deleteRejected(created().removing(REMOVAL), inputs, Cause.IN_USE);
            Outcome twice = deleteRejected(once.volume().orElseThrow(), inputs, Cause.IN_USE);
            assertThat(twice.effects()).doesNotContain(EVERYWHERE);
        }
    }

    @Test
    @DisplayName("A node that has reported a mount of the volume meanwhile is not detached as if nothing were known")
    void reportedMeanwhile() {
        // Given
        VolumeInputs reported = new VolumeInputs(
                FACTS.plugin(),
                FACTS.nodes(),
                true,
                Map.of(N1, new VolumeInputs.Orphan(NOW, "", new UnexplainedMount(true, Set.of(), Set.of()))),
                Map.of(),
                Set.of());
        Outcome once = deleteRejected(created().removing(REMOVAL), FACTS, Cause.IN_USE);

        // When / Then
        assertThat(deleteRejected(once.volume().orElseThrow(), reported, Cause.IN_USE)
                        .effects())
                .doesNotContain(EVERYWHERE);
    }

    @Test
    @DisplayName(
            "A plugin that does not detach a volume from a node of which nothing is known does not hold its removal")
    void guessedWrong() {
        // Given
        Volume removed = created().removing(REMOVAL);
        Volume guessed = removed.with(Publication.perhapsAttached(N1, "i-1"));
        Volume fixed =
                removed.with(Publication.perhapsAttached(N1, "i-1").fixing(MountOptions.UNKNOWN.with(List.of())));

        // When
        Outcome refuted = detachRejected(guessed, Cause.OTHER);

        // Then
        assertThat(refuted.volume().orElseThrow().publications()).isEmpty();
        assertThat(refuted.call()).contains(new Operation.Delete());
        assertThat(detachRejected(guessed, Cause.NO_PLACE)
                        .volume()
                        .orElseThrow()
                        .publications())
                .containsKey(N1);
        assertThat(detachRejected(fixed, Cause.OTHER).volume().orElseThrow().publications())
                .containsKey(N1);
        assertThat(detachRejected(created().with(Publication.perhapsAttached(N1, "i-1")), Cause.OTHER)
                        .volume()
                        .orElseThrow()
                        .publications())
                .containsKey(N1);
    }

    @Test
    @DisplayName(
            "A node of which nothing is known does not hold the removal either if its detach stays without an answer:"
                    + " the second try ends it. What may be there is tried for ever")
    void guessedAndNotAnswered() {
        // Given
        Volume removed = created().removing(REMOVAL);
        Publication guess = Publication.perhapsAttached(N1, "i-1");
        Volume guessed = removed.with(guess);

        // When
        Outcome once = detachUncertain(guessed);
        Outcome twice = detachUncertain(once.volume().orElseThrow());

        // Then
        assertThat(Scenes.heldBy(guessed)).isEqualTo("unused; perhaps attached to nodes n1");
        assertThat(once.volume().orElseThrow().publications()).containsKey(N1);
        assertThat(twice.volume().orElseThrow().publications()).isEmpty();
        assertThat(twice.call()).contains(new Operation.Delete());
        assertThat(List.of(
                        removed.with(guess.fixing(MountOptions.UNKNOWN.with(List.of()))),
                        removed.with(guess.assigned(5, Set.of())),
                        removed.with(guess.reporting(report(5).build())),
                        removed.with(Publication.begin(N1, "i-1").intended().unpublishing()),
                        created().with(guess)))
                .allSatisfy(kept -> assertThat(
                                detachUncertain(detachUncertain(kept).volume().orElseThrow())
                                        .volume()
                                        .orElseThrow()
                                        .publications())
                        .containsKey(N1));
    }

    private static Outcome detachUncertain(Volume volume) {
        return end(
                intend(volume, new Operation.Unpublish(N1)), List.of(), FACTS, new CallOutcome.Uncertain("no answer"));
    }

    @Test
    @DisplayName("A machine that is known under two names is one node")
    void oneMachine() {
        Volume volume = created().with(Publication.perhapsAttached(N1, "i-1"));

        assertThat(volume.isKnownOn(N1, "i-9")).isTrue();
        assertThat(volume.isKnownOn(N2, "i-1")).isTrue();
        assertThat(volume.isKnownOn(N2, "i-9")).isFalse();
    }

    @Test
    @DisplayName(
            "After a restore, a node is asked again about an attachment that the plugin rejects, once it has nothing of"
                    + " a later life of the volume")
    void attachedOtherwiseInALostLife() {
        // Given
        Publication copy = LostLife.published();
        Volume gone = created()
                .with(LaterLife.afterReport(copy, LostLife.nothingLeft(LostLife.GENERATION + 1), DRAWS)
                        .orElseThrow());
        Volume there = created()
                .with(LaterLife.afterReport(
                                copy,
                                LostLife.mounted(LostLife.GENERATION + 1).toBuilder()
                                        .addTargets(MountedTarget.newBuilder().setId("x.0"))
                                        .build(),
                                DRAWS)
                        .orElseThrow());

        // Then
        assertThat(attachRejectedTwice(gone, FACTS, Cause.ATTACHED_OTHERWISE).effects())
                .filteredOn(Effect.Assign.class::isInstance)
                .isNotEmpty();
        assertThat(attachRejectedTwice(there, FACTS, Cause.ATTACHED_OTHERWISE).effects())
                .filteredOn(Effect.Assign.class::isInstance)
                .isEmpty();
    }

    private static Volume begun() {
        return decide(created(), CLAIMS, FACTS).volume().orElseThrow();
    }

    private static Outcome attachRejectedTwice(Volume volume, VolumeInputs inputs, Cause cause) {
        return attachRejected(attachRejected(volume, inputs, cause).volume().orElseThrow(), inputs, cause);
    }

    private static Outcome attachRejected(Volume volume, VolumeInputs inputs, Cause cause) {
        return end(intend(volume, new Operation.Publish(N1)), CLAIMS, inputs, new CallOutcome.Rejected("said", cause));
    }

    private static Outcome deleteRejected(Volume volume, VolumeInputs inputs, Cause cause) {
        return end(intend(volume, new Operation.Delete()), List.of(), inputs, new CallOutcome.Rejected("said", cause));
    }

    private static Outcome detachRejected(Volume volume, Cause cause) {
        VolumeInputs inputs = new VolumeInputs(FACTS.plugin(), FACTS.nodes(), true, Map.of(), Map.of(), Set.of());
        return end(
                intend(volume, new Operation.Unpublish(N1)),
                List.of(),
                inputs,
                new CallOutcome.Rejected("said", cause));
    }
}

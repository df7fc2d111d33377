package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.NOW;
import static io.hawser.volume.lifecycle.Scenes.PLUGIN;
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
import io.hawser.volume.orphan.UnexplainedMount;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How a volume goes. */
class RemovalTest {
    private static final Volume.Removal REMOVAL = new Volume.Removal(false, "cmd", Optional.empty());
    private static final Volume.Removal NOTED = new Volume.Removal(false, "cmd", Optional.of(""));

    @Test
    @DisplayName("A removal without force takes nothing from under a running task: claim, attachment and mount stay")
    void aRemovalLeavesARunningTaskItsMount() {
        // Given
        List<Claim> claims = List.of(granted("a", N1));
        Volume volume = published(claims).volume().orElseThrow();

        // When
        var outcome = decide(volume.removing(REMOVAL), claims, FACTS);

        // Then
        assertThat(outcome.claims()).extracting(Claim::state).containsExactly(Claim.State.GRANTED);
        assertThat(outcome.volume().orElseThrow().publications().get(N1).state())
                .isEqualTo(State.PUBLISHED);
        assertThat(outcome.effects()).noneMatch(Effect.Assign.class::isInstance);
        assertThat(outcome.call()).isEmpty();
    }

    @Test
    @DisplayName("A removal waits for its barrier before it deletes")
    void aRemovalWaitsForItsBarrier() {
        // Given
        VolumeInputs unread = Scenes.inputs(Optional.of(PLUGIN), Map.of(), false);
        Volume unnoted = created().removing(new Volume.Removal(false, "cmd", Optional.empty()));

        // When
        var first = decide(unnoted, List.of(), unread);
        var held = decide(created().removing(NOTED), List.of(), unread);
        var free = decide(created().removing(NOTED), List.of(), FACTS);

        // Then
        assertThat(first.effects()).contains(new Effect.NoteBarrier());
        assertThat(held.call()).isEmpty();
        assertThat(held.next()).isPresent();
        assertThat(free.call()).contains(new Operation.Delete());
    }

    @Test
    @DisplayName("A volume whose plugin cannot delete goes without a call, once all is read, and its storage is kept")
    void whatCannotBeDeletedIsKept() {
        // Given
        VolumeInputs cannot = facts(Scenes.plugin("unix:///p", false, true, 7), false);
        VolumeInputs unread = Scenes.inputs(cannot.plugin(), cannot.nodes(), false);

        // When
        var waiting = decide(created().removing(REMOVAL), List.of(), unread);
        var gone = decide(created().removing(REMOVAL), List.of(), cannot);

        // Then
        assertThat(waiting.volume()).isPresent();
        assertThat(gone.volume()).isEmpty();
        assertThat(gone.call()).isEmpty();
        assertThat(gone.effects()).contains(Scenes.removed("cmd", "the record is gone, the backing storage is kept"));
    }

    @Test
    @DisplayName("A volume that was there before Hawser is never deleted, also not by a plugin that creates volumes by"
            + " now: its record goes, once all is read, and its storage is kept")
    void whatWasNotCreatedIsNotDeleted() {
        // Given
        VolumeInputs cannot = facts(Scenes.plugin("unix:///p", false, true, 7), false);
        VolumeInputs unread = Scenes.inputs(Optional.of(PLUGIN), Map.of(), false);
        Volume taken = decide(accepted(), List.of(), cannot).volume().orElseThrow();

        // When
        var waiting = decide(taken.removing(NOTED), List.of(), unread);
        var gone = decide(taken.removing(NOTED), List.of(), FACTS);

        // Then
        assertThat(waiting.volume()).isPresent();
        assertThat(waiting.call()).isEmpty();
        assertThat(gone.volume()).isEmpty();
        assertThat(gone.call()).isEmpty();
        assertThat(gone.effects()).contains(Scenes.removed("cmd", "the record is gone, the backing storage is kept"));
    }

    @Test
    @DisplayName("A removal that waits for its barrier looks again soon, one that is held by a task does not")
    void whoLooksAgain() {
        // Given
        VolumeInputs unread =
                Scenes.inputs(Optional.of(PLUGIN), Map.of(N1, Scenes.node(false, "csi-n1", false)), false);
        List<Claim> claims = List.of(granted("a", N1));
        Volume used = published(claims).volume().orElseThrow();

        // When
        var unused = decide(created().removing(REMOVAL), List.of(), unread);
        var held = decide(used.removing(REMOVAL), claims, unread);

        // Then
        assertThat(unused.next()).contains(NOW.plus(Scenes.POLICY.barrierPoll()));
        assertThat(held.effects()).doesNotContain(new Effect.NoteBarrier());
    }

    @Test
    @DisplayName("A removal that an orphaned mount holds does not look again: the mount's end wakes it")
    void heldByAnOrphanedMount() {
        // Given
        VolumeInputs mounted = new VolumeInputs(
                Optional.of(PLUGIN),
                Map.of(N1, Scenes.node(false, "csi-n1", true)),
                false,
                Map.of(N1, new VolumeInputs.Orphan(NOW, "", new UnexplainedMount(true, Set.of(), Set.of()))),
                Map.of(),
                Set.of());

        // When
        var waits = decide(created().removing(REMOVAL), List.of(), mounted);

        // Then
        assertThat(waits.call()).isEmpty();
        assertThat(waits.next()).isEmpty();
    }

    @Test
    @DisplayName("A deleted volume's record goes, and the answer says that its storage went with it")
    void aDeletedVolumeIsGone() {
        // Given
        Volume removing = created().removing(new Volume.Removal(false, "cmd", Optional.of("")));

        // When
        var outcome = end(
                intend(removing, new Operation.Delete()),
                List.of(),
                FACTS,
                new CallOutcome.Deleted(new Operation.Delete()));

        // Then
        assertThat(outcome.volume()).isEmpty();
        assertThat(outcome.effects())
                .contains(
                        new Effect.RecordEvent("Deleted", "the plugin deleted it"),
                        Scenes.removed("cmd", "deleted, with its backing storage"));
    }

    @Test
    @DisplayName("Each command that asked for a removal is answered at its end")
    void eachCommandIsAnswered() {
        // Given
        Volume asked = created().removing(NOTED.askedAgain(false, "cmd-2").askedAgain(false, "cmd-3"));

        // When
        var gone = end(
                intend(asked, new Operation.Delete()),
                List.of(),
                FACTS,
                new CallOutcome.Deleted(new Operation.Delete()));

        // Then
        assertThat(gone.effects())
                .filteredOn(Effect.CommandDone.class::isInstance)
                .extracting(effect -> ((Effect.CommandDone) effect).command())
                .containsExactly("cmd", "cmd-2", "cmd-3");
    }
}

package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.PLUGIN;
import static io.hawser.volume.lifecycle.Scenes.accepted;
import static io.hawser.volume.lifecycle.Scenes.created;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.end;
import static io.hawser.volume.lifecycle.Scenes.granted;
import static io.hawser.volume.lifecycle.Scenes.intend;
import static io.hawser.volume.lifecycle.Scenes.published;
import static io.hawser.volume.lifecycle.Scenes.report;
import static io.hawser.volume.lifecycle.Scenes.reporting;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.volume.lifecycle.Publication.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How a volume goes that an operator removes by force: the record goes, the storage is kept. */
class ForcedRemovalTest {
    private static final Volume.Removal FORCED = new Volume.Removal(true, "cmd", Optional.empty());

    @Test
    @DisplayName("A forced removal of an uncertain create ends immediately: nothing of it was ever attached or mounted")
    void aForcedRemovalOfAnUncertainCreate() {
        // Given
        Volume uncertain = end(
                        intend(accepted(), new Operation.Create()), List.of(), FACTS, new CallOutcome.Uncertain("lost"))
                .volume()
                .orElseThrow();
        VolumeInputs unread = Scenes.inputs(Optional.of(PLUGIN), Map.of(), false);

        // When
        var outcome = decide(uncertain.removing(FORCED), List.of(), unread);

        // Then
        assertThat(outcome.volume()).isEmpty();
        assertThat(outcome.effects())
                .contains(Scenes.removed(
                        "cmd", "the record is gone, the backing storage is kept, if CreateVolume made any"));
    }

    @Test
    @DisplayName("A forced removal after an uncertain DeleteVolume does not say that the storage is kept")
    void aForcedRemovalAfterAnUncertainDelete() {
        // Given
        Volume removed = created().removing(new Volume.Removal(false, "first", Optional.empty()));
        Volume uncertain = end(
                        intend(removed, new Operation.Delete()), List.of(), FACTS, new CallOutcome.Uncertain("lost"))
                .volume()
                .orElseThrow();

        // When
        var gone = decide(uncertain.removing(FORCED), List.of(), FACTS);

        // Then
        assertThat(gone.volume()).isEmpty();
        assertThat(gone.effects())
                .contains(Scenes.removed(
                        "cmd",
                        "the record is gone, it is not known whether DeleteVolume took effect:"
                                + " the backing storage may be gone"));
    }

    @Test
    @DisplayName("A forced removal lets the nodes go first, then forgets the record and keeps the storage")
    void aForcedRemovalKeepsTheStorage() {
        // Given
        Volume volume = published(List.of(granted("a", N1))).volume().orElseThrow();
        Volume forced = volume.removing(new Volume.Removal(true, "cmd", Optional.empty()));

        // When
        var asked = decide(forced, List.of(granted("a", N1)), FACTS);
        long generation = asked.volume().orElseThrow().publications().get(N1).generation();
        var said = decide(
                reporting(asked.volume().orElseThrow(), report(generation).setNothingLeft(true)),
                asked.claims(),
                FACTS);
        var gone = end(
                intend(said.volume().orElseThrow(), said.call().orElseThrow()),
                said.claims(),
                FACTS,
                new CallOutcome.Unpublished(new Operation.Unpublish(N1)));

        // Then
        assertThat(asked.volume().orElseThrow().publications().get(N1).state()).isEqualTo(State.PENDING_NODE_UNPUBLISH);
        assertThat(gone.volume()).isEmpty();
        assertThat(gone.effects()).contains(Scenes.removed("cmd", "the record is gone, the backing storage is kept"));
    }

    @Test
    @DisplayName("A forced removal, too, waits until all is read that nodes may have said of mounts nobody remembers")
    void aForcedRemovalReadsFirst() {
        // Given
        Volume forced = created().removing(new Volume.Removal(true, "cmd", Optional.empty()));
        VolumeInputs unread = Scenes.inputs(Optional.empty(), Map.of(), false);
        VolumeInputs read = Scenes.inputs(Optional.empty(), Map.of(), true);

        // When
        var first = decide(forced, List.of(), unread);
        var then = decide(first.volume().orElseThrow(), List.of(), read);

        // Then
        assertThat(first.effects()).containsExactly(new Effect.NoteBarrier());
        assertThat(first.next()).isPresent();
        assertThat(then.volume()).isEmpty();
        assertThat(then.effects()).contains(Scenes.removed("cmd", "the record is gone, the backing storage is kept"));
    }
}

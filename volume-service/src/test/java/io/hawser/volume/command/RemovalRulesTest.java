package io.hawser.volume.command;

import static io.hawser.volume.command.AcceptedVolume.VOLUME;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.RemoveVolume;
import io.hawser.volume.command.CommandRules.Verdict;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Provision;
import io.hawser.volume.lifecycle.Retry;
import io.hawser.volume.lifecycle.Volume;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Removals, each asked for once or again. */
class RemovalRulesTest {
    private static final Instant SOON = Instant.parse("2026-01-01T00:00:00Z");
    private static final Claim HOLDER = new Claim(
            new TaskName("t"),
            "/a",
            "v",
            Optional.of(new VolumeName("v")),
            new NodeName("n"),
            new TargetId("t.0"),
            false,
            List.of(),
            Claim.State.GRANTED,
            1,
            0,
            Optional.empty(),
            Set.of(),
            "");

    @Test
    @Tag("swarmkit-T108")
    @Tag("swarmkit-T109")
    @DisplayName("A removal of a held volume is accepted and says who holds it; only-if-unused refuses")
    void aRemovalOfAHeldVolumeSaysWhoHoldsIt() {
        // Given
        RemoveVolume remove = RemoveVolume.newBuilder().setName("v").build();
        // When
        Verdict deferred = CommandRules.remove(remove, "v", "c", Optional.of(VOLUME), List.of(HOLDER), SOON);
        Verdict refused = CommandRules.remove(
                remove.toBuilder().setOnlyIfUnused(true).build(), "v", "c", Optional.of(VOLUME), List.of(HOLDER), SOON);
        // Then
        assertThat(((Verdict.Accepted) deferred).note()).isEqualTo("held by task t");
        assertThat(((Verdict.Accepted) deferred).volume().removal()).isPresent();
        assertThat(field(refused)).isEqualTo("only_if_unused");
        assertThat(field(CommandRules.remove(remove, "v", "c", Optional.empty(), List.of(), SOON)))
                .isEqualTo("name");
    }

    @Test
    @DisplayName("A removal that names a uid is refused for another volume of that name, also for one that is leaving")
    void aRemovalNamesItsVolume() {
        // Given
        RemoveVolume ours = RemoveVolume.newBuilder().setName("v").setUid("uid").build();
        RemoveVolume another = ours.toBuilder().setUid("earlier").build();
        Volume leaving = VOLUME.removing(new Volume.Removal(false, "c1", Optional.empty()));
        // When
        Verdict accepted = CommandRules.remove(ours, "v", "c", Optional.of(VOLUME), List.of(), SOON);
        Verdict refused = CommandRules.remove(another, "v", "c", Optional.of(VOLUME), List.of(), SOON);
        Verdict refusedToo = CommandRules.remove(another, "v", "c", Optional.of(leaving), List.of(), SOON);
        Verdict unknown = CommandRules.remove(another, "v", "c", Optional.empty(), List.of(), SOON);
        // Then
        assertThat(((Verdict.Accepted) accepted).volume().removal()).isPresent();
        assertThat(((Verdict.Refused) refused).fault().field()).isEqualTo("uid");
        assertThat(((Verdict.Refused) refused).fault().message()).contains("another uid, uid");
        assertThat(field(refusedToo)).isEqualTo("uid");
        assertThat(field(unknown)).isEqualTo("name");
    }

    @Test
    @DisplayName("A second removal may turn the first into a forced one and never the other way")
    void aSecondRemovalMayForce() {
        // Given
        RemoveVolume remove = RemoveVolume.newBuilder().setName("v").build();
        Volume removing = ((Verdict.Accepted)
                        CommandRules.remove(remove, "v", "c1", Optional.of(VOLUME), List.of(), SOON))
                .volume();
        // When
        Verdict forced = CommandRules.remove(
                remove.toBuilder().setForce(true).build(), "v", "c2", Optional.of(removing), List.of(), SOON);
        // Then
        Volume.Removal removal = ((Verdict.Accepted) forced).volume().removal().orElseThrow();
        assertThat(removal.force()).isTrue();
        assertThat(removal.command()).isEqualTo("c1");
        assertThat(removal.later()).containsExactly("c2");
    }

    @Test
    @DisplayName("Asked for again without force, a removal is forced only where it was before")
    void aSecondRemovalWithoutForce() {
        // Given
        Volume gentle = VOLUME.removing(new Volume.Removal(false, "c1", Optional.empty()));
        Volume forced = VOLUME.removing(new Volume.Removal(true, "c1", Optional.empty()));

        // Then
        assertThat(removedAgain(gentle).force()).isFalse();
        assertThat(removedAgain(forced).force()).isTrue();
    }

    @Test
    @DisplayName("Each command that asks for a removal is remembered, to be answered, up to a limit that says so")
    void removalsThatAreRememberedAreLimited() {
        // Given
        Volume.Removal removal = new Volume.Removal(false, "c1", Optional.empty());
        for (int i = 0; i < CommandRules.MOST_LATER - 1; i++) {
            removal = removal.askedAgain(false, "again-" + i);
        }
        // When
        Volume.Removal last = removedAgain(VOLUME.removing(removal));
        Verdict tooMany = CommandRules.remove(
                RemoveVolume.newBuilder().setName("v").build(),
                "v",
                "c3",
                Optional.of(VOLUME.removing(last)),
                List.of(),
                SOON);
        // Then
        assertThat(last.later()).hasSize(CommandRules.MOST_LATER).endsWith("c2");
        assertThat(((Verdict.Refused) tooMany).fault().message())
                .contains("too often")
                .contains("c1");
    }

    @Test
    @DisplayName("Force can be asked for once more, however often the removal was asked for without it")
    void forceIsTheWayOut() {
        // Given
        Volume.Removal removal = new Volume.Removal(false, "c1", Optional.empty());
        for (int i = 0; i < CommandRules.MOST_LATER; i++) {
            removal = removal.askedAgain(false, "again-" + i);
        }
        // When
        Verdict forced = forced(VOLUME.removing(removal), "c2");
        Volume removing = ((Verdict.Accepted) forced).volume();
        Verdict again = forced(removing, "c3");
        // Then
        assertThat(removing.removal().orElseThrow().force()).isTrue();
        assertThat(removing.removal().orElseThrow().later()).endsWith("c2");
        assertThat(again).isInstanceOf(Verdict.Refused.class);
    }

    private static Verdict forced(Volume volume, String id) {
        RemoveVolume remove =
                RemoveVolume.newBuilder().setName("v").setForce(true).build();
        return CommandRules.remove(remove, "v", id, Optional.of(volume), List.of(), SOON);
    }

    private static Volume.Removal removedAgain(Volume volume) {
        RemoveVolume remove = RemoveVolume.newBuilder().setName("v").build();
        Verdict verdict = CommandRules.remove(remove, "v", "c2", Optional.of(volume), List.of(), SOON);
        return ((Verdict.Accepted) verdict).volume().removal().orElseThrow();
    }

    @Test
    @Tag("swarmkit-X-22")
    @DisplayName("A removal tries again soon what is uncertain, and waits on for what the plugin refused: "
            + "that would be the same call again")
    void aRemovalDoesNotWaitOutTheBackoff() {
        // Given
        Optional<Instant> late = Optional.of(SOON.plusSeconds(300));
        Optional<Instant> sooner = Optional.of(SOON.minusMillis(50));
        // Then
        assertThat(nextTry(new Retry(9, late, "no answer", OptionalLong.empty(), false)))
                .contains(SOON);
        assertThat(nextTry(new Retry(1, sooner, "no answer", OptionalLong.empty(), false)))
                .isEqualTo(sooner);
        assertThat(nextTry(new Retry(1, late, "refused", OptionalLong.of(7), false)))
                .isEqualTo(late);
    }

    /** When a volume that is not certainly created is tried again, once its removal is asked for. */
    private static Optional<Instant> nextTry(Retry retry) {
        Volume uncertain = VOLUME.with(new Provision(false, true, true, Provision.Info.NONE, retry, Optional.empty()));
        RemoveVolume remove = RemoveVolume.newBuilder().setName("v").build();
        return ((Verdict.Accepted) CommandRules.remove(remove, "v", "c", Optional.of(uncertain), List.of(), SOON))
                .volume()
                .provision()
                .retry()
                .notBefore();
    }

    private static String field(Verdict verdict) {
        return ((Verdict.Refused) verdict).fault().field();
    }
}

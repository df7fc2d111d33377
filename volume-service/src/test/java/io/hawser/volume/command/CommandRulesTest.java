package io.hawser.volume.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.CreateVolume;
import io.hawser.v1.ForgetMount;
import io.hawser.v1.MountAccess;
import io.hawser.v1.MountReport;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.UpdateVolume;
import io.hawser.v1.VolumeAvailability;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.command.CommandRules.Verdict;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Provision;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Retry;
import io.hawser.volume.lifecycle.Volume;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CommandRulesTest {
    private static final VolumeSpec SPEC = VolumeSpec.newBuilder()
            .setPlugin("p")
            .setMount(MountAccess.getDefaultInstance())
            .build();
    private static final CreateVolume CREATE =
            CreateVolume.newBuilder().setName("v").setSpec(SPEC).build();
    private static final Volume VOLUME = Volume.accepted(new VolumeName("v"), "uid", SPEC);
    private static final Instant SOON = Instant.parse("2026-01-01T00:00:00Z");
    private static final Claim HOLDER = new Claim(
            "t",
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
            "",
            Set.of(),
            "");

    @Test
    @Tag("swarmkit-T78")
    @DisplayName("A create is refused for its name, its key, its specification, or a volume that is there")
    void aCreateIsRefusedNamingTheField() {
        assertThat(field(
                        CommandRules.create(CREATE.toBuilder().setName("V").build(), "V", "u", Optional.empty(), true)))
                .isEqualTo("name");
        assertThat(field(CommandRules.create(CREATE, "other", "u", Optional.empty(), true)))
                .isEqualTo("key");
        assertThat(field(CommandRules.create(CREATE, "v", "u", Optional.of(VOLUME), true)))
                .isEqualTo("name");
        assertThat(field(CommandRules.create(CREATE.toBuilder().clearSpec().build(), "v", "u", Optional.empty(), true)))
                .isEqualTo("spec");
        CreateVolume.Builder noPlugin = CREATE.toBuilder();
        noPlugin.getSpecBuilder().clearPlugin();
        assertThat(field(CommandRules.create(noPlugin.build(), "v", "u", Optional.empty(), true)))
                .isEqualTo("spec.plugin");
    }

    @Test
    @DisplayName("A plugin that is not known is not yet a fault; with any other fault it is not waited for")
    void anUnknownPluginIsNotYetAFault() {
        assertThat(CommandRules.create(CREATE, "v", "u", Optional.empty(), false))
                .isInstanceOfSatisfying(
                        Verdict.NotKnown.class,
                        notKnown -> assertThat(notKnown.fault().field()).isEqualTo("spec.plugin"));
        assertThat(field(CommandRules.create(CREATE, "other", "u", Optional.empty(), false)))
                .isEqualTo("key");
        assertThat(field(CommandRules.create(CREATE, "v", "u", Optional.of(VOLUME), false)))
                .isEqualTo("name");
    }

    @Test
    @Tag("swarmkit-T83")
    @Tag("swarmkit-T85")
    @DisplayName("An update changes labels and availability and nothing else; an unknown volume is refused")
    void anUpdateChangesLabelsAndAvailability() {
        // Given
        UpdateVolume update = UpdateVolume.newBuilder()
                .setName("v")
                .putLabels("a", "b")
                .setAvailability(VolumeAvailability.VOLUME_AVAILABILITY_DRAIN)
                .build();
        // When
        Verdict verdict = CommandRules.update(update, "v", Optional.of(VOLUME));
        // Then
        VolumeSpec changed = ((Verdict.Done) verdict).volume().spec();
        assertThat(changed.getLabelsMap()).containsEntry("a", "b");
        assertThat(changed.toBuilder().clearLabels().clearAvailability().build())
                .isEqualTo(SPEC);
        assertThat(field(CommandRules.update(update, "v", Optional.empty()))).isEqualTo("name");
    }

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
        assertThat(((Verdict.Refused) refused).fault().reason()).contains("another uid, uid");
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
        assertThat(((Verdict.Refused) tooMany).fault().reason())
                .contains("too often")
                .contains("c1");
    }

    private static Volume.Removal removedAgain(Volume volume) {
        RemoveVolume remove = RemoveVolume.newBuilder().setName("v").build();
        Verdict verdict = CommandRules.remove(remove, "v", "c2", Optional.of(volume), List.of(), SOON);
        return ((Verdict.Accepted) verdict).volume().removal().orElseThrow();
    }

    @Test
    @DisplayName("A create under a taken name says whether the name becomes free: the volume there is being removed")
    void aTakenNameMayBecomeFree() {
        // Given
        Volume leaving = VOLUME.removing(new Volume.Removal(false, "c1", Optional.empty()));

        // When
        Verdict taken = CommandRules.create(CREATE, "v", "u", Optional.of(VOLUME), true);
        Verdict soonFree = CommandRules.create(CREATE, "v", "u", Optional.of(leaving), true);

        // Then
        assertThat(((Verdict.Refused) taken).fault().reason()).isEqualTo("a volume of this name exists");
        assertThat(((Verdict.Refused) soonFree).fault().reason())
                .isEqualTo("a volume of this name is still being removed");
    }

    @Test
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

    @Test
    @DisplayName("A mount is forgotten only where the node is to let go of it; each refusal says why")
    void aMountIsForgotten() {
        // Given
        ForgetMount forget = ForgetMount.newBuilder().setName("v").setNode("n").build();
        Publication leaving = Publication.orphaned(new NodeName("n"), "csi-n", 7, MountReport.getDefaultInstance());

        // When
        Verdict accepted = CommandRules.forget(forget, "v", "f", Optional.of(VOLUME.with(leaving)));
        Volume asked = ((Verdict.Accepted) accepted).volume();
        Verdict nowhere = CommandRules.forget(forget, "v", "f", Optional.of(VOLUME));
        Verdict twice = CommandRules.forget(forget, "v", "f2", Optional.of(asked));

        // Then
        assertThat(asked.publications().get(new NodeName("n")).forget().command())
                .isEqualTo("f");
        assertThat(field(nowhere)).isEqualTo("node");
        assertThat(((Verdict.Refused) twice).fault().reason()).isEqualTo("command f says so already");
        assertThat(field(CommandRules.forget(forget, "v", "f", Optional.empty())))
                .isEqualTo("name");
        assertThat(field(CommandRules.forget(forget, "w", "f", Optional.of(VOLUME.with(leaving)))))
                .isEqualTo("key");
        assertThat(List.of(Publication.State.PENDING_PUBLISH, Publication.State.PUBLISHED))
                .allSatisfy(state -> assertThat(reason(forget, state, false)).contains("is in use on node n"));
        assertThat(reason(forget, Publication.State.PENDING_UNPUBLISH, false)).contains("has said already");
        assertThat(reason(forget, Publication.State.PENDING_UNPUBLISH, true)).isEmpty();
        assertThat(reason(forget, Publication.State.UNCONFIRMED_DETACH, true)).isEmpty();
    }

    private static String reason(ForgetMount forget, Publication.State state, boolean unconfirmed) {
        Publication publication = new Publication(
                new NodeName("n"),
                state,
                "csi-n",
                Map.of(),
                7,
                Set.of(),
                true,
                false,
                unconfirmed,
                Retry.NONE,
                Optional.empty(),
                Optional.empty(),
                Publication.Forget.NO,
                Optional.empty(),
                false);
        return CommandRules.forget(forget, "v", "f", Optional.of(VOLUME.with(publication)))
                        instanceof Verdict.Refused refused
                ? refused.fault().reason()
                : "";
    }

    /** When a volume that is not certainly created is tried again, once its removal is asked for. */
    private static Optional<Instant> nextTry(Retry retry) {
        Volume uncertain = VOLUME.with(new Provision(false, true, true, Provision.Info.NONE, retry));
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

package io.hawser.volume.command;

import static io.hawser.volume.command.AcceptedVolume.SPEC;
import static io.hawser.volume.command.AcceptedVolume.VOLUME;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.CreateVolume;
import io.hawser.v1.UpdateVolume;
import io.hawser.v1.VolumeAvailability;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.command.CommandRules.Verdict;
import io.hawser.volume.lifecycle.Volume;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Creations and changes. {@link RemovalRulesTest} and {@link ForgetRulesTest} are about the other commands. */
class CommandRulesTest {
    private static final CreateVolume CREATE =
            CreateVolume.newBuilder().setName("v").setSpec(SPEC).build();

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
    @Tag("nomad-47")
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
    @DisplayName("A create under a taken name says whether the name becomes free: the volume there is being removed")
    void aTakenNameMayBecomeFree() {
        // Given
        Volume leaving = VOLUME.removing(new Volume.Removal(false, "c1", Optional.empty()));

        // When
        Verdict taken = CommandRules.create(CREATE, "v", "u", Optional.of(VOLUME), true);
        Verdict soonFree = CommandRules.create(CREATE, "v", "u", Optional.of(leaving), true);

        // Then
        assertThat(((Verdict.Refused) taken).fault().message()).isEqualTo("a volume of this name exists");
        assertThat(((Verdict.NotFree) soonFree).fault().message())
                .isEqualTo("a volume of this name is still being removed (uid " + leaving.uid() + ")");
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
    @Tag("swarmkit-T86")
    @DisplayName("An update that expects another uid, other labels or another availability is refused for that field")
    void anUpdateOfWhatHasChangedIsRefused() {
        // Given
        Volume volume = VOLUME.with(SPEC.toBuilder().putLabels("a", "b").build());
        UpdateVolume update = UpdateVolume.newBuilder()
                .setName("v")
                .setUid(volume.uid())
                .setExpected(UpdateVolume.Expected.newBuilder().putLabels("a", "b"))
                .build();
        // Then
        assertThat(updated(update, volume)).isInstanceOf(Verdict.Done.class);
        assertThat(field(updated(update.toBuilder().setUid("another").build(), volume)))
                .isEqualTo("uid");
        assertThat(field(updated(
                        update.toBuilder()
                                .setExpected(UpdateVolume.Expected.getDefaultInstance())
                                .build(),
                        volume)))
                .isEqualTo("expected.labels");
        UpdateVolume.Builder active = update.toBuilder();
        active.getExpectedBuilder().setAvailability(VolumeAvailability.VOLUME_AVAILABILITY_ACTIVE);
        assertThat(updated(active.build(), volume)).isInstanceOf(Verdict.Done.class);
        UpdateVolume.Builder paused = update.toBuilder();
        paused.getExpectedBuilder().setAvailability(VolumeAvailability.VOLUME_AVAILABILITY_PAUSE);
        assertThat(field(updated(paused.build(), volume))).isEqualTo("expected.availability");
    }

    private static Verdict updated(UpdateVolume update, Volume volume) {
        return CommandRules.update(update, "v", Optional.of(volume));
    }

    private static String field(Verdict verdict) {
        return ((Verdict.Refused) verdict).fault().field();
    }
}

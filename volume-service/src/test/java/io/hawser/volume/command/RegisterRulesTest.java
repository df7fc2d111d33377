package io.hawser.volume.command;

import static io.hawser.volume.command.AcceptedVolume.SPEC;
import static io.hawser.volume.command.AcceptedVolume.VOLUME;
import static io.hawser.volume.command.Situations.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.Origin;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.RegisterVolume;
import io.hawser.v1.Topology;
import io.hawser.v1.TopologyRequirement;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.command.CommandRules.Situation;
import io.hawser.volume.command.CommandRules.Verdict;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.IdOwner;
import io.hawser.volume.lifecycle.Provision;
import io.hawser.volume.lifecycle.Volume;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which volumes may be registered, and which id may get a second name. */
class RegisterRulesTest {
    private static final RegisterVolume REGISTER = RegisterVolume.newBuilder()
            .setName("v")
            .setSpec(SPEC)
            .setVolumeId("vol-1")
            .putVolumeContext("pool", "a")
            .build();
    private static final VolumeSpec PREFERRED = SPEC.toBuilder()
            .setTopology(TopologyRequirement.newBuilder()
                    .addPreferred(Topology.newBuilder().putSegments("zone", "z1")))
            .build();
    private static final Situation FREE = situation(Optional.empty(), true, Optional.empty(), Map.of());

    @Test
    @DisplayName("A registration is refused for its name, key, specification, id or context, also before its plugin is"
            + " known")
    void faultsNameTheField() {
        for (Situation now : List.of(FREE, situation(Optional.empty(), false, Optional.empty(), Map.of()))) {
            assertThat(field(of(command -> command.setName("V"), "V", now))).isEqualTo("name");
            assertThat(field(of(command -> command, "other", now))).isEqualTo("key");
            assertThat(field(of(RegisterVolume.Builder::clearSpec, "v", now))).isEqualTo("spec");
            assertThat(field(of(command -> command.setSpec(PREFERRED), "v", now)))
                    .isEqualTo("spec.topology.preferred");
            assertThat(field(of(RegisterVolume.Builder::clearVolumeId, "v", now)))
                    .isEqualTo("volume_id");
            assertThat(field(of(command -> command.setVolumeId("ü".repeat(2049)), "v", now)))
                    .isEqualTo("volume_id");
            assertThat(field(of(command -> command.putVolumeContext("k", "x".repeat(64 * 1024)), "v", now)))
                    .isEqualTo("volume_context");
        }
        assertThat(of(
                        command -> command.setVolumeId("ü".repeat(2048)).putVolumeContext("k", "x".repeat(65_000)),
                        "v",
                        FREE))
                .isInstanceOf(Verdict.Accepted.class);
    }

    @Test
    @DisplayName("A registered volume has the id and context that the command says, and the requisite topologies")
    void whatIsRegistered() {
        // Given
        Topology zone = Topology.newBuilder().putSegments("zone", "z1").build();
        VolumeSpec spec = SPEC.toBuilder()
                .setTopology(TopologyRequirement.newBuilder().addRequisite(zone))
                .build();
        // When
        Verdict verdict = of(command -> command.setSpec(spec), "v", FREE);
        Verdict withPreferred = of(
                command -> command.setSpec(spec.toBuilder()
                        .setTopology(spec.getTopology().toBuilder().addPreferred(zone))),
                "v",
                FREE);
        // Then
        assertThat(withPreferred).isInstanceOf(Verdict.Accepted.class);
        Volume volume = ((Verdict.Accepted) verdict).volume();
        assertThat(volume.spec()).isEqualTo(spec);
        assertThat(volume.provision())
                .isEqualTo(Provision.registered(new Provision.Info("vol-1", 0, Map.of("pool", "a"), List.of(zone))));
    }

    @Test
    @DisplayName("The name of a volume that exists is refused; one that is being removed is not free yet; an unknown"
            + " plugin is waited for")
    void theNameIsTaken() {
        // Given
        Volume leaving = VOLUME.removing(new Volume.Removal(false, "c1", Optional.empty()));
        // Then
        assertThat(field(of(situation(Optional.of(VOLUME), true, Optional.empty(), Map.of()))))
                .isEqualTo("name");
        assertThat(of(situation(Optional.of(leaving), true, Optional.empty(), Map.of())))
                .isInstanceOf(Verdict.NotFree.class);
        assertThat(of(situation(Optional.empty(), false, Optional.empty(), Map.of())))
                .isInstanceOf(Verdict.NotKnown.class);
    }

    @Test
    @DisplayName(
            "An id that another volume has is refused; one whose volume is being removed, or may get another id, is"
                    + " not free yet")
    void theIdIsTaken() {
        // When
        Verdict taken = of(owned(true, false));
        Verdict leaving = of(owned(true, true));
        Verdict perhaps = of(owned(false, false));
        // Then
        assertThat(field(taken)).isEqualTo("volume_id");
        assertThat(((Verdict.Refused) taken).fault().message()).isEqualTo("volume w of plugin p has the id vol-1");
        assertThat(((Verdict.NotFree) leaving).fault().message())
                .isEqualTo("volume w of plugin p has the id vol-1, and is being removed");
        assertThat(((Verdict.NotFree) perhaps).fault().message())
                .isEqualTo("volume w of plugin p is not created yet, and may get the id vol-1");
    }

    @Test
    @DisplayName("A volume is not created under a name that is another volume's id: a plugin that creates none would"
            + " serve that one")
    void aNameThatIsAnId() {
        // Given
        CreateVolume create =
                CreateVolume.newBuilder().setName("v").setSpec(SPEC).build();
        // Then
        assertThat(field(CommandRules.of(new VolumeCommand.Create(record(create), create), owned(true, false))))
                .isEqualTo("name");
        assertThat(CommandRules.of(new VolumeCommand.Create(record(create), create), FREE))
                .isInstanceOf(Verdict.Accepted.class);
    }

    @Test
    @DisplayName(
            "While a node has a mount of an earlier volume of the name, the name is not free; a mount under the uid of"
                    + " this very command does not count, for it is of a lost life")
    void mountedOnANode() {
        // When
        Verdict ofALostLife =
                of(situation(Optional.empty(), true, Optional.empty(), Map.of(new NodeName("n0"), "uid")));
        Verdict verdict = of(situation(
                Optional.empty(),
                true,
                Optional.empty(),
                Map.of(new NodeName("n1"), "earlier", new NodeName("n0"), "uid")));
        // Then
        assertThat(ofALostLife).isInstanceOf(Verdict.Accepted.class);
        assertThat(((Verdict.NotFree) verdict).fault().message())
                .isEqualTo("node n1 has a mount of an earlier volume of this name, which may be this one: unmount it"
                        + " there when nothing uses it any more, or remove the node if the machine is gone");
    }

    private static Situation owned(boolean known, boolean leaving) {
        return situation(
                Optional.empty(),
                true,
                Optional.of(new IdOwner(new PluginName("p"), "vol-1", known, new VolumeName("w"), leaving)),
                Map.of());
    }

    private static Verdict of(Situation now) {
        return of(command -> command, "v", now);
    }

    private static Verdict of(UnaryOperator<RegisterVolume.Builder> change, String key, Situation now) {
        return RegisterRules.register(change.apply(REGISTER.toBuilder()).build(), key, now);
    }

    private static String field(Verdict verdict) {
        return ((Verdict.Refused) verdict).fault().field();
    }

    private static Decoded.Known record(CreateVolume create) {
        return new Decoded.Known(
                new Origin("id", "hawser.volume-commands", 0, 1),
                "v",
                "c",
                MessageTypes.nameOf(create),
                create,
                List.of());
    }
}

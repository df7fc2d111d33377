package io.hawser.volume.spec;

import static io.hawser.volume.id.Ids.V;
import static io.hawser.volume.spec.SoundSpec.segment;
import static io.hawser.volume.spec.SoundSpec.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.Origin;
import io.hawser.message.Fault;
import io.hawser.v1.CapacityRange;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Scope;
import io.hawser.v1.SecretReference;
import io.hawser.v1.Sharing;
import io.hawser.v1.Topology;
import io.hawser.v1.TopologyRequirement;
import io.hawser.v1.UpdateVolume;
import io.hawser.v1.VolumeAvailability;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.command.CommandRules;
import io.hawser.volume.command.Situations;
import io.hawser.volume.command.VolumeCommand;
import io.hawser.volume.lifecycle.Volume;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SpecRulesTest {
    @Test
    @Tag("swarmkit-T80")
    @DisplayName("A sound specification has no fault")
    void aSoundSpecificationHasNoFault() {
        assertThat(SpecRules.check(spec().build())).isEmpty();
    }

    @Test
    @Tag("swarmkit-T79")
    @Tag("swarmkit-T82")
    @Tag("swarmkit-X-24")
    @DisplayName("Each fault names its field")
    void eachFaultNamesItsField() {
        assertField("spec.plugin", b -> b.clearPlugin());
        assertField("spec.plugin", b -> b.setPlugin("../p"));
        assertField("spec.plugin", b -> b.setPlugin("csi..example"));
        assertField("spec.group", b -> b.setGroup("a/b"));
        assertField("spec.mount", b -> b.clearMount());
        assertField("spec.sharing", b -> b.setScope(Scope.SCOPE_MULTI_NODE).setSharing(Sharing.SHARING_NONE));
        assertField(
                "spec.capacity.required_bytes",
                b -> b.setCapacity(CapacityRange.newBuilder().setRequiredBytes(-1)));
        assertField(
                "spec.capacity.limit_bytes",
                b -> b.setCapacity(
                        CapacityRange.newBuilder().setRequiredBytes(2).setLimitBytes(1)));
        assertField("spec.parameters", b -> b.putParameters("k", "v".repeat(5000)));
        assertField("spec.parameters", b -> b.putParameters("é".repeat(65), ""));
        assertField("spec.labels", b -> b.putLabels("k", "v".repeat(5000)));
        assertField("spec.labels", b -> b.putLabels("", "v"));
        assertField(
                "spec.secrets[0].name",
                b -> b.addSecrets(SecretReference.newBuilder().setKey("k").setName("../../etc/shadow")));
        assertField("spec.secrets[1].key", b -> b.addSecrets(
                        SecretReference.newBuilder().setKey("k").setName("a"))
                .addSecrets(SecretReference.newBuilder().setKey("k").setName("b")));
        assertField(
                "spec.topology.preferred[0]",
                b -> b.setTopology(TopologyRequirement.newBuilder()
                        .addRequisite(Topology.newBuilder().putSegments("z", "1"))
                        .addPreferred(Topology.newBuilder().putSegments("z", "2"))));
    }

    @Test
    @DisplayName("What every call would refuse for its size or form is refused at the command, naming the field")
    void whatEveryCallWouldRefuseIsRefusedHere() {
        assertField(
                "spec.mount.fs_type", b -> b.setMount(MountAccess.newBuilder().setFsType("x".repeat(129))));
        assertField(
                "spec.mount.volume_mount_group",
                b -> b.setMount(MountAccess.newBuilder().setVolumeMountGroup("é".repeat(65))));
        assertField(
                "spec.mount.mount_flags[1]",
                b -> b.setMount(MountAccess.newBuilder().addMountFlags("ro").addMountFlags(" ")));
        assertField(
                "spec.mount.mount_flags[1]",
                b -> b.setMount(MountAccess.newBuilder().addMountFlags("ro").addMountFlags("password=x")));
        assertField(
                "spec.mount.mount_flags",
                b -> b.setMount(
                        MountAccess.newBuilder().addMountFlags("a".repeat(4096)).addMountFlags("b")));
        assertField("spec.secrets", b -> {
            for (int i = 0; i < 33; i++) {
                b.addSecrets(
                        SecretReference.newBuilder().setKey("k".repeat(125) + i).setName("n"));
            }
            return b;
        });
        assertField("spec.topology", b -> b.setTopology(TopologyRequirement.getDefaultInstance()));
        for (String key : new String[] {"", "/zone", "a/", "a/b/" + "c".repeat(64), "z".repeat(64)}) {
            assertField("spec.topology.requisite[0].segments", b -> b.setTopology(segment(key, "1")));
        }
        assertField("spec.topology.requisite[0].segments", b -> b.setTopology(segment("zone", "v".repeat(64))));
        assertField(
                "spec.topology.preferred[1].segments",
                b -> b.setTopology(TopologyRequirement.newBuilder()
                        .addPreferred(Topology.newBuilder().putSegments("zone", "1"))
                        .addPreferred(
                                Topology.newBuilder().putSegments("zone", "1").putSegments("Zone", "2"))));
    }

    @Test
    @DisplayName("A topology's value may be empty, as some drivers say it of a node in no zone")
    void anEmptyTopologyValue() {
        assertThat(SpecRules.check(spec().setTopology(segment("topology.example.com/zone", ""))
                        .build()))
                .isEmpty();
    }

    @Test
    @DisplayName(
            "An update is judged by what it changes: a volume that an earlier version accepted can still be drained")
    void anUpdateIsJudgedByWhatItChanges() {
        VolumeSpec old = spec().setMount(MountAccess.newBuilder().addMountFlags("password=x"))
                .build();

        UpdateVolume.Builder drain =
                UpdateVolume.newBuilder().setName("v").setAvailability(VolumeAvailability.VOLUME_AVAILABILITY_DRAIN);

        assertThat(update(old, drain)).isInstanceOf(CommandRules.Verdict.Done.class);
        assertThat(update(old, drain.putLabels("k", "v".repeat(5000))))
                .isInstanceOfSatisfying(
                        CommandRules.Verdict.Refused.class,
                        refused -> assertThat(refused.fault().field()).isEqualTo("labels"));
    }

    private static CommandRules.Verdict update(VolumeSpec stored, UpdateVolume.Builder update) {
        VolumeCommand command = VolumeCommand.in(new Decoded.Known(
                new Origin("hawser.volume-commands", "", 0, 0), "v", "id", "hawser.v1.UpdateVolume", update.build()));
        Optional<Volume> existing = Optional.of(Volume.accepted(V, "uid", stored));
        return CommandRules.of(command, Situations.of(existing));
    }

    private static void assertField(String field, UnaryOperator<VolumeSpec.Builder> spoil) {
        assertThat(SpecRules.check(spoil.apply(spec()).build()).map(Fault::field))
                .contains(field);
    }
}

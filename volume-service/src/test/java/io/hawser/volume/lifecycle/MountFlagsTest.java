package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.created;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.end;
import static io.hawser.volume.lifecycle.Scenes.intend;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.CapabilitySet;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.v1.MountAccess;
import io.hawser.v1.VolumeSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a node has a volume: with which mount flags, group and access mode. */
class MountFlagsTest {
    private static final List<Claim> HELD = List.of(Scenes.granted("a", N1, "noatime"));
    private static final CapabilitySet GROUPS = nodeWith(NodeServiceCapability.RPC.Type.VOLUME_MOUNT_GROUP);
    private static final CapabilitySet MULTI_WRITER = nodeWith(NodeServiceCapability.RPC.Type.SINGLE_NODE_MULTI_WRITER);

    @Test
    @DisplayName("The first task's flags are those of attach and assignment, and stay while the volume is on the node")
    void fixedByTheFirstTask() {
        // When
        Volume begun = decide(created(), HELD, FACTS).volume().orElseThrow();
        Volume attached = end(
                        intend(begun, new Operation.Publish(N1)),
                        HELD,
                        FACTS,
                        new CallOutcome.Published(new Operation.Publish(N1), Map.of()))
                .volume()
                .orElseThrow();
        Volume unused = decide(attached, List.of(HELD.getFirst().releasing()), FACTS)
                .volume()
                .orElseThrow();

        // Then
        assertThat(flags(begun)).contains(List.of("noatime"));
        assertThat(flags(attached)).contains(List.of("noatime"));
        assertThat(unused.publications().get(N1).state()).isEqualTo(Publication.State.PENDING_NODE_UNPUBLISH);
        assertThat(flags(unused)).contains(List.of("noatime"));
    }

    @Test
    @DisplayName("Where it is unknown how a volume was attached, the task that has it there says its flags again")
    void unknownFlags() {
        // Given
        Volume begun = decide(created(), HELD, FACTS).volume().orElseThrow();
        Volume lost = begun.with(begun.publications().get(N1).published().attachedAgain());

        // When
        Volume again = decide(lost, List.of(Scenes.granted("b", N1, "nodev")), FACTS)
                .volume()
                .orElseThrow();

        // Then
        assertThat(flags(lost)).isEmpty();
        assertThat(flags(again)).contains(List.of("nodev"));
    }

    @Test
    @DisplayName("The tasks' flags come after the volume's, which alone count where no task has its own")
    void merged() {
        // Given
        Publication publication = Publication.begin(N1, "csi-n1");
        VolumeSpec spec = VolumeSpec.newBuilder()
                .setMount(MountAccess.newBuilder().setFsType("xfs").addMountFlags("noatime"))
                .build();

        // Then
        assertThat(publication.options().over(spec)).isEqualTo(spec);
        assertThat(publication
                        .fixing(MountOptions.UNKNOWN.with(List.of()))
                        .options()
                        .over(spec))
                .isEqualTo(spec);
        assertThat(publication
                        .fixing(MountOptions.UNKNOWN.with(List.of("nodev", "ro")))
                        .options()
                        .over(spec)
                        .getMount())
                .isEqualTo(MountAccess.newBuilder()
                        .setFsType("xfs")
                        .addAllMountFlags(List.of("noatime", "nodev", "ro"))
                        .build());
    }

    @Test
    @Tag("nomad-34")
    @DisplayName("A task's rw does not replace its volume's ro, but follows it: the last one counts, as for mount(8)")
    void theLastFlagCounts() {
        // Given
        VolumeSpec readOnly = VolumeSpec.newBuilder()
                .setMount(MountAccess.newBuilder().addMountFlags("ro"))
                .build();

        // When
        VolumeSpec merged = Publication.begin(N1, "csi-n1")
                .fixing(MountOptions.UNKNOWN.with(List.of("rw")))
                .options()
                .over(readOnly);

        // Then
        assertThat(merged.getMount().getMountFlagsList()).containsExactly("ro", "rw");
    }

    @Test
    @DisplayName("The volume's group is fixed as well: the plugin gets it if it takes one, and the agent otherwise")
    void theGroup() {
        // Given
        VolumeSpec spec = VolumeSpec.newBuilder()
                .setMount(MountAccess.newBuilder().setVolumeMountGroup("1000"))
                .build();

        // When
        Volume plain = decide(created(), HELD, FACTS).volume().orElseThrow();
        Volume taking = decide(created(), HELD, on(GROUPS)).volume().orElseThrow();
        Volume upgraded = decide(plain, HELD, on(GROUPS)).volume().orElse(plain);

        // Then
        assertThat(group(plain, spec)).isEmpty();
        assertThat(group(taking, spec)).isEqualTo("1000");
        assertThat(group(upgraded, spec)).isEmpty();
    }

    @Test
    @DisplayName("The access mode is fixed as well: a volume that the plugin created without"
            + " SINGLE_NODE_MULTI_WRITER, or that a node without it has, is not used with it after an upgrade")
    void theAccessMode() {
        // Given
        Volume general = createdWith(Optional.of(new Provision.CreateCapabilities(false, false)));
        Volume exact = createdWith(Optional.of(new Provision.CreateCapabilities(true, false)));

        // When
        Volume before = decide(exact, HELD, FACTS).volume().orElseThrow();
        Volume upgraded = decide(before, HELD, on(MULTI_WRITER)).volume().orElse(before);

        // Then
        assertThat(multiWriter(decide(general, HELD, on(MULTI_WRITER)).volume().orElseThrow()))
                .contains(false);
        assertThat(multiWriter(decide(exact, HELD, on(MULTI_WRITER)).volume().orElseThrow()))
                .contains(true);
        assertThat(multiWriter(upgraded)).contains(false);
        assertThat(multiWriter(decide(createdWith(Optional.empty()), HELD, on(MULTI_WRITER))
                        .volume()
                        .orElseThrow()))
                .as("a volume that a plugin had before")
                .contains(true);
        VolumeInputs unknown = Scenes.inputs(FACTS.plugin(), Map.of(), FACTS.barrierReached());
        Volume notKnown = decide(exact, HELD, unknown).volume().orElseThrow();
        assertThat(multiWriter(notKnown)).as("a node whose plugin is not known").isEmpty();
        assertThat(multiWriter(decide(notKnown, HELD, on(MULTI_WRITER)).volume().orElseThrow()))
                .as("once it is known")
                .contains(true);
        assertThat(multiWriter(decide(general, HELD, unknown).volume().orElseThrow()))
                .contains(false);
    }

    private static Volume createdWith(Optional<Provision.CreateCapabilities> capabilities) {
        return created().with(created().provision().with(capabilities));
    }

    private static Optional<Boolean> multiWriter(Volume volume) {
        return volume.publications().get(N1).options().multiWriter();
    }

    private static CapabilitySet nodeWith(NodeServiceCapability.RPC.Type capability) {
        return CapabilitySet.of(List.of(), List.of(), List.of(capability.getNumber()));
    }

    private static VolumeInputs on(CapabilitySet plugin) {
        return Scenes.inputs(
                FACTS.plugin(),
                Map.of(N1, new VolumeInputs.NodeFacts(false, "csi-n1", false, false, Optional.empty(), true, plugin)),
                FACTS.barrierReached());
    }

    private static String group(Volume volume, VolumeSpec spec) {
        return volume.publications().get(N1).options().over(spec).getMount().getVolumeMountGroup();
    }

    private static Optional<List<String>> flags(Volume volume) {
        return volume.publications().get(N1).options().flags();
    }
}

package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.created;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.end;
import static io.hawser.volume.lifecycle.Scenes.intend;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.MountAccess;
import io.hawser.v1.VolumeSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The mount flags with which a node has a volume. */
class MountFlagsTest {
    private static final List<Claim> HELD = List.of(Scenes.granted("a", N1, "noatime"));

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
        assertThat(publication.fixing(List.of(), false).options().over(spec)).isEqualTo(spec);
        assertThat(publication
                        .fixing(List.of("nodev", "ro"), false)
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
                .fixing(List.of("rw"), false)
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
        Volume taking = decide(created(), HELD, takingGroups()).volume().orElseThrow();
        Volume upgraded = decide(plain, HELD, takingGroups()).volume().orElse(plain);

        // Then
        assertThat(group(plain, spec)).isEmpty();
        assertThat(group(taking, spec)).isEqualTo("1000");
        assertThat(group(upgraded, spec)).isEmpty();
    }

    private static VolumeInputs takingGroups() {
        return Scenes.inputs(
                FACTS.plugin(),
                Map.of(N1, new VolumeInputs.NodeFacts(false, "csi-n1", false, false, Optional.empty(), true, true)),
                FACTS.barrierReached());
    }

    private static String group(Volume volume, VolumeSpec spec) {
        return volume.publications().get(N1).options().over(spec).getMount().getVolumeMountGroup();
    }

    private static Optional<List<String>> flags(Volume volume) {
        return volume.publications().get(N1).options().flags();
    }
}

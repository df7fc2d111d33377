package io.hawser.volume.lifecycle.report;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.id.Ids.V;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.MountAccess;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.MountOptions;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Publication.State;
import io.hawser.volume.lifecycle.PublicationSample;
import io.hawser.volume.lifecycle.Volume;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AssignmentReportTest {
    private static final Volume VOLUME =
            Volume.accepted(V, "uid", VolumeSpec.newBuilder().setPlugin("p").build());

    @Test
    @DisplayName("What stands is what each node was told last: the targets of its generation, under that generation")
    void whatStands() {
        // Given
        Volume volume = VOLUME.with(on(N1, State.PUBLISHED, 7, "a.0", "b.0")).with(on(N2, State.PUBLISHED, 8, "c.0"));
        List<Claim> holders =
                List.of(holder("a", N1), holder("b", N1).releasing(), holder("c", N2), holder("late", N1));

        // When
        List<Assignment> standing = AssignmentReport.standing(volume, holders);

        // Then
        assertThat(standing).extracting(Assignment::getGeneration).containsExactly(7L, 8L);
        assertThat(standing).noneMatch(Assignment::getNothing);
        assertThat(targets(standing.getFirst())).containsExactly("a.0", "b.0");
        assertThat(targets(standing.getLast())).containsExactly("c.0");
    }

    @Test
    @DisplayName("A node that is to let go, or owes its word, goes on being told that it shall have nothing")
    void nothingStands() {
        // Given
        Volume volume = VOLUME.with(on(N1, State.PENDING_NODE_UNPUBLISH, 7)).with(on(N2, State.UNCONFIRMED_DETACH, 8));

        // When
        List<Assignment> standing = AssignmentReport.standing(volume, List.of(holder("a", N1)));

        // Then
        assertThat(standing).hasSize(2).allMatch(Assignment::getNothing);
        assertThat(standing)
                .allSatisfy(assignment -> assertThat(targets(assignment)).isEmpty());
    }

    @Test
    @DisplayName(
            "A node that was told nothing yet, or something else in a lost life of the database, is told nothing again")
    void whoWasToldNothing() {
        // Given
        Volume volume = VOLUME.with(on(N1, State.PENDING_PUBLISH, 0)).with(on(N2, State.PENDING_PUBLISH, 7));

        // When
        List<Assignment> standing = AssignmentReport.standing(volume, List.of(holder("a", N1)));

        // Then
        assertThat(standing).isEmpty();
    }

    @Test
    @DisplayName("An assignment has the volume's mount flags, and those of the tasks on that node")
    void flags() {
        // Given
        Volume volume = Volume.accepted(
                        V,
                        "uid",
                        VolumeSpec.newBuilder()
                                .setPlugin("p")
                                .setMount(MountAccess.newBuilder().addMountFlags("noatime"))
                                .build())
                .with(on(N1, State.PUBLISHED, 7, List.of("nodev"), "a.0"))
                .with(on(N2, State.PUBLISHED, 8, "b.0"));

        // When
        List<Assignment> standing = AssignmentReport.standing(volume, List.of(holder("a", N1), holder("b", N2)));

        // Then
        assertThat(standing)
                .extracting(assignment -> List.copyOf(assignment.getMount().getMountFlagsList()))
                .containsExactly(List.of("noatime", "nodev"), List.of("noatime"));
    }

    @Test
    @DisplayName("A volume's group goes to the plugin, or to the agent where the plugin takes none, never to both")
    void group() {
        // Given
        Volume volume = Volume.accepted(
                        V,
                        "uid",
                        VolumeSpec.newBuilder()
                                .setPlugin("p")
                                .setMount(MountAccess.newBuilder().setVolumeMountGroup("1000"))
                                .build())
                .with(on(N1, State.PUBLISHED, 7, List.of(), false, "a.0"))
                .with(on(N2, State.PUBLISHED, 8, List.of(), true, "b.0"));

        // When
        List<Assignment> standing = AssignmentReport.standing(volume, List.of(holder("a", N1), holder("b", N2)));

        // Then
        assertThat(standing)
                .extracting(assignment -> assignment.getMount().getVolumeMountGroup())
                .containsExactly("1000", "");
        assertThat(standing).extracting(Assignment::getFsGroup).containsExactly("", "1000");
    }

    private static List<String> targets(Assignment assignment) {
        return assignment.getTargetsList().stream().map(AssignmentTarget::getId).toList();
    }

    private static Claim holder(String task, NodeName node) {
        return new Claim(
                new TaskName(task),
                "/a",
                "v",
                Optional.of(V),
                node,
                new TargetId(task + ".0"),
                false,
                List.of(),
                Claim.State.GRANTED,
                1,
                0,
                Optional.empty(),
                Set.of(),
                "");
    }

    @Test
    @DisplayName("The assignment says whether the node's plugin is asked for the newer access modes, unless the volume"
            + " is there since an older version")
    void theAccessMode() {
        // Given
        MountOptions without = new MountOptions(Optional.of(List.of()), false, Optional.of(false), false);
        Volume volume = VOLUME.with(PublicationSample.on(N1, State.PUBLISHED)
                        .mounts(7, Optional.empty())
                        .options(without)
                        .done())
                .with(on(N2, State.PUBLISHED, 8));

        // When
        List<Assignment> standing = AssignmentReport.standing(volume, List.of());

        // Then
        assertThat(standing)
                .extracting(Assignment::hasSingleNodeMultiWriter, Assignment::getSingleNodeMultiWriter)
                .containsExactly(tuple(true, false), tuple(false, false));
    }

    private static Publication on(NodeName node, State state, long generation, String... targets) {
        return on(node, state, generation, List.of(), targets);
    }

    private static Publication on(NodeName node, State state, long generation, List<String> flags, String... targets) {
        return on(node, state, generation, flags, false, targets);
    }

    private static Publication on(
            NodeName node, State state, long generation, List<String> flags, boolean groupByAgent, String... targets) {
        return PublicationSample.on(node, state)
                .mounts(generation, Optional.empty())
                .assigned(Stream.of(targets).map(TargetId::new).collect(Collectors.toSet()))
                .flags(Optional.of(flags), groupByAgent)
                .done();
    }
}

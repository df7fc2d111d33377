package io.hawser.volume.claim;

import static io.hawser.volume.claim.ClaimScenes.created;
import static io.hawser.volume.claim.ClaimScenes.decide;
import static io.hawser.volume.claim.ClaimScenes.node;
import static io.hawser.volume.claim.ClaimScenes.readOnly;
import static io.hawser.volume.claim.ClaimScenes.spec;
import static io.hawser.volume.claim.ClaimScenes.task;
import static io.hawser.volume.claim.ClaimScenes.view;
import static io.hawser.volume.claim.ClaimScenes.volume;
import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.V1;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.BlockAccess;
import io.hawser.v1.MountAccess;
import io.hawser.v1.NodeAvailability;
import io.hawser.v1.Sharing;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.Topology;
import io.hawser.v1.VolumeAvailability;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Claim.State;
import io.hawser.volume.lifecycle.Obstacle;
import io.hawser.volume.lifecycle.Obstacle.Reason;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.PublicationSample;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AdmissionTest {
    @Test
    @Tag("swarmkit-T54")
    @DisplayName("A volume of one writer is granted to its first writer beside readers, and to each reader")
    void theWriterBesideReaders() {
        // Given
        Claim reader = decide(readOnly(task("x", "n1", "v1")), volume(V1, Sharing.SHARING_ONE_WRITER), node());
        VolumeView read = volume(V1, Sharing.SHARING_ONE_WRITER, reader);

        // When
        Claim writer = decide(task("t", "n1", "v1"), read, node());
        Claim another = decide(readOnly(task("t", "n1", "v1")), read, node());

        // Then
        assertThat(reader.readOnly()).isTrue();
        assertThat(writer.state()).isEqualTo(State.GRANTED);
        assertThat(another.state()).isEqualTo(State.GRANTED);
    }

    @Test
    @Tag("swarmkit-X-11")
    @DisplayName("A volume that is drained, and a node that is paused, take nothing new")
    void drainedAndPaused() {
        // Given
        VolumeView drained = view(
                V1,
                spec(Sharing.SHARING_ALL).toBuilder()
                        .setAvailability(VolumeAvailability.VOLUME_AVAILABILITY_DRAIN)
                        .build(),
                List.of());
        NodeView paused = ClaimScenes.nodeOf(
                io.hawser.v1.Node.newBuilder().setAvailability(NodeAvailability.NODE_AVAILABILITY_PAUSE));

        // When
        Claim ofVolume = decide(task("t", "n1", "v1"), drained, node());
        Claim onNode = decide(task("t", "n1", "v1"), volume(V1), paused);

        // Then
        assertThat(ofVolume.obstacle()).contains(new Obstacle(Reason.VOLUME_NOT_ACTIVE, "volume v1 is being drained"));
        assertThat(onNode.message()).isEqualTo("node n1 takes no new volumes");
        assertThat(List.of(ofVolume, onNode)).noneMatch(Claim::onlyOccupancy);
    }

    @Test
    @DisplayName("A task waits for the last task on its node that has the volume with other mount flags; the same flags"
            + " share it, and another node has its own")
    void oneListOfFlagsOnANode() {
        // Given
        Claim holder = decide(flags(task("x", "n1", "v1"), "noatime"), volume(V1, Sharing.SHARING_ALL), node());
        VolumeView held = volume(V1, Sharing.SHARING_ALL, holder);

        // When
        Claim other = decide(flags(task("t", "n1", "v1"), "nodev"), held, node());
        Claim none = decide(task("t", "n1", "v1"), held, node());
        Claim same = decide(flags(task("t", "n1", "v1"), "noatime"), held, node());

        // Then
        assertThat(List.of(other, none)).allMatch(Claim::onlyOccupancy);
        assertThat(List.of(other, none))
                .extracting(Claim::message)
                .containsOnly("task x has volume v1 with other mount flags on node n1");
        assertThat(same.state()).isEqualTo(State.GRANTED);
    }

    @Test
    @DisplayName("Mount flags are fixed until the volume has left the node, not only until its last task has ended")
    void flagsOutliveTheLastTask() {
        // Given
        Publication left = onN1(Publication.State.PENDING_NODE_UNPUBLISH, Optional.of(List.of("noatime")));
        VolumeView leaving = reachable(Map.of(N1, left));

        // When
        Claim other = decide(flags(task("t", "n1", "v1"), "nodev"), leaving, node());
        Claim same = decide(flags(task("t", "n1", "v1"), "noatime"), leaving, node());

        // Then
        assertThat(other.obstacle())
                .contains(new Obstacle(Reason.VOLUME_IN_USE, "volume v1 is still on node n1 with other mount flags"));
        assertThat(other.onlyOccupancy()).isTrue();
        assertThat(same.state()).isEqualTo(State.GRANTED);
    }

    @Test
    @DisplayName(
            "Flags that can never be used are refused in words: on a block device, too many, or two lists of a task")
    void impossibleFlags() {
        // Given
        VolumeView block = view(
                V1,
                spec(Sharing.SHARING_ALL).toBuilder()
                        .setBlock(BlockAccess.getDefaultInstance())
                        .build(),
                List.of());
        VolumeView full = view(
                V1,
                spec(Sharing.SHARING_ALL).toBuilder()
                        .setMount(MountAccess.newBuilder().addMountFlags("x".repeat(4090)))
                        .build(),
                List.of());
        Claim own = decide(task("t", "n1", "v1"), volume(V1, Sharing.SHARING_ALL), node());
        Task twice = task("t", "n1", "v1", "v1").toBuilder()
                .setMounts(
                        1,
                        TaskMount.newBuilder().setSource("v1").setTarget("/b").addMountFlags("nodev"))
                .build();

        // When
        Claim onBlock = decide(flags(task("t", "n1", "v1"), "nodev"), block, node());
        Claim tooMany = decide(flags(task("t", "n1", "v1"), "noatime"), full, node());
        Claim second = ClaimScenes.decide(twice, List.of(own), List.of(volume(V1, Sharing.SHARING_ALL)))
                .claims()
                .getLast();

        // Then
        assertThat(onBlock.obstacle())
                .contains(new Obstacle(Reason.NOT_ALLOWED, "volume v1 is a block device, which has no mount flags"));
        assertThat(tooMany.obstacle())
                .contains(new Obstacle(
                        Reason.NOT_ALLOWED,
                        "the flags of volume v1 and those of this mount have 4097 bytes where 4096 is the most"));
        assertThat(second.obstacle())
                .contains(new Obstacle(
                        Reason.NOT_ALLOWED,
                        "another mount of this task has volume v1 with other mount flags on node n1"));
        assertThat(List.of(onBlock, tooMany, second)).noneMatch(Claim::onlyOccupancy);
    }

    private static Task flags(Task task, String flag) {
        return task.toBuilder()
                .setMounts(0, task.getMounts(0).toBuilder().addMountFlags(flag))
                .build();
    }

    @Test
    @Tag("swarmkit-X-6")
    @DisplayName("A task waits until the detach from its own node is over: that is a user of the volume like any other")
    void whileItIsDetachedThere() {
        // Given
        Publication leaving = onN1(Publication.State.PENDING_UNPUBLISH, Optional.empty());

        // When
        Claim claim = decide(task("t", "n1", "v1"), reachable(Map.of(N1, leaving)), node());

        // Then
        assertThat(claim.message()).isEqualTo("volume v1 is being detached from node n1");
        assertThat(claim.onlyOccupancy()).isTrue();
    }

    @Test
    @DisplayName("A volume is reachable where one of its topologies has all its segments on the node")
    void oneTopologyWithAllSegments() {
        // Given
        Topology here = Topology.newBuilder().putSegments("zone", "z1").build();
        Topology rack = here.toBuilder().putSegments("rack", "r7").build();
        Topology elsewhere = Topology.newBuilder().putSegments("zone", "z2").build();

        // When
        Claim one = decide(task("t", "n1", "v1"), reachable(Map.of(), elsewhere, here), node());
        Claim partly = decide(task("t", "n1", "v1"), reachable(Map.of(), rack, elsewhere), node());

        // Then
        assertThat(one.state()).isEqualTo(State.GRANTED);
        assertThat(partly.message()).isEqualTo("volume v1 is not reachable from node n1 (topology)");
    }

    @Test
    @DisplayName("A topology's keys are the same in upper and lower case, its values are not")
    void topologyKeysInAnyCase() {
        // Given
        Topology sameZone = Topology.newBuilder().putSegments("ZONE", "z1").build();
        Topology otherZone = Topology.newBuilder().putSegments("zone", "Z1").build();

        // When
        Claim here = decide(task("t", "n1", "v1"), reachable(Map.of(), sameZone), node());
        Claim elsewhere = decide(task("t", "n1", "v1"), reachable(Map.of(), otherZone), node());

        // Then
        assertThat(here.state()).isEqualTo(State.GRANTED);
        assertThat(elsewhere.message()).isEqualTo("volume v1 is not reachable from node n1 (topology)");
    }

    private static Publication onN1(Publication.State state, Optional<List<String>> flags) {
        return PublicationSample.on(N1, state)
                .mounts(7, Optional.empty())
                .flags(flags, false)
                .done();
    }

    private static VolumeView reachable(Map<NodeName, Publication> publications, Topology... topology) {
        return new VolumeView(
                created(V1, spec(Sharing.SHARING_ALL), publications, topology), Map.of(), List.of(), Set.of());
    }
}

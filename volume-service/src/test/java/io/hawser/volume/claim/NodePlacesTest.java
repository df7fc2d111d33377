package io.hawser.volume.claim;

import static io.hawser.volume.claim.ClaimScenes.NOW;
import static io.hawser.volume.claim.ClaimScenes.decide;
import static io.hawser.volume.claim.ClaimScenes.holder;
import static io.hawser.volume.claim.ClaimScenes.node;
import static io.hawser.volume.claim.ClaimScenes.nodePlugin;
import static io.hawser.volume.claim.ClaimScenes.spec;
import static io.hawser.volume.claim.ClaimScenes.task;
import static io.hawser.volume.claim.ClaimScenes.volume;
import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.P;
import static io.hawser.volume.id.Ids.V1;
import static io.hawser.volume.id.Ids.V2;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.Node;
import io.hawser.v1.Sharing;
import io.hawser.v1.Task;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Claim.State;
import io.hawser.volume.lifecycle.Obstacle;
import io.hawser.volume.lifecycle.Obstacle.Reason;
import io.hawser.volume.lifecycle.Volume;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How many volumes a node takes, and that who waits for a place is in nobody's way. */
class NodePlacesTest {
    @Test
    @DisplayName("A volume that has a place on a full node already may be had by a second task there")
    void aVolumeThatIsThereNeedsNoSecondPlace() {
        // Given
        VolumeView shared = volume(V1, Sharing.SHARING_ALL, holder("x", V1, N1));

        // When
        var second = decide(task("t", "n1", "v1"), shared, full(V1));
        var another = decide(task("t", "n1", "v1"), shared, full(new VolumeName("other")));

        // Then
        assertThat(second.state()).isEqualTo(State.GRANTED);
        assertThat(another.message()).isEqualTo("node n1 has 1 of at most 1 volumes of plugin p");
    }

    @Test
    @DisplayName("Two volumes of one task do not share the last place of a node: both wait")
    void theLastPlaceIsGivenOnce() {
        // When
        var two = ClaimDecision.of(
                new ClaimDecision.Input(
                        new TaskSpec(task("t", "n1", "v1", "v2"), false),
                        List.of(),
                        List.of(volume(V1), volume(V2)),
                        full()),
                NOW);
        var one = decide(task("t", "n1", "v1"), volume(V1), full());

        // Then
        assertThat(two.claims()).extracting(Claim::state).containsOnly(State.WAITING);
        assertThat(two.claims()).extracting(Claim::message).contains("node n1 has 1 of at most 1 volumes of plugin p");
        assertThat(one.state()).isEqualTo(State.GRANTED);
    }

    @Test
    @DisplayName("A task that takes a node's last place says so: others there, which wait for a volume's users, keep no"
            + " other task from it any more")
    void theLastPlaceIsTaken() {
        // When
        var last = outcome(task("t", "n1", "v1"), volume(V1), full());
        var second = outcome(task("t", "n1", "v1"), volume(V1, Sharing.SHARING_ALL, holder("x", V1, N1)), full(V1));
        var unlimited = outcome(task("t", "n1", "v1"), volume(V1), node());

        // Then
        assertThat(last.fillsNode()).isTrue();
        assertThat(List.of(second, unlimited)).noneMatch(ClaimDecision.Outcome::fillsNode);
    }

    private static ClaimDecision.Outcome outcome(Task task, VolumeView volume, NodeView node) {
        return ClaimDecision.of(
                new ClaimDecision.Input(new TaskSpec(task, false), List.of(), List.of(volume), node), NOW);
    }

    @Test
    @DisplayName(
            "Who waits for a volume to be created, or for a place on its node, is ahead of nobody: these are no users")
    void onlyUsersAreOccupancy() {
        // Given
        VolumeView creating =
                new VolumeView(Volume.accepted(V1, "uid", spec(Sharing.SHARING_ALL)), Map.of(), List.of(), Set.of());

        // When
        var created = decide(task("t", "n1", "v1"), creating, node());
        var place = decide(task("t", "n1", "v1"), volume(V1), full(new VolumeName("other")));
        var used = decide(task("t", "n1", "v1"), volume(V1, Sharing.SHARING_NONE, holder("x", V1, N1)), node());

        // Then
        assertThat(created.obstacle()).contains(new Obstacle(Reason.VOLUME_NOT_CREATED, "volume v1 is being created"));
        assertThat(created.onlyOccupancy()).isFalse();
        assertThat(place.onlyOccupancy()).isFalse();
        assertThat(used.awaits()).containsExactly(V1);
    }

    /** It has room for one volume of the plugin, and has these. */
    private static NodeView full(VolumeName... volumes) {
        return new NodeView(
                N1,
                Optional.of(Node.getDefaultInstance()),
                Map.of(P, nodePlugin().setMaxVolumes(1).build()),
                Map.of(P, Set.of(volumes)),
                "");
    }
}

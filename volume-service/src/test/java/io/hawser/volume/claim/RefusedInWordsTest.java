package io.hawser.volume.claim;

import static io.hawser.volume.claim.ClaimScenes.NOW;
import static io.hawser.volume.claim.ClaimScenes.REMOVAL;
import static io.hawser.volume.claim.ClaimScenes.created;
import static io.hawser.volume.claim.ClaimScenes.decide;
import static io.hawser.volume.claim.ClaimScenes.node;
import static io.hawser.volume.claim.ClaimScenes.nodeOf;
import static io.hawser.volume.claim.ClaimScenes.nodePlugin;
import static io.hawser.volume.claim.ClaimScenes.spec;
import static io.hawser.volume.claim.ClaimScenes.task;
import static io.hawser.volume.claim.ClaimScenes.topology;
import static io.hawser.volume.claim.ClaimScenes.view;
import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.P;
import static io.hawser.volume.id.Ids.V1;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.Node;
import io.hawser.v1.NodeAvailability;
import io.hawser.v1.Sharing;
import io.hawser.v1.VolumeAvailability;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Obstacle;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Why a node or a volume takes no new task, in words. */
class RefusedInWordsTest {
    @Test
    @Tag("swarmkit-X-20")
    @Tag("swarmkit-X-3")
    @DisplayName("A node without the plugin, with an unhealthy one, out of reach, "
            + "full, paused or fenced is refused in words")
    void nodesAreRefusedInWords() {
        assertThat(refusal(node(Map.of()))).isEqualTo("PluginNotFound: node n1 does not run plugin p");
        assertThat(refusal(node(Map.of(
                        P, nodePlugin().setHealthy(false).setMessage("gone").build()))))
                .isEqualTo("PluginUnhealthy: plugin p on node n1 is unhealthy: gone");
        assertThat(refusal(
                        node(Map.of(P, nodePlugin().setTopology(topology("z2")).build()))))
                .isEqualTo("NotReachable: volume v1 is not reachable from node n1 (topology)");
        assertThat(refusal(new NodeView(
                        N1,
                        Optional.of(Node.getDefaultInstance()),
                        Map.of(P, nodePlugin().setMaxVolumes(1).build()),
                        Map.of(P, Set.of(new VolumeName("other"))),
                        "")))
                .isEqualTo("VolumeLimit: node n1 has 1 of at most 1 volumes of plugin p");
        assertThat(refusal(nodeOf(Node.newBuilder().setAvailability(NodeAvailability.NODE_AVAILABILITY_DRAIN))))
                .isEqualTo("NodeUnschedulable: node n1 takes no new volumes");
        assertThat(refusal(nodeOf(Node.newBuilder().setFenced(true)))).isEqualTo("NodeNotReady: node n1 is fenced");
        assertThat(refusal(new NodeView(N1, Optional.empty(), Map.of(), Map.of(), "")))
                .isEqualTo("NodeNotFound: node n1 is not known");
    }

    @Test
    @Tag("swarmkit-X-15")
    @DisplayName("A volume that is paused or being removed takes no new task")
    void volumesAreRefusedInWords() {
        VolumeSpec paused = spec(Sharing.SHARING_ALL).toBuilder()
                .setAvailability(VolumeAvailability.VOLUME_AVAILABILITY_PAUSE)
                .build();
        VolumeView removed = new VolumeView(
                created(V1, spec(Sharing.SHARING_ALL), Map.of()).removing(REMOVAL), Map.of(), List.of(), Set.of());
        assertThat(words(decide(task("t", "n1", "v1"), List.of(), List.of(view(V1, paused, List.of())))))
                .isEqualTo("VolumeNotActive: volume v1 is paused");
        assertThat(words(decide(task("t", "n1", "v1"), List.of(), List.of(removed))))
                .isEqualTo("VolumeBeingRemoved: volume v1 is being removed");
    }

    private static String refusal(NodeView node) {
        VolumeView volume = new VolumeView(
                created(V1, spec(Sharing.SHARING_ALL), Map.of(), topology("z1")), Map.of(), List.of(), Set.of());
        return words(ClaimDecision.of(
                new ClaimDecision.Input(new TaskSpec(task("t", "n1", "v1"), false), List.of(), List.of(volume), node),
                NOW));
    }

    private static String words(ClaimDecision.Outcome outcome) {
        Obstacle why = outcome.claims().getFirst().obstacle().orElseThrow();
        return why.reason().word() + ": " + why.message();
    }
}

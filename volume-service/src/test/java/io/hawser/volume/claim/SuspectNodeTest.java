package io.hawser.volume.claim;

import static io.hawser.volume.claim.ClaimScenes.created;
import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.P;
import static io.hawser.volume.id.Ids.V1;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.Fingerprint;
import io.hawser.v1.Node;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Obstacle;
import io.hawser.volume.lifecycle.Obstacle.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SuspectNodeTest {
    @Test
    @DisplayName("A suspect node gets nothing new, and the task is told why; an unsuspected one does")
    void nothingNew() {
        Claim refused = decide("its agent was last heard yesterday");
        Claim granted = decide("");

        assertThat(refused.state()).isEqualTo(Claim.State.WAITING);
        assertThat(refused.obstacle())
                .contains(
                        new Obstacle(Reason.NODE_NOT_READY, "node n1 is suspect: its agent was last heard yesterday"));
        assertThat(refused.awaits()).isEmpty();
        assertThat(granted.state()).isEqualTo(Claim.State.GRANTED);
    }

    private static Claim decide(String suspect) {
        NodeView node = new NodeView(
                N1,
                Optional.of(Node.newBuilder().setName("n1").build()),
                Map.of(P, Fingerprint.newBuilder().setHealthy(true).build()),
                Map.of(),
                suspect);
        VolumeView volume = new VolumeView(
                created(V1, VolumeSpec.newBuilder().setPlugin("p").build(), Map.of()), Map.of(), List.of(), Set.of());
        Task task = Task.newBuilder()
                .setName("t1")
                .setNode("n1")
                .addMounts(TaskMount.newBuilder().setSource("v1").setTarget("/data"))
                .build();
        return ClaimDecision.of(
                        new ClaimDecision.Input(new TaskSpec(task, false), List.of(), List.of(volume), node),
                        java.time.Instant.EPOCH)
                .claims()
                .getFirst();
    }
}

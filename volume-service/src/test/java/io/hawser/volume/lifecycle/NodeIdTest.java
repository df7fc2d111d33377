package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.PLUGIN;
import static io.hawser.volume.lifecycle.Scenes.created;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.end;
import static io.hawser.volume.lifecycle.Scenes.granted;
import static io.hawser.volume.lifecycle.Scenes.intend;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The plugin's name of a node, which no call may lack. */
class NodeIdTest {
    private static final List<Claim> CLAIMS = List.of(granted("a", N1));
    private static final VolumeInputs UNKNOWN =
            Scenes.inputs(Optional.of(PLUGIN), Map.of(N1, Scenes.node(false, "", false)), true);

    @Test
    @DisplayName("A volume is attached to no node whose plugin has not said how it calls the node")
    void withoutTheNodesIdNothingIsAttached() {
        // When
        var outcome = decide(created(), CLAIMS, UNKNOWN);

        // Then
        assertThat(outcome.call()).isEmpty();
        assertThat(outcome.volume().orElseThrow().publications()).containsKey(N1);
    }

    @Test
    @DisplayName("An id that comes later is taken into the publication that waits for it, and the volume is attached")
    void theNodesIdComesLater() {
        // Given
        Volume waiting = decide(created(), CLAIMS, UNKNOWN).volume().orElseThrow();

        // When
        var outcome = decide(waiting, CLAIMS, FACTS);

        // Then
        assertThat(outcome.volume().orElseThrow().publications().get(N1).csiNodeId())
                .isEqualTo("csi-n1");
        assertThat(outcome.call()).contains(new Operation.Publish(N1));
    }

    @Test
    @DisplayName("An id that changes after an attempt does not replace the one that the plugin was told")
    void theIdOfAnAttemptIsKept() {
        // Given
        Volume begun = decide(created(), CLAIMS, FACTS).volume().orElseThrow();
        Volume attempted = end(
                        intend(begun, new Operation.Publish(N1)), CLAIMS, FACTS, new CallOutcome.Uncertain("lost"))
                .volume()
                .orElseThrow();
        VolumeInputs renamed = Scenes.inputs(Optional.of(PLUGIN), Map.of(N1, Scenes.node(false, "other", false)), true);

        // When
        var outcome = decide(attempted, CLAIMS, renamed);

        // Then
        assertThat(outcome.volume().orElseThrow().publications().get(N1).csiNodeId())
                .isEqualTo("csi-n1");
    }
}

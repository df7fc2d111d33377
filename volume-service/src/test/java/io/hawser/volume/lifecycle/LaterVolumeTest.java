package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.created;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.volume.id.NodeName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A restored copy removes a volume whose storage was registered as another one in the life that is lost. */
class LaterVolumeTest {
    private static final Volume LEAVING = created()
            .removing(new Volume.Removal(false, "remove", Optional.empty()))
            .with(Publication.begin(N1, "csi-n1").intended().unpublishing())
            .with(Publication.begin(N2, "csi-n2").intended().unpublishing());

    @Test
    @DisplayName("A volume is detached from the nodes that have no mount of a later volume with its id, and from no"
            + " other")
    void isNotDetachedUnderTheLaterOne() {
        // When
        var outcome = decide(LEAVING, List.of(), laterOn(N1));

        // Then
        assertThat(outcome.volume().orElseThrow().publications()).containsOnlyKeys(N2);
        assertThat(outcome.calls()).containsExactly(new Operation.Unpublish(N2));
        assertThat(outcome.effects())
                .filteredOn(effect -> effect instanceof Effect.RecordEvent happened
                        && happened.reason().equals("StaysAttached"))
                .hasSize(1);
    }

    @Test
    @DisplayName("Its removal by force does not count that node among those where it is perhaps still attached")
    void byForce() {
        // Given
        Volume forced = LEAVING.removing(new Volume.Removal(true, "force", Optional.empty()));

        // When
        var outcome = decide(forced, List.of(), laterOn(N1));

        // Then
        Volume left = outcome.volume().orElseThrow();
        assertThat(left.publications()).containsOnlyKeys(N2);
        assertThat(left.removal().orElseThrow().abandoned()).isEmpty();
    }

    private static VolumeInputs laterOn(NodeName node) {
        return new VolumeInputs(FACTS.plugin(), FACTS.nodes(), true, Map.of(), Map.of(), Set.of(node));
    }
}

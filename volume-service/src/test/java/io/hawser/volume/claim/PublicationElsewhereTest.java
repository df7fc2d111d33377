package io.hawser.volume.claim;

import static io.hawser.volume.claim.ClaimScenes.decide;
import static io.hawser.volume.claim.ClaimScenes.node;
import static io.hawser.volume.claim.ClaimScenes.spec;
import static io.hawser.volume.claim.ClaimScenes.task;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.id.Ids.N3;
import static io.hawser.volume.id.Ids.V1;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.Sharing;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Claim.State;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Retry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a publication, or the debt of one, on another node keeps from a task. */
class PublicationElsewhereTest {
    @Test
    @DisplayName("A publication elsewhere is a user that is waited for; one on the same node is in nobody's way")
    void aPublicationElsewhere() {
        // Given
        Publication published = new Publication(
                N2,
                Publication.State.PUBLISHED,
                "csi-n2",
                Map.of(),
                7,
                Set.of(),
                true,
                false,
                false,
                Retry.NONE,
                Optional.empty(),
                Optional.empty(),
                Publication.Forget.NO,
                Optional.empty(),
                false);

        // When
        var elsewhere = decide(task("t", "n1", "v1"), unconfirmed(published, Set.of()), node());
        var here = decide(task("t", "n2", "v1"), unconfirmed(published, Set.of()), node(N2, "z1"));

        // Then
        assertThat(elsewhere.message()).isEqualTo("volume v1 is single-node and is still on node n2");
        assertThat(elsewhere.onlyOccupancy()).isTrue();
        assertThat(here.state()).isEqualTo(State.GRANTED);
    }

    @Test
    @DisplayName("An unconfirmed detach elsewhere keeps a single-node volume only while its node is not fenced; the "
            + "task looks again")
    void aDebtElsewhere() {
        // Given
        Publication unconfirmed = new Publication(
                N2,
                Publication.State.UNCONFIRMED_DETACH,
                "csi-n2",
                Map.of(),
                7,
                Set.of(),
                true,
                false,
                true,
                Retry.NONE,
                Optional.empty(),
                Optional.empty(),
                Publication.Forget.NO,
                Optional.empty(),
                false);

        // When
        var fenced = decide(task("t", "n1", "v1"), List.of(), List.of(unconfirmed(unconfirmed, Set.of(N2))));
        var back = decide(task("t", "n1", "v1"), List.of(), List.of(unconfirmed(unconfirmed, Set.of(N3))));
        var there = decide(task("t", "n2", "v1"), unconfirmed(unconfirmed, Set.of()), node(N2, "z1"));

        // Then
        assertThat(fenced.claims()).extracting(Claim::state).containsExactly(State.GRANTED);
        assertThat(back.claims().getFirst().message())
                .isEqualTo("volume v1 is single-node, and node n2, which was fenced, is not any more and has not yet"
                        + " reported that nothing of it is left");
        assertThat(back.polls()).isTrue();
        assertThat(there.message()).contains("was fenced and has not yet reported");
    }

    private static VolumeView unconfirmed(Publication unconfirmed, Set<NodeName> fenced) {
        return new VolumeView(
                V1,
                spec(Sharing.SHARING_ALL),
                true,
                false,
                List.of(),
                Map.of(unconfirmed.node(), unconfirmed),
                Map.of(),
                List.of(),
                fenced);
    }
}

package io.hawser.volume.claim;

import static io.hawser.volume.claim.ClaimScenes.NOW;
import static io.hawser.volume.claim.ClaimScenes.at;
import static io.hawser.volume.claim.ClaimScenes.decide;
import static io.hawser.volume.claim.ClaimScenes.holder;
import static io.hawser.volume.claim.ClaimScenes.member;
import static io.hawser.volume.claim.ClaimScenes.nodePlugin;
import static io.hawser.volume.claim.ClaimScenes.task;
import static io.hawser.volume.claim.ClaimScenes.view;
import static io.hawser.volume.claim.ClaimScenes.volume;
import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.id.Ids.P;
import static io.hawser.volume.id.Ids.V1;
import static io.hawser.volume.id.Ids.V2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.hawser.v1.Node;
import io.hawser.v1.Sharing;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Claim.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Several mounts of one task: what one of them has or waits for, as the next one sees it. */
class OwnMountsTest {
    @Test
    @DisplayName("A mount that its task asks for later does not wait behind the task's own older mount")
    void ownAgeBlocksNothing() {
        // Given
        VolumeView busy = volume(V1, Sharing.SHARING_ALL, holder("x", V1, N2));
        List<Claim> waited = decide(at("/a"), List.of(), List.of(busy)).claims();
        VolumeView free = volume(V1, Sharing.SHARING_ALL, waited.toArray(Claim[]::new));

        // When
        var more = ClaimDecision.of(
                new ClaimDecision.Input(new TaskSpec(at("/a", "/b"), false), waited, List.of(free), ClaimScenes.node()),
                NOW.plusSeconds(1));

        // Then
        assertThat(waited).extracting(Claim::state).containsExactly(State.WAITING);
        assertThat(more.claims()).extracting(Claim::state).containsExactly(State.GRANTED, State.GRANTED);
    }

    @Test
    @DisplayName("Two mounts of a task that ask for one group spread over its members, whoever else uses these")
    void mountsOfOneGroupSpread() {
        // When
        var outcome = decide(
                task("t", "n1", "group:g", "group:g"),
                List.of(),
                List.of(
                        member(new VolumeName("g1"), holder("x", new VolumeName("g1"), N1)),
                        member(new VolumeName("g2"), holder("y", new VolumeName("g2"), N1))));

        // Then
        assertThat(outcome.claims())
                .extracting(claim -> claim.volume().orElseThrow())
                .containsExactly(new VolumeName("g1"), new VolumeName("g2"));
    }

    @Test
    @DisplayName("A mount that names a volume gets it before a mount of its group does, whatever their order")
    void aGroupTakesWhatIsLeft() {
        // When
        var outcome = decide(task("t", "n1", "group:g", "v1"), List.of(), List.of(member(V1), member(V2)));

        // Then
        assertThat(outcome.claims())
                .extracting(Claim::source, claim -> claim.volume().orElseThrow())
                .containsExactlyInAnyOrder(tuple("group:g", V2), tuple("v1", V1));
    }

    @Test
    @DisplayName("A group's member that the task has already is counted once, not once more for the task itself")
    void whatATaskHasIsCountedOnce() {
        // Given
        List<Claim> first = decide(task("t", "n1", "group:g"), List.of(), List.of(member(new VolumeName("g1"))))
                .claims();
        VolumeView own = member(new VolumeName("g1"), first.getFirst());
        VolumeView others = member(new VolumeName("g2"), holder("y", new VolumeName("g2"), N1));

        // When
        var second = decide(task("t", "n1", "group:g", "group:g"), first, List.of(own, others));

        // Then
        assertThat(second.claims())
                .extracting(claim -> claim.volume().orElseThrow())
                .containsExactly(new VolumeName("g1"), new VolumeName("g1"));
    }

    @Test
    @DisplayName("A volume takes a place of its own plugin, whatever else the task mounts")
    void aVolumeTakesAPlaceOfItsPlugin() {
        // Given
        VolumeSpec small = VolumeSpec.newBuilder().setPlugin("small").build();
        NodeView node = new NodeView(
                N1,
                Optional.of(Node.getDefaultInstance()),
                Map.of(
                        P,
                        nodePlugin().build(),
                        new PluginName("small"),
                        nodePlugin().setMaxVolumes(1).build()),
                Map.of(new PluginName("small"), Set.of()),
                "");
        List<VolumeView> volumes =
                List.of(volume(V1), view(V2, small, List.of()), view(new VolumeName("v3"), small, List.of()));

        // When
        var both = decide(task("t", "n1", "v2", "v3"), volumes, node);
        var one = decide(task("t", "n1", "v1", "v3"), volumes, node);

        // Then
        assertThat(both.claims())
                .extracting(Claim::message)
                .contains("node n1 has 1 of at most 1 volumes of plugin small");
        assertThat(one.claims()).extracting(Claim::state).containsOnly(State.GRANTED);
    }
}

package io.hawser.volume.claim;

import static io.hawser.volume.claim.ClaimScenes.UNKNOWN;
import static io.hawser.volume.claim.ClaimScenes.created;
import static io.hawser.volume.claim.ClaimScenes.decide;
import static io.hawser.volume.claim.ClaimScenes.holder;
import static io.hawser.volume.claim.ClaimScenes.node;
import static io.hawser.volume.claim.ClaimScenes.nodePlugin;
import static io.hawser.volume.claim.ClaimScenes.readOnly;
import static io.hawser.volume.claim.ClaimScenes.spec;
import static io.hawser.volume.claim.ClaimScenes.task;
import static io.hawser.volume.claim.ClaimScenes.view;
import static io.hawser.volume.claim.ClaimScenes.volume;
import static io.hawser.volume.claim.ClaimScenes.waiting;
import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.id.Ids.P;
import static io.hawser.volume.id.Ids.V1;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Claim.State;
import io.hawser.volume.lifecycle.MountOptions;
import io.hawser.volume.lifecycle.Obstacle;
import io.hawser.volume.lifecycle.Obstacle.Reason;
import io.hawser.volume.lifecycle.Provision.CreateCapabilities;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.PublicationSample;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.orphan.UnexplainedMount;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who gets a volume beside those that have it, as its scope, its sharing and its plugin allow. */
class SharedVolumeTest {
    @Test
    @DisplayName("A single-node volume is granted on the node that has it mounted for a reason that nobody remembers, "
            + "and on no other")
    void whatIsMountedSomewhereOccupies() {
        // Given
        VolumeView mounted = new VolumeView(
                created(V1, spec(Sharing.SHARING_ALL), Map.of()), Map.of(N2, UNKNOWN), List.of(), Set.of());

        // When
        var elsewhere = decide(task("t", "n1", "v1"), List.of(), List.of(mounted));
        VolumeView here = new VolumeView(
                created(V1, spec(Sharing.SHARING_ALL), Map.of()), Map.of(N1, UNKNOWN), List.of(), Set.of());
        var there = decide(task("t", "n1", "v1"), List.of(), List.of(here));

        // Then
        assertThat(elsewhere.claims().getFirst().message())
                .isEqualTo("volume v1 is single-node and is still on node n2");
        assertThat(there.claims().getFirst().state()).isEqualTo(State.GRANTED);
    }

    @Test
    @DisplayName("A volume that the node has mounted as no record explains is granted to who may use that mount; others"
            + " wait for its end, and are ahead of nobody")
    void whoMayUseTheMount() {
        // Given
        VolumeView mounted = new VolumeView(
                created(V1, spec(Sharing.SHARING_ALL), Map.of()),
                Map.of(N1, new UnexplainedMount(true, Set.of(targetOf("user")), Set.of())),
                List.of(),
                Set.of());

        // When
        var user = decide(task("user", "n1", "v1"), List.of(), List.of(mounted));
        var other = decide(task("other", "n1", "v1"), List.of(), List.of(mounted));

        // Then
        assertThat(user.claims().getFirst().state()).isEqualTo(State.GRANTED);
        assertThat(other.claims().getFirst().message())
                .isEqualTo("node n1 still has something of volume v1 that no record explains");
        assertThat(other.claims().getFirst().awaits()).isEmpty();
        assertThat(other.polls()).isTrue();
    }

    @Test
    @DisplayName("A task whose mount no record explains passes an older task, which waits for the end of that mount")
    void theUserPasses() {
        // Given
        Claim older = waiting("old", "v1", N2, 5).waiting(new Obstacle(Obstacle.Reason.VOLUME_IN_USE, "…"), Set.of(V1));
        VolumeView mounted = new VolumeView(
                created(V1, spec(Sharing.SHARING_NONE), Map.of()),
                Map.of(N1, new UnexplainedMount(true, Set.of(targetOf("user")), Set.of())),
                List.of(older),
                Set.of());

        // When
        var user = decide(task("user", "n1", "v1"), List.of(), List.of(mounted));

        // Then
        assertThat(user.claims().getFirst().state()).isEqualTo(State.GRANTED);
    }

    private static TargetId targetOf(String task) {
        return decide(task(task, "n1", "v1"), List.of(), List.of(volume(V1)))
                .claims()
                .getFirst()
                .targetId();
    }

    @Test
    @Tag("swarmkit-T51")
    @Tag("swarmkit-X-17")
    @DisplayName("A single-node volume that is on another node is refused, naming the node, for its users' sake alone")
    void singleNodeMeansOne() {
        // When
        var outcome =
                decide(task("t", "n1", "v1"), List.of(), List.of(volume(V1, Sharing.SHARING_ALL, holder("x", V1, N2))));

        // Then
        Claim claim = outcome.claims().getFirst();
        assertThat(claim.obstacle())
                .contains(new Obstacle(Reason.VOLUME_IN_USE, "volume v1 is single-node and is still on node n2"));
        assertThat(claim.onlyOccupancy()).isTrue();
    }

    @Test
    @Tag("swarmkit-T56")
    @DisplayName("A multi-node volume that all share is granted beside users on other nodes")
    void multiNodeIsShared() {
        VolumeSpec spec = spec(Sharing.SHARING_ALL).toBuilder()
                .setScope(Scope.SCOPE_MULTI_NODE)
                .build();
        var outcome = decide(task("t", "n1", "v1"), List.of(), List.of(view(V1, spec, List.of(holder("x", V1, N2)))));
        assertThat(outcome.claims().getFirst().state()).isEqualTo(State.GRANTED);
    }

    @Test
    @Tag("swarmkit-T52")
    @Tag("swarmkit-T53")
    @DisplayName("Read-only sharing refuses a writer; one writer refuses the second and grants a reader")
    void sharingIsKept() {
        // Given
        Claim writer = holder("x", V1, N1);

        // When
        var toReadOnly = decide(task("t", "n1", "v1"), List.of(), List.of(volume(V1, Sharing.SHARING_READ_ONLY)));
        var second = decide(task("t", "n1", "v1"), List.of(), List.of(volume(V1, Sharing.SHARING_ONE_WRITER, writer)));
        var reader = decide(
                readOnly(task("t", "n1", "v1")), List.of(), List.of(volume(V1, Sharing.SHARING_ONE_WRITER, writer)));

        // Then
        assertThat(toReadOnly.claims().getFirst().obstacle())
                .contains(new Obstacle(
                        Reason.NOT_ALLOWED, "volume v1 is shared read-only and this mount wants to write"));
        assertThat(second.claims().getFirst().message()).contains("one writer").contains("x");
        assertThat(reader.claims().getFirst().state()).isEqualTo(State.GRANTED);
    }

    @Test
    @DisplayName("Two tasks of a node share a single-node volume only where its plugin knows a mode for two targets")
    void aSecondTargetNeedsAModeForIt() {
        // Given
        Claim other = holder("x", V1, N1);
        NodeView plain = node(Map.of(P, nodePlugin().clearNodeCapabilities().build()));

        // When
        Claim all = decide(task("t", "n1", "v1"), volume(V1, Sharing.SHARING_ALL, other), plain);
        Claim reader = decide(readOnly(task("t", "n1", "v1")), volume(V1, Sharing.SHARING_READ_ONLY, other), node());
        Claim manyNodes = decide(
                task("t", "n1", "v1"),
                view(
                        V1,
                        spec(Sharing.SHARING_ALL).toBuilder()
                                .setScope(Scope.SCOPE_MULTI_NODE)
                                .build(),
                        List.of(other)),
                plain);

        // Then
        assertThat(all.message()).isEqualTo("plugin p shows volume v1 at one place of a node, and task x has it");
        assertThat(all.onlyOccupancy()).isTrue();
        assertThat(reader.message()).contains("at one place of a node");
        assertThat(manyNodes.state()).isEqualTo(State.GRANTED);
    }

    @Test
    @DisplayName("After an upgrade of the plugin to such a mode, a volume keeps the one that it was created with, and"
            + " that of its first task on a node")
    void theModeStays() {
        // Given
        Volume created = created(V1, spec(Sharing.SHARING_ALL), Map.of());
        Volume before = created.with(created.provision().with(Optional.of(new CreateCapabilities(false, false))));
        Volume mounted = created.with(PublicationSample.on(N1, Publication.State.PUBLISHED)
                .options(new MountOptions(Optional.of(List.of()), false, Optional.of(false), false))
                .done());

        // Then
        assertThat(List.of(before, mounted))
                .allSatisfy(volume -> assertThat(second(volume).message()).contains("at one place of a node"));
        assertThat(second(created).state()).isEqualTo(State.GRANTED);
    }

    /** Of two tasks on a node whose plugin has SINGLE_NODE_MULTI_WRITER. */
    private static Claim second(Volume volume) {
        List<Claim> first = List.of(holder("x", V1, N1));
        return decide(task("t", "n1", "v1"), new VolumeView(volume, Map.of(), first, Set.of()), node());
    }

    @Test
    @Tag("swarmkit-T57")
    @DisplayName("A releasing claim still holds an exclusive volume")
    void aReleasingClaimStillHolds() {
        var outcome = decide(
                task("t", "n1", "v1"),
                List.of(),
                List.of(volume(V1, Sharing.SHARING_NONE, holder("x", V1, N1).releasing())));
        assertThat(outcome.claims().getFirst().message()).isEqualTo("volume v1 is exclusive and task x holds it");
    }
}

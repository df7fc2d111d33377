package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.PLUGIN;
import static io.hawser.volume.lifecycle.Scenes.created;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.end;
import static io.hawser.volume.lifecycle.Scenes.granted;
import static io.hawser.volume.lifecycle.Scenes.intend;
import static io.hawser.volume.lifecycle.Scenes.report;
import static io.hawser.volume.lifecycle.Scenes.reporting;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.MountedTarget;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.lifecycle.Publication.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The plugin's name of a node, which no call may lack. */
class NodeIdTest {
    private static final List<Claim> CLAIMS = List.of(granted("a", N1));
    private static final VolumeInputs FENCED = Scenes.facts(PLUGIN, true);
    private static final VolumeInputs RENAMED =
            Scenes.inputs(Optional.of(PLUGIN), Map.of(N1, Scenes.node(false, "other", false)), true);
    private static final VolumeInputs AWAY = Scenes.facts(Scenes.plugin("", true, true, 7), false);
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
    @Tag("swarmkit-X-20")
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
    @Tag("swarmkit-X-12")
    @DisplayName("An id that changes after an attempt does not replace the one that the plugin was told")
    void theIdOfAnAttemptIsKept() {
        // Given
        Volume attempted = attempted(new CallOutcome.Uncertain("lost"));
        // When
        var outcome = decide(attempted, CLAIMS, RENAMED);

        // Then
        assertThat(outcome.volume().orElseThrow().publications().get(N1).csiNodeId())
                .isEqualTo("csi-n1");
    }

    @Test
    @DisplayName(
            "An attach in doubt whose node has another id now is undone under the former id when the plugin rejects"
                    + " that, and made under the present one")
    void theIdOfAnAttemptIsRejected() {
        // Given
        Volume attempted = attempted(new CallOutcome.Uncertain("lost"));
        // When
        var rejected = end(
                intend(attempted, new Operation.Publish(N1)),
                CLAIMS,
                RENAMED,
                new CallOutcome.Rejected("no such node"));
        var detached = end(
                intend(rejected.volume().orElseThrow(), new Operation.Unpublish(N1)),
                CLAIMS,
                RENAMED,
                new CallOutcome.Unpublished(new Operation.Unpublish(N1)));

        // Then
        assertThat(rejected.call()).contains(new Operation.Unpublish(N1));
        assertThat(rejected.volume().orElseThrow().publications().get(N1).csiNodeId())
                .isEqualTo("csi-n1");
        assertThat(detached.call()).contains(new Operation.Publish(N1));
        assertThat(detached.volume().orElseThrow().publications().get(N1).csiNodeId())
                .isEqualTo("other");
    }

    @Test
    @DisplayName(
            "An attach in doubt since a lost life, under an id that the plugin rejects, is undone when the node has"
                    + " no target any more")
    void theIdOfALostLifeIsRejected() {
        // Given
        Publication again = Publication.begin(N1, "csi-n1")
                .assigned(5, Set.of())
                .published()
                .attachedAgain();
        Volume calling = intend(created().with(again), new Operation.Publish(N1));
        Volume mounted = reporting(
                calling, report(5).addTargets(MountedTarget.newBuilder().setId("b.0")));
        Volume unmounted = reporting(calling, report(5).setStaged(true));

        // When
        var kept = end(mounted, CLAIMS, RENAMED, new CallOutcome.Rejected("no such node"));
        var undone = end(unmounted, CLAIMS, RENAMED, new CallOutcome.Rejected("no such node"));

        // Then
        assertThat(kept.volume().orElseThrow().publications().get(N1).state()).isEqualTo(State.PENDING_PUBLISH);
        assertThat(undone.volume().orElseThrow().publications().get(N1).state())
                .isEqualTo(State.PENDING_NODE_UNPUBLISH);
    }

    @Test
    @DisplayName("An id that changes before anything is attached replaces the one before, and the call is due"
            + " immediately: before an attempt, and after the plugin rejected the former id")
    void theIdOfWhatIsNotAttachedChanges() {
        // Given
        Volume begun = decide(created(), CLAIMS, AWAY).volume().orElseThrow();
        Volume rejected = rejected();

        // When
        var neverAsked = decide(begun, CLAIMS, RENAMED);
        var asked = decide(rejected, CLAIMS, RENAMED);
        var same = decide(rejected, CLAIMS, FACTS);

        // Then
        for (var outcome : List.of(neverAsked, asked)) {
            assertThat(outcome.volume().orElseThrow().publications().get(N1).csiNodeId())
                    .isEqualTo("other");
            assertThat(outcome.call()).contains(new Operation.Publish(N1));
        }
        assertThat(same.call()).isEmpty();
    }

    @Test
    @DisplayName("A task that ends after its attach was rejected has the volume detached under the node's present id")
    void theTaskEndsAfterTheIdChanged() {
        // When
        var ended = decide(rejected(), List.of(CLAIMS.getFirst().releasing()), RENAMED);

        // Then
        assertThat(ended.volume().orElseThrow().publications().get(N1).csiNodeId())
                .isEqualTo("other");
        assertThat(ended.call()).contains(new Operation.Unpublish(N1));
    }

    @Test
    @DisplayName("An id is kept during a call, and while the volume may be attached since a lost life")
    void theIdOfWhatMayBeAttachedIsKept() {
        // Given
        Volume calling = intend(decide(created(), CLAIMS, FACTS).volume().orElseThrow(), new Operation.Publish(N1));
        Volume again = created()
                .with(Publication.begin(N1, "csi-n1")
                        .assigned(5, Set.of())
                        .published()
                        .attachedAgain());

        // When
        var during = decide(calling, CLAIMS, RENAMED);
        var overtaken = decide(again, CLAIMS, RENAMED);

        // Then
        assertThat(List.of(during, overtaken)).allSatisfy(outcome -> assertThat(
                        outcome.volume().orElseThrow().publications().get(N1).csiNodeId())
                .isEqualTo("csi-n1"));
    }

    private static Volume rejected() {
        return attempted(new CallOutcome.Rejected("no such node"));
    }

    private static Volume attempted(CallOutcome ended) {
        Volume begun = decide(created(), CLAIMS, FACTS).volume().orElseThrow();
        return end(intend(begun, new Operation.Publish(N1)), CLAIMS, FACTS, ended)
                .volume()
                .orElseThrow();
    }

    @Test
    @DisplayName("A volume is not detached from a node whose machine has it under another name, with the same id")
    void oneMachineUnderTwoNames() {
        // Given
        Volume onBoth = created()
                .with(Publication.begin(N1, "i-1").intended().published().assigned(5, Set.of()))
                .with(Publication.begin(N2, "i-1")
                        .intended()
                        .publishedAs(Map.of())
                        .published()
                        .assigned(6, Set.of(new TargetId("b.0")))
                        .fixing(MountOptions.UNKNOWN.with(List.of())));
        List<Claim> onNew = List.of(granted("b", N2));

        // When
        var fenced = decide(onBoth, onNew, FENCED);
        var leaving =
                decide(fenced.volume().orElseThrow(), List.of(onNew.getFirst().releasing()), FENCED);
        long generation = leaving.volume().orElseThrow().publications().get(N2).generation();
        var letGo = decide(
                reporting(
                        leaving.volume().orElseThrow(),
                        report(generation).setNode("n2").setNothingLeft(true)),
                leaving.claims(),
                FENCED);

        // Then
        assertThat(fenced.call()).isEmpty();
        assertThat(fenced.volume().orElseThrow().publications().get(N1).state()).isEqualTo(State.UNCONFIRMED_DETACH);
        assertThat(fenced.effects())
                .anyMatch(effect -> effect instanceof Effect.RecordEvent happened
                        && happened.reason().equals("StaysAttached"));
        assertThat(leaving.call()).isEmpty();
        assertThat(letGo.call()).contains(new Operation.Unpublish(N2));
    }

    @Test
    @DisplayName("A machine under two names that both leave the volume has it detached")
    void bothNamesLeave() {
        // Given
        Publication leaving = Publication.begin(N1, "i-1").intended().unpublishing();
        Volume both = created()
                .with(leaving)
                .with(Publication.begin(N2, "i-1").intended().unpublishing());

        // When
        var outcome = decide(both, List.of(), FACTS);
        var onlyOld =
                decide(created().with(leaving).with(Publication.begin(N2, "i-1")), List.of(granted("b", N2)), FACTS);

        // Then
        assertThat(outcome.call().flatMap(Operation::node)).isPresent();
        assertThat(onlyOld.volume().orElseThrow().publications()).containsKeys(N1, N2);
    }

    @Test
    @DisplayName("A name whose fence was taken back, and that may have the volume mounted, is waited for")
    void theOtherNameMayHaveItMounted() {
        // Given
        Publication unfenced = Publication.begin(N1, "i-1").intended().fenced().assigned(5, Set.of());
        Volume both = created()
                .with(unfenced)
                .with(Publication.begin(N2, "i-1").intended().unpublishing());

        // When
        var waits = decide(both, List.of(), FACTS);
        var fencedAgain = decide(waits.volume().orElseThrow(), List.of(), FENCED);

        // Then
        assertThat(waits.call()).isEmpty();
        assertThat(waits.volume().orElseThrow().publications()).containsOnlyKeys(N1);
        assertThat(fencedAgain.call()).contains(new Operation.Unpublish(N1));
    }
}

package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.NOW;
import static io.hawser.volume.lifecycle.Scenes.PLUGIN;
import static io.hawser.volume.lifecycle.Scenes.POLICY;
import static io.hawser.volume.lifecycle.Scenes.created;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.end;
import static io.hawser.volume.lifecycle.Scenes.facts;
import static io.hawser.volume.lifecycle.Scenes.granted;
import static io.hawser.volume.lifecycle.Scenes.intend;
import static io.hawser.volume.lifecycle.Scenes.mountedOnN1;
import static io.hawser.volume.lifecycle.Scenes.published;
import static io.hawser.volume.lifecycle.Scenes.report;
import static io.hawser.volume.lifecycle.Scenes.reporting;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.volume.lifecycle.Publication.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a volume comes to a node, and what becomes of an attach that nobody wants any more. */
class AttachTest {
    @Test
    @DisplayName("Every call that is due is named, the longest due first: of each kind there may be no permit")
    void allThatIsDue() {
        // Given
        Volume both = created()
                .with(Publication.begin(N1, "csi-n1").with(Retry.NONE.notBefore(NOW.minusSeconds(1))))
                .with(Publication.begin(N2, "csi-n2")
                        .intended()
                        .unpublishing()
                        .with(Retry.NONE.notBefore(NOW.minusSeconds(2))));

        // When
        var outcome = decide(both, List.of(granted("a", N1)), FACTS);

        // Then
        assertThat(outcome.calls()).containsExactly(new Operation.Unpublish(N2), new Operation.Publish(N1));
    }

    @Test
    @Tag("swarmkit-T115")
    @DisplayName("A published volume's node gets an assignment with that node's context and the claims' targets")
    void aPublishedVolumeIsAssigned() {
        // When
        var first = published(List.of(granted("a", N1), granted("b", N2)));
        var second = end(
                intend(first.volume().orElseThrow(), new Operation.Publish(N2)),
                first.claims(),
                FACTS,
                new CallOutcome.Published(new Operation.Publish(N2), Map.of("dev", "sdb")));

        // Then
        assertThat(assigned(first)).containsExactly("n1 PUBLISHED {dev=sda} [a.0]");
        assertThat(assigned(second)).containsExactly("n2 PUBLISHED {dev=sdb} [b.0]");
    }

    private static List<String> assigned(Reconciliation.Outcome outcome) {
        return outcome.effects().stream()
                .filter(Effect.Assign.class::isInstance)
                .map(Effect.Assign.class::cast)
                .map(assign -> assign.publication().node().value() + " "
                        + assign.publication().state() + " "
                        + assign.publication().publishContext() + " "
                        + assign.targets().stream()
                                .map(claim -> claim.targetId().value())
                                .toList())
                .toList();
    }

    @Test
    @Tag("swarmkit-T24")
    @DisplayName("A plugin that does not attach needs no call: the node gets its assignment immediately")
    void aPluginWithoutAttachNeedsNoCall() {
        // When
        var outcome =
                decide(created(), List.of(granted("a", N1)), facts(Scenes.plugin("unix:///p", true, false, 7), false));

        // Then
        assertThat(outcome.call()).isEmpty();
        assertThat(outcome.volume().orElseThrow().publications().get(N1).state())
                .isEqualTo(State.PUBLISHED);
    }

    @Test
    @DisplayName("A plugin that attaches since an upgrade is asked to attach what is in use; the node keeps its mounts"
            + " meanwhile")
    void aPluginThatAttachesSinceAnUpgrade() {
        // Given
        List<Claim> claims = List.of(granted("a", N1));
        Volume before = decide(created(), claims, facts(Scenes.plugin("unix:///p", true, false, 7), false))
                .volume()
                .orElseThrow();
        long generation = before.publications().get(N1).generation();

        // When
        var upgraded = decide(before, claims, facts(Scenes.plugin("unix:///p", true, true, 8), false));
        var attached = end(
                intend(upgraded.volume().orElseThrow(), new Operation.Publish(N1)),
                claims,
                facts(Scenes.plugin("unix:///p", true, true, 8), false),
                new CallOutcome.Published(new Operation.Publish(N1), Map.of("device", "sdb")));

        // Then
        assertThat(upgraded.call()).contains(new Operation.Publish(N1));
        assertThat(upgraded.effects()).noneMatch(Effect.Assign.class::isInstance);
        assertThat(upgraded.volume().orElseThrow().publications().get(N1).generation())
                .isEqualTo(generation);
        assertThat(attached.effects())
                .filteredOn(Effect.Assign.class::isInstance)
                .singleElement()
                .satisfies(effect -> assertThat(
                                ((Effect.Assign) effect).publication().publishContext())
                        .containsEntry("device", "sdb"));
    }

    @Test
    @DisplayName("A plugin that attaches, does not, and attaches again is asked to attach what is in use, under the id"
            + " that the node has then; under the former one if an attach is in doubt")
    void aPluginThatGoesBackAndForth() {
        // Given
        List<Claim> claims = List.of(granted("a", N1));
        VolumeInputs without = facts(Scenes.plugin("unix:///p", true, false, 7), false);
        VolumeInputs renamed = Scenes.inputs(Optional.of(PLUGIN), Map.of(N1, Scenes.node(false, "other", false)), true);
        Volume begun = decide(created(), claims, FACTS).volume().orElseThrow();
        for (CallOutcome ended : List.of(
                new CallOutcome.Rejected("no"), new CallOutcome.NotSent("no"), new CallOutcome.Uncertain("lost"))) {
            Volume tried = end(intend(begun, new Operation.Publish(N1)), claims, without, ended)
                    .volume()
                    .orElseThrow();
            // When
            var again = decide(tried, claims, renamed);

            // Then
            assertThat(tried.publications().get(N1).state()).isEqualTo(State.PUBLISHED);
            assertThat(again.call()).contains(new Operation.Publish(N1));
            assertThat(again.volume().orElseThrow().publications().get(N1).csiNodeId())
                    .isEqualTo(ended instanceof CallOutcome.Uncertain ? "csi-n1" : "other");
        }
    }

    @Test
    @DisplayName("A rejected publish waits for a newer plugin or a long interval")
    void aRejectionWaitsForAChangeOfThePlugin() {
        // Given
        List<Claim> claims = List.of(granted("a", N1));
        Volume begun = decide(created(), claims, FACTS).volume().orElseThrow();
        Volume rejected = end(
                        intend(begun, new Operation.Publish(N1)), claims, FACTS, new CallOutcome.Rejected("NOT_FOUND"))
                .volume()
                .orElseThrow();

        // When
        var same = decide(rejected, claims, FACTS);
        var newer = decide(rejected, claims, facts(Scenes.plugin("unix:///p", true, true, 8), false));

        // Then
        assertThat(same.call()).isEmpty();
        assertThat(same.next()).contains(NOW.plus(POLICY.rejectedInterval()));
        assertThat(newer.call()).contains(new Operation.Publish(N1));
    }

    @Test
    @Tag("swarmkit-X-14")
    @DisplayName("A publish whose last claim went is withdrawn: undone if it was attempted, forgotten if not")
    void aWithdrawnPublishIsUndone() {
        // Given
        Volume begun =
                decide(created(), List.of(granted("a", N1)), FACTS).volume().orElseThrow();
        Volume attempted = end(
                        intend(begun, new Operation.Publish(N1)),
                        List.of(granted("a", N1)),
                        FACTS,
                        new CallOutcome.Uncertain("lost"))
                .volume()
                .orElseThrow();

        // When
        var forgotten = decide(begun, List.of(granted("a", N1).releasing()), FACTS);
        var undone = decide(attempted, List.of(granted("a", N1).releasing()), FACTS);

        // Then
        assertThat(forgotten.volume().orElseThrow().publications()).isEmpty();
        assertThat(forgotten.claims()).isEmpty();
        assertThat(undone.volume().orElseThrow().publications().get(N1).state()).isEqualTo(State.PENDING_UNPUBLISH);
        assertThat(undone.call()).contains(new Operation.Unpublish(N1));
    }

    @Test
    @DisplayName("A publish that is withdrawn while the node has a mount of a lost database's time asks "
            + "the node first: neither the controller nor the claim goes before its word")
    void aWithdrawnPublishAsksANodeThatHasAnUnexplainedMount() {
        // Given
        List<Claim> over = List.of(granted("a", N1).releasing());
        Volume begun =
                decide(created(), List.of(granted("a", N1)), FACTS).volume().orElseThrow();
        Volume attempted = end(
                        intend(begun, new Operation.Publish(N1)),
                        List.of(granted("a", N1)),
                        FACTS,
                        new CallOutcome.Uncertain("lost"))
                .volume()
                .orElseThrow();

        // When
        var notSent = decide(begun, over, mountedOnN1(false));
        var asked = decide(attempted, over, mountedOnN1(false));
        Volume waiting = asked.volume().orElseThrow();
        var wantedAgain = decide(waiting, List.of(granted("b", N1)), FACTS);
        long generation = waiting.publications().get(N1).generation();
        var said = decide(reporting(waiting, report(generation).setNothingLeft(true)), asked.claims(), FACTS);
        var fenced = decide(attempted, over, mountedOnN1(true));

        // Then
        assertThat(notSent.volume().orElseThrow().publications()).isEmpty();
        assertThat(waiting.publications().get(N1).state()).isEqualTo(State.PENDING_NODE_UNPUBLISH);
        assertThat(asked.effects()).anyMatch(effect -> effect instanceof Effect.Assign assign && assign.nothing());
        assertThat(asked.claims()).hasSize(1);
        assertThat(asked.call()).isEmpty();
        assertThat(wantedAgain.volume().orElseThrow().publications().get(N1).state())
                .isEqualTo(State.PENDING_NODE_UNPUBLISH);
        assertThat(said.claims()).isEmpty();
        assertThat(said.call()).contains(new Operation.Unpublish(N1));
        assertThat(fenced.volume().orElseThrow().publications().get(N1).unconfirmed())
                .isTrue();
        assertThat(fenced.call()).contains(new Operation.Unpublish(N1));
    }
}

package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.V;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.PLUGIN;
import static io.hawser.volume.lifecycle.Scenes.created;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.end;
import static io.hawser.volume.lifecycle.Scenes.facts;
import static io.hawser.volume.lifecycle.Scenes.granted;
import static io.hawser.volume.lifecycle.Scenes.inputs;
import static io.hawser.volume.lifecycle.Scenes.intend;
import static io.hawser.volume.lifecycle.Scenes.node;
import static io.hawser.volume.lifecycle.Scenes.published;
import static io.hawser.volume.lifecycle.Scenes.report;
import static io.hawser.volume.lifecycle.Scenes.reporting;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.MountReport;
import io.hawser.v1.MountedTarget;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.lifecycle.Publication.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a node lets a volume go, and what its claims wait for until then. */
class LettingGoTest {
    private static final CallOutcome UNPUBLISHED = new CallOutcome.Unpublished(new Operation.Unpublish(N1));

    @Test
    @Tag("swarmkit-X-23")
    @DisplayName("The last claim's end asks the node to let go; the claim keeps its place until the node says so")
    void releaseHasTwoSteps() {
        // When
        var asked = asked();
        Volume waiting = asked.volume().orElseThrow();
        long generation = waiting.publications().get(N1).generation();
        var stale = decide(reporting(waiting, report(generation - 1).setNothingLeft(true)), asked.claims(), FACTS);
        var said = decide(reporting(waiting, report(generation).setNothingLeft(true)), asked.claims(), FACTS);

        // Then
        assertThat(waiting.publications().get(N1).state()).isEqualTo(State.PENDING_NODE_UNPUBLISH);
        assertThat(asked.claims()).hasSize(1);
        assertThat(asked.call()).isEmpty();
        assertThat(stale.claims()).hasSize(1);
        assertThat(stale.call()).isEmpty();
        assertThat(said.claims()).isEmpty();
        assertThat(said.call()).contains(new Operation.Unpublish(N1));
    }

    @Test
    @Tag("swarmkit-X-6")
    @DisplayName("A new task on a node that is asked to let go brings the volume back under a new generation")
    void aClaimBringsItBack() {
        // Given
        var asked = asked();
        long asking = asked.volume().orElseThrow().publications().get(N1).generation();

        // When
        var back = decide(asked.volume().orElseThrow(), List.of(asked.claims().getFirst(), granted("b", N1)), FACTS);

        // Then
        Publication publication = back.volume().orElseThrow().publications().get(N1);
        assertThat(publication.state()).isEqualTo(State.PUBLISHED);
        assertThat(publication.generation()).isGreaterThan(asking);
        assertThat(publication.assigned()).containsExactly(new TargetId("b.0"));
    }

    @Test
    @DisplayName("A node that reports a mount after all is not detached from before it has unmounted that, too")
    void takesItsWordBack() {
        // Given
        var asked = asked();
        Volume waiting = asked.volume().orElseThrow();
        long generation = waiting.publications().get(N1).generation();
        MountReport.Builder late = report(generation)
                .addTargets(MountedTarget.newBuilder().setId("a.0"))
                .setRevision(2);
        Volume leaving = decide(
                        reporting(
                                waiting, report(generation).setNothingLeft(true).setRevision(1)),
                        asked.claims(),
                        FACTS)
                .volume()
                .orElseThrow();

        // When
        var before = decide(reporting(leaving, late), List.of(granted("b", N1)), FACTS);
        Volume calling = reporting(intend(leaving, new Operation.Unpublish(N1)), late);
        var during = end(decide(calling, List.of(), FACTS).volume().orElseThrow(), List.of(), FACTS, UNPUBLISHED);
        var fenced = decide(reporting(leaving, late), List.of(), facts(PLUGIN, true));
        Volume back = before.volume().orElseThrow();
        long next = back.publications().get(N1).generation();
        var after = decide(reporting(back, report(next).setNothingLeft(true).setRevision(3)), List.of(), FACTS);

        // Then
        for (var outcome : List.of(before, during)) {
            assertThat(outcome.volume().orElseThrow().publications().get(N1).state())
                    .isEqualTo(State.PENDING_NODE_UNPUBLISH);
            assertThat(outcome.call()).isEmpty();
        }
        assertThat(next).isGreaterThan(generation);
        assertThat(fenced.volume().orElseThrow().publications().get(N1).unconfirmed())
                .isTrue();
        assertThat(after.call()).contains(new Operation.Unpublish(N1));
    }

    /** The last claim on the node releases. */
    private static Reconciliation.Outcome asked() {
        Volume volume = published(List.of(granted("a", N1))).volume().orElseThrow();
        return decide(volume, List.of(granted("a", N1).releasing()), FACTS);
    }

    @Test
    @DisplayName("A mount on a node where no record allows one is taken down before the detach")
    void anUnknownMount() {
        // Given
        Volume guessed = created().with(Publication.perhapsAttached(N1, "csi-n1"));
        VolumeInputs mounted = inputs(Optional.of(PLUGIN), Map.of(N1, node(false, "csi-n1", true)), true);

        // When
        var outcome = decide(guessed, List.of(), mounted);

        // Then
        assertThat(outcome.call()).isEmpty();
        assertThat(outcome.effects())
                .filteredOn(Effect.Assign.class::isInstance)
                .singleElement()
                .satisfies(
                        assign -> assertThat(((Effect.Assign) assign).nothing()).isTrue());
        assertThat(decide(guessed, List.of(), FACTS).call()).contains(new Operation.Unpublish(N1));
    }

    @Test
    @DisplayName(
            "A second task's end changes the assignment, and its claim goes when a report of that generation lacks it")
    void oneOfTwoTasksEnds() {
        // Given
        Volume volume =
                published(List.of(granted("a", N1), granted("b", N1))).volume().orElseThrow();

        // When
        var shrunk = decide(volume, List.of(granted("a", N1), granted("b", N1).releasing()), FACTS);
        long generation = shrunk.volume().orElseThrow().publications().get(N1).generation();
        var said = decide(
                reporting(
                        shrunk.volume().orElseThrow(),
                        report(generation)
                                .addTargets(
                                        MountedTarget.newBuilder().setId("a.0").setPath("/m"))),
                shrunk.claims(),
                FACTS);

        // Then
        assertThat(shrunk.claims()).hasSize(2);
        assertThat(said.claims()).extracting(claim -> claim.task().value()).containsExactly("a");
        assertThat(said.claims().getFirst().path()).isEqualTo("/m");
    }

    @Test
    @Tag("swarmkit-X-19")
    @DisplayName("A task that had the volume at two targets has let it go, with one detach, when both are gone")
    void oneTaskHadItTwice() {
        // Given
        List<Claim> both = List.of(granted("a", N1), second("a"));
        Volume volume = published(both).volume().orElseThrow();

        // When
        var asked = decide(volume, both.stream().map(Claim::releasing).toList(), FACTS);
        Volume leaving = asked.volume().orElseThrow();
        long generation = leaving.publications().get(N1).generation();
        var one = decide(
                reporting(
                        leaving,
                        report(generation).addTargets(MountedTarget.newBuilder().setId("a.1"))),
                asked.claims(),
                FACTS);
        var none = decide(
                reporting(
                        one.volume().orElseThrow(),
                        report(generation).setNothingLeft(true).setRevision(2)),
                one.claims(),
                FACTS);

        // Then
        assertThat(one.claims()).extracting(Claim::targetId).containsExactly(new TargetId("a.1"));
        assertThat(one.call()).isEmpty();
        assertThat(none.claims()).isEmpty();
        assertThat(none.calls()).containsExactly(new Operation.Unpublish(N1));
    }

    /** The same task's other mount of the volume. */
    private static Claim second(String task) {
        return new Claim(
                        new TaskName(task),
                        "/more",
                        "v",
                        Optional.empty(),
                        N1,
                        new TargetId(task + ".1"),
                        false,
                        List.of(),
                        Claim.State.WAITING,
                        1,
                        0,
                        Optional.empty(),
                        Set.of(),
                        "")
                .granted(V);
    }

    @Test
    @Tag("swarmkit-X-13")
    @DisplayName("A fenced node loses the volume by the id it had, and stays unconfirmed until it reports")
    void aFencedNodeOwesItsReport() {
        // Given
        Volume volume = published(List.of(granted("a", N1))).volume().orElseThrow();

        // When
        var fenced = decide(volume, List.of(granted("a", N1)), facts(PLUGIN, true));
        var detached = end(
                intend(fenced.volume().orElseThrow(), fenced.call().orElseThrow()),
                fenced.claims(),
                facts(PLUGIN, true),
                new CallOutcome.Unpublished(new Operation.Unpublish(N1)));
        Volume unconfirmed = detached.volume().orElseThrow();
        var confirmed = decide(
                reporting(
                        unconfirmed,
                        report(unconfirmed.publications().get(N1).generation()).setNothingLeft(true)),
                List.of(),
                FACTS);

        // Then
        assertThat(fenced.claims()).isEmpty();
        assertThat(fenced.call()).contains(new Operation.Unpublish(N1));
        assertThat(unconfirmed.publications().get(N1).state()).isEqualTo(State.UNCONFIRMED_DETACH);
        assertThat(unconfirmed.publications().get(N1).csiNodeId()).isEqualTo("csi-n1");
        assertThat(detached.effects()).noneMatch(Effect.Unassign.class::isInstance);
        assertThat(confirmed.volume().orElseThrow().publications()).isEmpty();
        assertThat(confirmed.effects()).contains(new Effect.Unassign(N1));
    }

    @Test
    @Tag("swarmkit-X-12")
    @DisplayName("A fenced node that is removed, and whose id is not known any more, loses the volume by the id it had")
    void aFencedNodeIsRemoved() {
        // Given
        Volume volume = published(List.of(granted("a", N1))).volume().orElseThrow();
        VolumeInputs gone = inputs(Optional.of(PLUGIN), Map.of(N1, node(true, "", false, true)), true);

        // When
        var removed = decide(volume, List.of(granted("a", N1)), gone);

        // Then
        assertThat(removed.call()).contains(new Operation.Unpublish(N1));
        assertThat(removed.volume().orElseThrow().publications().get(N1).csiNodeId())
                .isEqualTo("csi-n1");
    }

    @Test
    @DisplayName("A node that is fenced before any attach was tried gets no forced detach: there is nothing to undo")
    void aFencedNodeWithoutAttempt() {
        // Given
        Volume begun =
                decide(created(), List.of(granted("a", N1)), FACTS).volume().orElseThrow();

        // When
        var mounted = decide(begun, List.of(granted("a", N1)), Scenes.mountedOnN1(true));
        var plain = decide(begun, List.of(granted("a", N1)), facts(PLUGIN, true));

        // Then
        assertThat(List.of(mounted, plain)).allSatisfy(outcome -> {
            assertThat(outcome.volume().orElseThrow().publications()).isEmpty();
            assertThat(outcome.claims()).isEmpty();
            assertThat(outcome.call()).isEmpty();
            assertThat(outcome.effects()).noneMatch(Effect.Assign.class::isInstance);
            assertThat(outcome.effects())
                    .containsExactly(new Effect.RecordEvent("ClaimFreed", N1, "task a lost it: the node is fenced"));
        });
    }

    @Test
    @DisplayName("An orphaned mount keeps the volume until the node let go and the controller was told; "
            + "a claim there begins anew, not with the old mount")
    void aClaimDoesNotTakeOverAnOrphanedMount() {
        // Given
        Publication orphaned = Publication.orphaned(N1, "csi-n1", 5, MountReport.getDefaultInstance());
        List<Claim> claims = List.of(granted("a", N1));

        // When
        var waiting = decide(created().with(orphaned), claims, FACTS);
        Volume reported = reporting(waiting.volume().orElseThrow(), report(5).setNothingLeft(true));
        var letGo = decide(reported, claims, FACTS);
        var detached = end(
                intend(letGo.volume().orElseThrow(), new Operation.Unpublish(N1)),
                claims,
                FACTS,
                new CallOutcome.Unpublished(new Operation.Unpublish(N1)));

        // Then
        assertThat(waiting.volume().orElseThrow().publications().get(N1).state())
                .isEqualTo(Publication.State.PENDING_NODE_UNPUBLISH);
        assertThat(letGo.call()).contains(new Operation.Unpublish(N1));
        assertThat(detached.effects()).contains(new Effect.Unassign(N1));
        assertThat(detached.call()).contains(new Operation.Publish(N1));
    }
}

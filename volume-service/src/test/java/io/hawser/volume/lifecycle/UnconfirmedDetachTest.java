package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.NOW;
import static io.hawser.volume.lifecycle.Scenes.PLUGIN;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.end;
import static io.hawser.volume.lifecycle.Scenes.facts;
import static io.hawser.volume.lifecycle.Scenes.granted;
import static io.hawser.volume.lifecycle.Scenes.intend;
import static io.hawser.volume.lifecycle.Scenes.published;
import static io.hawser.volume.lifecycle.Scenes.reporting;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.MountReport;
import io.hawser.v1.MountedTarget;
import io.hawser.volume.lifecycle.Publication.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A volume left a node without the node's report: what waits for that report, and until when. */
class UnconfirmedDetachTest {
    private static final Volume.Removal REMOVAL = new Volume.Removal(false, "cmd", Optional.of(""));
    private static final VolumeInputs FENCED = facts(PLUGIN, true);
    private static final VolumeInputs DESTROYED =
            Scenes.inputs(Optional.of(PLUGIN), Map.of(N1, Scenes.node(true, "csi-n1", false, true)), true);

    @Test
    @DisplayName("An unconfirmed detach does not hold a deletion while its node is fenced")
    void aFencedNodeHoldsNoDeletion() {
        assertThat(decide(unconfirmed().removing(REMOVAL), List.of(), FENCED).call())
                .contains(new Operation.Delete());
        assertThat(decide(unconfirmed().removing(REMOVAL), List.of(), DESTROYED).call())
                .contains(new Operation.Delete());
    }

    @Test
    @DisplayName("Storage that is kept may be registered again: its removal waits until the fenced node has reported or"
            + " is removed, or for force")
    void aFencedNodeHoldsTheRemovalOfWhatIsKept() {
        // Given
        Provision.Info info = unconfirmed().provision().info();
        Volume kept =
                unconfirmed().with(Provision.registered(info).createdAs(info)).removing(REMOVAL);

        // When
        var fenced = decide(kept, List.of(), FENCED);
        var reported = decide(reporting(kept, report(kept).setNothingLeft(true)), List.of(), FENCED);
        var destroyed = decide(kept, List.of(), DESTROYED);
        var forced = decide(kept.removing(new Volume.Removal(true, "cmd", Optional.of(""))), List.of(), FENCED);

        // Then
        assertThat(fenced.volume().orElseThrow().publications()).containsOnlyKeys(N1);
        assertThat(fenced.calls()).isEmpty();
        assertThat(Conditions.heldBy(new Conditions.Input(kept, List.of(), FENCED, Optional.empty(), Optional.empty())))
                .isEqualTo("still on nodes n1");
        assertThat(List.of(reported, destroyed, forced))
                .allSatisfy(outcome -> assertThat(outcome.volume()).isEmpty());
    }

    @Test
    @DisplayName(
            "A node that is not fenced any more, or back in the inventory so, holds the deletion until it has reported")
    void anUnfencedNodeHoldsTheDeletion() {
        // Given
        Volume removing = decide(unconfirmed().removing(REMOVAL), List.of(), DESTROYED)
                .volume()
                .orElseThrow();

        // When
        var back = decide(removing, List.of(), FACTS);
        Volume stillMounted = reporting(
                removing, report(removing).addTargets(MountedTarget.newBuilder().setId("a.0")));
        var mounted = decide(stillMounted, List.of(), FACTS);
        var letGo = decide(reporting(removing, report(removing).setNothingLeft(true)), List.of(), FACTS);

        // Then
        assertThat(back.call()).isEmpty();
        assertThat(back.volume().orElseThrow().publications().get(N1).state()).isEqualTo(State.UNCONFIRMED_DETACH);
        assertThat(mounted.call()).isEmpty();
        assertThat(letGo.call()).contains(new Operation.Delete());
        assertThat(letGo.effects()).contains(new Effect.Unassign(N1));
    }

    @Test
    @DisplayName(
            "A fence that is taken back before the detach leaves it unconfirmed: no deletion before the node's report")
    void aFenceTakenBackLeavesItUnconfirmed() {
        // Given
        Volume volume = published(List.of(granted("a", N1))).volume().orElseThrow();
        var fenced = decide(volume, List.of(granted("a", N1)), FENCED);
        Volume calling = intend(fenced.volume().orElseThrow(), fenced.call().orElseThrow());

        // When
        var unfenced = end(
                calling.removing(REMOVAL), List.of(), FACTS, new CallOutcome.Unpublished(new Operation.Unpublish(N1)));

        // Then
        assertThat(unfenced.volume().orElseThrow().publications().get(N1).state())
                .isEqualTo(State.UNCONFIRMED_DETACH);
        assertThat(unfenced.call()).isEmpty();
    }

    @Test
    @DisplayName("A volume whose fence is taken back before the call stays attached until the node has nothing left,"
            + " or is fenced again")
    void aFenceTakenBackBeforeTheCall() {
        // Given
        Volume volume = published(List.of(granted("a", N1))).volume().orElseThrow();
        Volume leaving =
                decide(volume, List.of(granted("a", N1)), FENCED).volume().orElseThrow();

        // When
        var unfenced = decide(leaving, List.of(), FACTS);
        Volume waiting = unfenced.volume().orElseThrow();
        var mounted = decide(
                reporting(
                        waiting,
                        report(waiting).addTargets(MountedTarget.newBuilder().setId("a.0"))),
                List.of(),
                FACTS);
        var letGo = decide(reporting(waiting, report(waiting).setNothingLeft(true)), List.of(), FACTS);
        var fencedAgain = decide(waiting, List.of(), FENCED);

        // Then
        assertThat(unfenced.call()).isEmpty();
        assertThat(mounted.call()).isEmpty();
        assertThat(letGo.call()).contains(new Operation.Unpublish(N1));
        assertThat(fencedAgain.call()).contains(new Operation.Unpublish(N1));
    }

    @Test
    @DisplayName("A call that was begun under the fence and may have had no effect is not repeated without it")
    void anUncertainCallIsNotRepeated() {
        // Given
        Volume volume = published(List.of(granted("a", N1))).volume().orElseThrow();
        var fenced = decide(volume, List.of(granted("a", N1)), FENCED);
        Volume calling = intend(fenced.volume().orElseThrow(), fenced.call().orElseThrow());

        // When
        Volume waiting = end(calling, List.of(), FACTS, new CallOutcome.Uncertain("lost"))
                .volume()
                .orElseThrow();
        var later = later(waiting, FACTS);
        var letGo = later(reporting(waiting, report(waiting).setNothingLeft(true)), FACTS);
        var fencedAgain = later(waiting, FENCED);

        // Then
        assertThat(waiting.publications().get(N1).uncertain()).isTrue();
        assertThat(later.call()).isEmpty();
        assertThat(letGo.call()).contains(new Operation.Unpublish(N1));
        assertThat(fencedAgain.call()).contains(new Operation.Unpublish(N1));
    }

    @Test
    @DisplayName("A forced removal does not end the attachment to a node whose fence was taken back, either")
    void forceWaitsForTheNode() {
        // Given
        Volume volume = published(List.of(granted("a", N1))).volume().orElseThrow();
        Volume leaving = decide(volume, List.of(granted("a", N1)), FENCED)
                .volume()
                .orElseThrow()
                .removing(new Volume.Removal(true, "cmd", Optional.of("")));

        // When
        var waits = later(leaving, Scenes.facts(Scenes.plugin("", true, true, 7), false));
        var goes = later(leaving, Scenes.facts(Scenes.plugin("", true, true, 7), true));

        // Then
        assertThat(waits.volume().orElseThrow().publications().get(N1).state()).isEqualTo(State.PENDING_UNPUBLISH);
        assertThat(goes.volume()).isEmpty();
    }

    @Test
    @DisplayName("A detach that waits for a node whose fence was taken back says what the node does and what ends that")
    void theConditionOfAFenceTakenBack() {
        // Given
        Volume volume = published(List.of(granted("a", N1))).volume().orElseThrow();
        Volume leaving =
                decide(volume, List.of(granted("a", N1)), FENCED).volume().orElseThrow();
        Volume mounted = reporting(
                leaving, report(leaving).addTargets(MountedTarget.newBuilder().setId("a.0")));
        Volume letGo = reporting(leaving, report(leaving).setNothingLeft(true));

        // Then
        assertThat(conditions(leaving, FACTS))
                .extracting(Conditions.Condition::type)
                .containsExactly(ConditionType.NODE_SILENT, ConditionType.UNCONFIRMED_DETACH);
        assertThat(conditions(leaving, FACTS))
                .extracting(Conditions.Condition::message)
                .anyMatch(message -> message.endsWith("if the machine is lost, fence the node"))
                .anyMatch(message -> message.contains("is not detached before that report or a new fence"));
        assertThat(conditions(mounted, FACTS))
                .extracting(Conditions.Condition::type)
                .containsExactly(ConditionType.LETTING_GO, ConditionType.UNCONFIRMED_DETACH);
        assertThat(conditions(letGo, FACTS))
                .extracting(Conditions.Condition::type)
                .containsExactly(ConditionType.DETACHING);
    }

    @Test
    @DisplayName("The report of the node that comes during the detach confirms it")
    void theReportMayComeFirst() {
        // Given
        Volume volume = published(List.of(granted("a", N1))).volume().orElseThrow();
        Volume leaving =
                decide(volume, List.of(granted("a", N1)), FENCED).volume().orElseThrow();
        Volume said = reporting(leaving, report(leaving).setNothingLeft(true));

        // When
        var done = end(
                intend(said, new Operation.Unpublish(N1)),
                List.of(),
                FACTS,
                new CallOutcome.Unpublished(new Operation.Unpublish(N1)));

        // Then
        assertThat(done.volume().orElseThrow().publications()).isEmpty();
        assertThat(done.effects()).contains(new Effect.Unassign(N1));
    }

    @Test
    @DisplayName("A volume that goes takes back \"shall have nothing\" only from a node that was removed for good")
    void whatIsSaidToTheNodeAtTheEnd() {
        // Given
        Volume deleting = intend(unconfirmed().removing(REMOVAL), new Operation.Delete());

        // When
        var fenced = end(deleting, List.of(), FENCED, new CallOutcome.Deleted(new Operation.Delete()));
        var destroyed = end(deleting, List.of(), DESTROYED, new CallOutcome.Deleted(new Operation.Delete()));

        // Then
        assertThat(fenced.volume()).isEmpty();
        assertThat(fenced.effects()).noneMatch(Effect.Unassign.class::isInstance);
        assertThat(destroyed.volume()).isEmpty();
        assertThat(destroyed.effects()).contains(new Effect.Unassign(N1));
    }

    @Test
    @DisplayName("A node that is removed without a fence holds the deletion: it may still be writing")
    void aRemovedNodeIsNotAFencedOne() {
        // Given
        VolumeInputs removed =
                Scenes.inputs(Optional.of(PLUGIN), Map.of(N1, Scenes.node(false, "csi-n1", false, true)), true);

        // Then
        assertThat(decide(unconfirmed().removing(REMOVAL), List.of(), removed).call())
                .isEmpty();
    }

    /** Detached from n1, which was fenced and has said nothing. */
    static Volume unconfirmed() {
        Volume volume = published(List.of(granted("a", N1))).volume().orElseThrow();
        var fenced = decide(volume, List.of(granted("a", N1)), FENCED);
        return end(
                        intend(fenced.volume().orElseThrow(), fenced.call().orElseThrow()),
                        List.of(),
                        FENCED,
                        new CallOutcome.Unpublished(new Operation.Unpublish(N1)))
                .volume()
                .orElseThrow();
    }

    private static MountReport.Builder report(Volume volume) {
        return MountReport.newBuilder()
                .setNode("n1")
                .setGeneration(volume.publications().get(N1).generation())
                .setRevision(1);
    }

    @Test
    @DisplayName("The condition of an unconfirmed detach says what waits and what ends it: with the fence, without it,"
            + " and never of a node that is gone for good")
    void theConditionOfAnUnconfirmedDetach() {
        assertThat(conditions(unconfirmed(), FENCED)).singleElement().satisfies(condition -> {
            assertThat(condition.type()).isEqualTo(ConditionType.UNCONFIRMED_DETACH);
            assertThat(condition.message())
                    .startsWith("the node was fenced and has not yet reported that nothing is left")
                    .endsWith("remove the fenced node from the inventory");
        });
        assertThat(conditions(unconfirmed(), DESTROYED)).isEmpty();
        assertThat(conditions(unconfirmed(), FACTS)).singleElement().satisfies(condition -> {
            assertThat(condition.node()).contains(N1);
            assertThat(condition.since()).contains(NOW);
            assertThat(condition.message())
                    .contains("The fence was taken back, so a removal and a single-node volume's tasks elsewhere wait")
                    .endsWith("if the machine is lost, fence the node");
        });
    }

    private static Reconciliation.Outcome later(Volume volume, VolumeInputs inputs) {
        return Reconciliation.of(
                new Reconciliation.Input(volume, List.of(), inputs, Optional.empty()),
                Scenes.POLICY,
                new DecisionContext(NOW.plusSeconds(3600), 0.5));
    }

    private static List<Conditions.Condition> conditions(Volume volume, VolumeInputs inputs) {
        return Conditions.of(
                new Conditions.Input(volume, List.of(), inputs, Optional.empty(), Optional.empty()),
                NOW.plusSeconds(60));
    }
}

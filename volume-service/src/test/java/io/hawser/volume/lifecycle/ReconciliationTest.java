package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.lifecycle.Scenes.DRAWS;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.NOW;
import static io.hawser.volume.lifecycle.Scenes.PLUGIN;
import static io.hawser.volume.lifecycle.Scenes.POLICY;
import static io.hawser.volume.lifecycle.Scenes.accepted;
import static io.hawser.volume.lifecycle.Scenes.created;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.end;
import static io.hawser.volume.lifecycle.Scenes.facts;
import static io.hawser.volume.lifecycle.Scenes.granted;
import static io.hawser.volume.lifecycle.Scenes.intend;
import static io.hawser.volume.lifecycle.Scenes.mountedOnN1;
import static io.hawser.volume.lifecycle.Scenes.published;
import static io.hawser.volume.lifecycle.Scenes.reporting;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.MountReport;
import io.hawser.v1.MountedTarget;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.lifecycle.Publication.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ReconciliationTest {
    private static final Volume.Removal REMOVAL = new Volume.Removal(false, "cmd", Optional.of(""));

    @Test
    @Tag("swarmkit-T4")
    @DisplayName("A new volume is created at once")
    void aNewVolumeIsCreatedAtOnce() {
        assertThat(decide(accepted(), List.of(), FACTS).call()).contains(new Operation.Create());
    }

    @Test
    @DisplayName("While the plugin has no healthy controller nothing is called, and nothing polls")
    void withoutAControllerNothingIsCalled() {
        // When
        var outcome = decide(accepted(), List.of(), facts(Scenes.plugin("", true, true, 7), false));

        // Then
        assertThat(outcome.call()).isEmpty();
        assertThat(outcome.next()).isEmpty();
    }

    @Test
    @DisplayName("A create whose answer was lost is uncertain, and made again after the backoff")
    void anUncertainCreateIsMadeAgain() {
        // Given
        Volume calling = intend(accepted(), new Operation.Create());

        // When
        var outcome = end(calling, List.of(), FACTS, new CallOutcome.Uncertain("lost"));

        // Then
        Provision provision = outcome.volume().orElseThrow().provision();
        assertThat(provision.uncertain()).isTrue();
        assertThat(outcome.call()).isEmpty();
        assertThat(outcome.next().orElseThrow()).isAfter(NOW);
    }

    @Test
    @DisplayName("Of a plugin that has not said what it can do nothing is taken for granted: "
            + "creation, detach and deletion wait")
    void aPluginThatIsNotKnownIsWaitedFor() {
        // Given
        VolumeInputs unknown = Scenes.inputs(Optional.empty(), FACTS.nodes(), true);
        Volume attached = created().with(Publication.begin(N1, "csi-n1"));

        // When
        var accepted = decide(accepted(), List.of(), unknown);
        var wanted = decide(attached, List.of(granted("a", N1)), unknown);
        var removed = decide(created().removing(REMOVAL), List.of(), unknown);

        // Then
        assertThat(accepted.volume().orElseThrow().provision().created()).isFalse();
        assertThat(wanted.volume().orElseThrow().publications().get(N1).state()).isEqualTo(State.PENDING_PUBLISH);
        assertThat(removed.volume()).isPresent();
        assertThat(List.of(accepted, wanted, removed))
                .allSatisfy(outcome -> assertThat(outcome.call()).isEmpty());
    }

    @Test
    @DisplayName("A rejected create ends only its own uncertainty: an earlier one stays")
    void aRejectionDoesNotEndAnEarlierUncertainty() {
        // Given
        Volume uncertain = end(
                        intend(accepted(), new Operation.Create()), List.of(), FACTS, new CallOutcome.Uncertain("lost"))
                .volume()
                .orElseThrow();

        // When
        var outcome = end(intend(uncertain, new Operation.Create()), List.of(), FACTS, new CallOutcome.Rejected("no"));

        // Then
        assertThat(outcome.volume().orElseThrow().provision().uncertain()).isTrue();
    }

    @Test
    @Tag("swarmkit-X-16")
    @DisplayName("A volume that was never created is removed without a call; one uncertain is created first")
    void removalOfWhatWasNeverCreated() {
        // Given
        Volume uncertain = end(
                        intend(accepted(), new Operation.Create()), List.of(), FACTS, new CallOutcome.Uncertain("lost"))
                .volume()
                .orElseThrow();

        // When
        var never = decide(accepted().removing(REMOVAL), List.of(), FACTS);
        var later = new DecisionContext(NOW.plusSeconds(3600), 0.5);
        var unsure = Reconciliation.of(
                new Reconciliation.Input(uncertain.removing(REMOVAL), List.of(), FACTS, Optional.empty()),
                POLICY,
                later);

        // Then
        assertThat(never.volume()).isEmpty();
        assertThat(unsure.call()).contains(new Operation.Create());
    }

    @Test
    @DisplayName("A volume that a lost database may have created is created before it is removed")
    void removalOfWhatAnEarlierDatabaseMayHaveCreated() {
        // Given
        Volume accepted = accepted().perhapsCommandedBefore().removing(REMOVAL);

        // When
        var first = decide(accepted, List.of(), FACTS);
        var found = end(
                intend(accepted, new Operation.Create()),
                List.of(),
                FACTS,
                new CallOutcome.Created(new Provision.Info("id-1", 0, Map.of(), List.of())));
        var cannot = decide(accepted, List.of(), facts(Scenes.plugin("unix:///p.sock", false, true, 7), false));

        // Then
        assertThat(first.call()).contains(new Operation.Create());
        assertThat(found.volume().orElseThrow().provision().created()).isTrue();
        assertThat(cannot.volume()).isEmpty();
    }

    @Test
    @DisplayName("A create that is rejected, or never sent, does not end the uncertainty of a lost database: "
            + "the removal waits for the plugin, and force ends it without a deletion")
    void aRejectionDoesNotEndTheUncertaintyOfALostDatabase() {
        // Given
        Volume calling = intend(accepted().perhapsCommandedBefore().removing(REMOVAL), new Operation.Create());

        // When
        var held = end(calling, List.of(), FACTS, new CallOutcome.Rejected("no such tier"));
        Volume waiting = held.volume().orElseThrow();
        var changed = decide(waiting, List.of(), facts(Scenes.plugin("unix:///p", true, true, 8), false));
        var forced = decide(waiting.removing(new Volume.Removal(true, "cmd", Optional.empty())), List.of(), FACTS);

        // Then
        assertThat(waiting.provision().uncertain()).isTrue();
        assertThat(held.call()).isEmpty();
        assertThat(held.next()).contains(NOW.plus(POLICY.rejectedInterval()));
        assertThat(Scenes.heldBy(waiting)).contains("may have been created", "force");
        assertThat(changed.call()).contains(new Operation.Create());
        assertThat(forced.volume()).isEmpty();
        assertThat(forced.effects()).contains(Scenes.removed("cmd", "the record is gone, the backing storage is kept"));
    }

    @Test
    @Tag("swarmkit-T115")
    @DisplayName("A published volume's node gets an assignment with that node's context and the claims' targets")
    void aPublishedVolumeIsAssigned() {
        // When
        var outcome = published(List.of(granted("a", N1)));

        // Then
        Publication publication = outcome.volume().orElseThrow().publications().get(N1);
        assertThat(publication.state()).isEqualTo(State.PUBLISHED);
        assertThat(publication.publishContext()).isEqualTo(Map.of("dev", "sda"));
        assertThat(outcome.effects())
                .filteredOn(Effect.Assign.class::isInstance)
                .singleElement()
                .satisfies(effect -> assertThat(((Effect.Assign) effect).targets())
                        .extracting(Claim::targetId)
                        .containsExactly(new TargetId("a.0")));
    }

    @Test
    @Tag("swarmkit-T24")
    @DisplayName("A plugin that does not attach needs no call: the node gets its assignment at once")
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

    @Test
    @DisplayName("The last claim's end asks the node to let go; the claim keeps its place until the node says so")
    void releaseHasTwoSteps() {
        // Given
        Volume volume = published(List.of(granted("a", N1))).volume().orElseThrow();

        // When
        var asked = decide(volume, List.of(granted("a", N1).releasing()), FACTS);
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
        Volume volume = published(List.of(granted("a", N1))).volume().orElseThrow();
        var asked = decide(volume, List.of(granted("a", N1).releasing()), FACTS);
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
        assertThat(said.claims()).extracting(Claim::task).containsExactly("a");
        assertThat(said.claims().getFirst().path()).isEqualTo("/m");
    }

    @Test
    @Tag("swarmkit-X-13")
    @Tag("swarmkit-X-12")
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
                new CallOutcome.Unpublished(N1));
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
    @DisplayName("A removal waits for its barrier before it deletes")
    void aRemovalWaitsForItsBarrier() {
        // Given
        VolumeInputs unread = Scenes.inputs(Optional.of(PLUGIN), Map.of(), false);
        Volume unnoted = created().removing(new Volume.Removal(false, "cmd", Optional.empty()));

        // When
        var first = decide(unnoted, List.of(), unread);
        var held = decide(created().removing(REMOVAL), List.of(), unread);
        var free = decide(created().removing(REMOVAL), List.of(), FACTS);

        // Then
        assertThat(first.effects()).contains(new Effect.NoteBarrier());
        assertThat(held.call()).isEmpty();
        assertThat(held.next()).isPresent();
        assertThat(free.call()).contains(new Operation.Delete());
    }

    @Test
    @DisplayName("Each command that asked for a removal is answered at its end")
    void eachCommandIsAnswered() {
        // Given
        Volume asked = created().removing(REMOVAL.askedAgain(false, "cmd-2").askedAgain(false, "cmd-3"));

        // When
        var gone = end(intend(asked, new Operation.Delete()), List.of(), FACTS, new CallOutcome.Deleted());

        // Then
        assertThat(gone.effects())
                .filteredOn(Effect.CommandDone.class::isInstance)
                .extracting(effect -> ((Effect.CommandDone) effect).command())
                .containsExactly("cmd", "cmd-2", "cmd-3");
    }

    @Test
    @DisplayName("A forced removal lets the nodes go first, then forgets the record and keeps the storage")
    void aForcedRemovalKeepsTheStorage() {
        // Given
        Volume volume = published(List.of(granted("a", N1))).volume().orElseThrow();
        Volume forced = volume.removing(new Volume.Removal(true, "cmd", Optional.empty()));

        // When
        var asked = decide(forced, List.of(granted("a", N1)), FACTS);
        long generation = asked.volume().orElseThrow().publications().get(N1).generation();
        var said = decide(
                reporting(asked.volume().orElseThrow(), report(generation).setNothingLeft(true)),
                asked.claims(),
                FACTS);
        var gone = end(
                intend(said.volume().orElseThrow(), said.call().orElseThrow()),
                said.claims(),
                FACTS,
                new CallOutcome.Unpublished(N1));

        // Then
        assertThat(asked.volume().orElseThrow().publications().get(N1).state()).isEqualTo(State.PENDING_NODE_UNPUBLISH);
        assertThat(gone.volume()).isEmpty();
        assertThat(gone.effects()).contains(Scenes.removed("cmd", "the record is gone, the backing storage is kept"));
    }

    @Test
    @DisplayName("A forced removal, too, waits until all is read that nodes may have said of mounts nobody remembers")
    void aForcedRemovalReadsFirst() {
        // Given
        Volume forced = created().removing(new Volume.Removal(true, "cmd", Optional.empty()));
        VolumeInputs unread = Scenes.inputs(Optional.empty(), Map.of(), false);
        VolumeInputs read = Scenes.inputs(Optional.empty(), Map.of(), true);

        // When
        var first = decide(forced, List.of(), unread);
        var then = decide(first.volume().orElseThrow(), List.of(), read);

        // Then
        assertThat(first.effects()).containsExactly(new Effect.NoteBarrier());
        assertThat(first.next()).isPresent();
        assertThat(then.volume()).isEmpty();
        assertThat(then.effects()).contains(Scenes.removed("cmd", "the record is gone, the backing storage is kept"));
    }

    @Test
    @DisplayName("A call whose time has passed is uncertain; an answer that comes with another token changes nothing")
    void anExpiredCallIsUncertain() {
        // Given
        Volume calling = intend(accepted(), new Operation.Create());
        var created = new CallOutcome.Created(new Provision.Info("id", 0, Map.of(), List.of()));

        // When
        var other = Reconciliation.of(
                new Reconciliation.Input(
                        calling, List.of(), FACTS, Optional.of(new Reconciliation.Ended("another", created))),
                POLICY,
                DRAWS);
        var expired = Reconciliation.of(
                new Reconciliation.Input(calling, List.of(), FACTS, Optional.empty()),
                POLICY,
                new DecisionContext(NOW.plusSeconds(60), 0.5));

        // Then
        assertThat(other.volume().orElseThrow()).isEqualTo(calling);
        assertThat(expired.volume().orElseThrow().call()).isEmpty();
        assertThat(expired.volume().orElseThrow().provision().uncertain()).isTrue();
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
                new CallOutcome.Unpublished(N1));

        // Then
        assertThat(waiting.volume().orElseThrow().publications().get(N1).state())
                .isEqualTo(Publication.State.PENDING_NODE_UNPUBLISH);
        assertThat(letGo.call()).contains(new Operation.Unpublish(N1));
        assertThat(detached.effects()).contains(new Effect.Unassign(N1));
        assertThat(detached.call()).contains(new Operation.Publish(N1));
    }

    private static MountReport.Builder report(long generation) {
        return MountReport.newBuilder().setNode("n1").setGeneration(generation).setRevision(1);
    }
}

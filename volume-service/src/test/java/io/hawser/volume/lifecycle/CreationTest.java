package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.lifecycle.Scenes.DRAWS;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.NOW;
import static io.hawser.volume.lifecycle.Scenes.POLICY;
import static io.hawser.volume.lifecycle.Scenes.accepted;
import static io.hawser.volume.lifecycle.Scenes.created;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.end;
import static io.hawser.volume.lifecycle.Scenes.facts;
import static io.hawser.volume.lifecycle.Scenes.granted;
import static io.hawser.volume.lifecycle.Scenes.intend;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.CapabilitySet;
import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import io.hawser.volume.lifecycle.Publication.State;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a volume comes to be, and what is not known of a create. */
class CreationTest {
    private static final VolumeInputs CANNOT = facts(Scenes.plugin("unix:///p", false, true, 7), false);
    private static final Volume.Removal REMOVAL = new Volume.Removal(false, "cmd", Optional.of(""));

    @Test
    @DisplayName("A new volume is created immediately")
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
    @Tag("swarmkit-X-9")
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
        // Its record may be stored during the decision, which cannot lock a row that does not exist.
        assertThat(List.of(accepted, wanted))
                .allSatisfy(outcome -> assertThat(outcome.next()).contains(NOW.plusSeconds(30)));
        // When
        var later = decide(accepted().stamped(NOW.minusSeconds(100)), List.of(), unknown);
        var muchLater = decide(accepted().stamped(NOW.minus(Duration.ofDays(1))), List.of(), unknown);
        // Then
        assertThat(later.next()).contains(NOW.plusSeconds(100));
        assertThat(muchLater.next()).contains(NOW.plus(POLICY.rejectedInterval()));
    }

    @Test
    @DisplayName("A create in doubt fixes with what it is repeated; after a rejection the plugin's present capabilities"
            + " count")
    void whatACreationIsSentWith() {
        // Given
        CapabilitySet upgraded = CapabilitySet.of(
                List.of(PluginCapability.Service.Type.VOLUME_ACCESSIBILITY_CONSTRAINTS_VALUE),
                List.of(ControllerServiceCapability.RPC.Type.SINGLE_NODE_MULTI_WRITER_VALUE),
                List.of());
        Volume first = intend(accepted(), new Operation.Create());

        // When
        Volume lost = ended(first, new CallOutcome.Uncertain("lost"));
        Volume rejected = ended(first, new CallOutcome.Rejected("no", CallOutcome.Cause.OTHER));
        Volume created = ended(
                first,
                new CallOutcome.Created(
                        new Operation.Create(), Scenes.created().provision().info()));

        // Then
        assertThat(lost.provision().creating(upgraded).capabilities())
                .contains(new Provision.CreateCapabilities(false, false));
        assertThat(created.provision().capabilities()).contains(new Provision.CreateCapabilities(false, false));
        assertThat(rejected.provision().creating(upgraded).capabilities())
                .contains(new Provision.CreateCapabilities(true, true));
    }

    private static Volume ended(Volume calling, CallOutcome outcome) {
        return end(calling, List.of(), FACTS, outcome).volume().orElseThrow();
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
    @DisplayName("A call whose time has passed is uncertain; an answer that comes with another token changes nothing")
    void anExpiredCallIsUncertain() {
        // Given
        Volume calling = intend(accepted(), new Operation.Create());
        var created = new CallOutcome.Created(new Operation.Create(), new Provision.Info("id", 0, Map.of(), List.of()));

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
    @DisplayName("A plugin that cannot create serves what is there under the name that it was given, and says so")
    void aPluginThatDoesNotCreate() {
        // When
        var outcome = decide(accepted(), List.of(), CANNOT);

        // Then
        Provision provision = outcome.volume().orElseThrow().provision();
        assertThat(provision.created()).isTrue();
        assertThat(provision.info().volumeId()).isEqualTo("v");
        assertThat(outcome.effects())
                .contains(new Effect.RecordEvent("Created", "the plugin does not create volumes: taken as v"));
        assertThat(outcome.next()).contains(NOW);
    }

    @Test
    @DisplayName("What CreateVolume may have made is not taken for an existing volume when the plugin stops creating:"
            + " the volume waits, and says what ends that")
    void anUncertainCreationIsNotTakenForAnExistingVolume() {
        // Given
        Volume uncertain = end(
                        intend(accepted(), new Operation.Create()), List.of(), FACTS, new CallOutcome.Uncertain("lost"))
                .volume()
                .orElseThrow();

        // When
        var waiting = decide(uncertain, List.of(), CANNOT);
        String message = ConditionScenes.message("Creating", waiting.volume().orElseThrow(), List.of(), CANNOT);
        var forced = decide(uncertain.removing(new Volume.Removal(true, "cmd", Optional.empty())), List.of(), CANNOT);

        // Then
        assertThat(waiting.volume().orElseThrow().provision()).isEqualTo(uncertain.provision());
        assertThat(message)
                .isEqualTo("the outcome of CreateVolume is not known, and plugin p does not create volumes now: the"
                        + " call is repeated once the plugin does; a forced removal keeps what there is");
        assertThat(forced.volume()).isEmpty();
    }

    @Test
    @DisplayName("A creation that was rejected, or that only a lost database may have tried, made nothing of a plugin"
            + " that does not create: the volume is taken as it is")
    void whatWasNotCreatedIsTakenAsItIs() {
        // Given
        Volume rejected = end(
                        intend(accepted(), new Operation.Create()), List.of(), FACTS, new CallOutcome.Rejected("no"))
                .volume()
                .orElseThrow();

        // When
        var afterRejection = decide(rejected, List.of(), CANNOT);
        var afterRestore = decide(accepted().perhapsCommandedBefore(), List.of(), CANNOT);

        // Then
        assertThat(List.of(afterRejection, afterRestore)).allSatisfy(outcome -> assertThat(
                        outcome.volume().orElseThrow().provision().created())
                .isTrue());
    }
}

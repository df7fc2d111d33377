package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.lifecycle.ConditionScenes.AWAY;
import static io.hawser.volume.lifecycle.ConditionScenes.HELD;
import static io.hawser.volume.lifecycle.ConditionScenes.input;
import static io.hawser.volume.lifecycle.ConditionScenes.later;
import static io.hawser.volume.lifecycle.ConditionScenes.message;
import static io.hawser.volume.lifecycle.ConditionScenes.orphans;
import static io.hawser.volume.lifecycle.ConditionScenes.report;
import static io.hawser.volume.lifecycle.ConditionScenes.target;
import static io.hawser.volume.lifecycle.ConditionScenes.types;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.NOW;
import static io.hawser.volume.lifecycle.Scenes.PLUGIN;
import static io.hawser.volume.lifecycle.Scenes.accepted;
import static io.hawser.volume.lifecycle.Scenes.created;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.end;
import static io.hawser.volume.lifecycle.Scenes.facts;
import static io.hawser.volume.lifecycle.Scenes.granted;
import static io.hawser.volume.lifecycle.Scenes.intend;
import static io.hawser.volume.lifecycle.Scenes.published;
import static io.hawser.volume.lifecycle.Scenes.reporting;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.CapabilitySet;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.orphan.UnexplainedMount;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The conditions of a volume that is not settled. */
class ConditionsTest {
    private static final Volume.Removal REMOVAL = new Volume.Removal(false, "cmd", Optional.empty());

    @Test
    @DisplayName("A volume that is settled has none, now and later")
    void aSettledVolumeHasNone() {
        // Given
        Volume volume = published(HELD).volume().orElseThrow();
        var mounted =
                decide(reporting(volume, report(volume).addTargets(target("").setPath("/m"))), HELD, FACTS);

        // Then
        assertThat(later(created(), List.of(), FACTS)).isEmpty();
        assertThat(later(mounted.volume().orElseThrow(), mounted.claims(), FACTS))
                .isEmpty();
        assertThat(Conditions.next(input(created(), List.of(), FACTS), NOW)).isEmpty();
    }

    @Test
    @DisplayName("No controller is missed of a plugin that has none; of one that has said nothing it is")
    void aPluginWithoutController() {
        // Given
        VolumeInputs none = facts(new VolumeInputs.PluginFacts("", CapabilitySet.NONE, 1), false);
        VolumeInputs unknown = new VolumeInputs(Optional.empty(), Map.of(), false, Map.of(), Map.of(), Set.of());

        // Then
        assertThat(later(created(), List.of(), none)).isEmpty();
        assertThat(types(created(), List.of(), unknown)).containsExactly("PluginUnavailable");
    }

    @Test
    @DisplayName("What settles by itself has a condition after 10 s, and is looked at by then; since is when it began")
    void whatSettlesByItselfIsToldLater() {
        // Given
        Conditions.Input creating = input(accepted(), List.of(), FACTS);

        // Then
        assertThat(Conditions.of(creating, NOW.plusMillis(9_999))).isEmpty();
        assertThat(Conditions.of(creating, NOW.plusSeconds(10))).singleElement().satisfies(condition -> {
            assertThat(condition.type()).isEqualTo(ConditionType.CREATING);
            assertThat(condition.node()).isEmpty();
            assertThat(condition.since()).contains(NOW);
        });
        assertThat(Conditions.next(creating, NOW)).contains(NOW.plusSeconds(10));
        assertThat(Conditions.next(creating, NOW.plusSeconds(10))).isEmpty();
    }

    @Test
    @DisplayName("A creation says what it waits for: the answer, the plugin's word, a controller")
    void aCreation() {
        VolumeInputs unknown = Scenes.inputs(Optional.empty(), Map.of(), false);
        assertThat(message("Creating", intend(accepted(), new Operation.Create()), List.of(), FACTS))
                .startsWith("CreateVolume has not answered");
        assertThat(message("Creating", accepted(), List.of(), unknown)).contains("has not said what it can do");
        assertThat(message("Creating", accepted(), List.of(), AWAY)).contains("can be called");
        assertThat(types(accepted().removing(REMOVAL), List.of(), FACTS)).containsExactly("RemovalHeld");
    }

    @Test
    @DisplayName("A creation that failed waits for what its failure says, also while it is tried again, and for the"
            + " controller only if it is away")
    void aCreationThatFailed() {
        // Given
        Volume failed = end(
                        intend(accepted(), new Operation.Create()),
                        List.of(),
                        FACTS,
                        new CallOutcome.Uncertain("mount failed"))
                .volume()
                .orElseThrow();

        // Then
        assertThat(types(failed, List.of(), FACTS)).containsExactly("Uncertain");
        assertThat(later(intend(failed, new Operation.Create()), List.of(), FACTS))
                .isEqualTo(later(failed, List.of(), FACTS));
        assertThat(types(failed, List.of(), AWAY)).containsExactly("Uncertain", "PluginUnavailable", "Creating");
    }

    @Test
    @DisplayName("A plugin that is away is a condition immediately, since it is away")
    void aPluginThatIsAway() {
        // Given
        Instant gone = NOW.minusSeconds(5);
        Conditions.Input away = new Conditions.Input(created(), List.of(), AWAY, Optional.empty(), Optional.of(gone));

        // Then
        assertThat(Conditions.of(away, NOW))
                .containsExactly(new Conditions.Condition(
                        ConditionType.PLUGIN_UNAVAILABLE, "no healthy controller of plugin p", Optional.of(gone)));
    }

    @Test
    @DisplayName("A volume that waits for a place among its plugin's calls says so after 10 s")
    void aQueuedVolume() {
        // Given
        Conditions.Input queued =
                new Conditions.Input(created(), List.of(), FACTS, Optional.of(NOW.minusSeconds(9)), Optional.empty());

        // Then
        assertThat(Conditions.of(queued, NOW)).isEmpty();
        assertThat(Conditions.of(queued, NOW.plusSeconds(1)))
                .extracting(Conditions.Condition::type)
                .containsExactly(ConditionType.QUEUED);
    }

    @Test
    @DisplayName("How the last call failed is a condition immediately, with what ends it")
    void aFailure() {
        // Given
        Volume attach = decide(created(), HELD, FACTS).volume().orElseThrow();

        // Then
        assertThat(failed(accepted(), new Operation.Create(), new CallOutcome.Uncertain("lost")))
                .isEqualTo("Uncertain lost; tried again by itself");
        assertThat(failed(accepted(), new Operation.Create(), new CallOutcome.NotSent("no secret")))
                .isEqualTo("NotSent no secret; tried again by itself");
        assertThat(failed(accepted(), new Operation.Create(), new CallOutcome.Rejected("no")))
                .isEqualTo("Rejected no; tried again with another plugin version, and at 2026-01-01T00:10:00Z");
        assertThat(failed(
                        attach,
                        new Operation.Publish(N1),
                        new CallOutcome.Rejected("full", CallOutcome.Cause.NO_PLACE)))
                .isEqualTo("Rejected full; tried again after a detach, and by itself");
    }

    @Test
    @DisplayName("A removal says who holds it, and what it waits for when nobody does")
    void aRemoval() {
        // Given
        Volume removing = created().removing(REMOVAL).stamped(NOW.plusSeconds(1));
        Volume noted = removing.removing(new Volume.Removal(false, "cmd", Optional.of("x")));
        VolumeInputs unread = Scenes.inputs(Optional.of(PLUGIN), Map.of(), false);

        // Then
        assertThat(message("RemovalHeld", removing, HELD, FACTS)).isEqualTo("held by task a");
        assertThat(Conditions.heldBy(Stream.of("g", "f", "e", "d", "c", "b", "a", "a")
                        .map(task -> granted(task, N1))
                        .toList()))
                .isEqualTo("held by tasks a, b, c, d, e and 2 more");
        assertThat(message("RemovalHeld", removing.with(Publication.begin(N1, "c")), List.of(), FACTS))
                .isEqualTo("still on nodes n1");
        assertThat(message(
                        "RemovalHeld",
                        UnconfirmedDetachTest.unconfirmed().removing(REMOVAL),
                        List.of(),
                        facts(PLUGIN, true)))
                .isEqualTo("unused; DeleteVolume is still to be made");
        assertThat(message("RemovalHeld", removing, List.of(), unread))
                .isEqualTo("unused; DeleteVolume is still to be made");
        assertThat(message("RemovalHeld", noted, List.of(), FACTS))
                .isEqualTo("unused; DeleteVolume is still to be made");
        assertThat(message("RemovalHeld", noted, List.of(), unread)).contains("has been read");
        assertThat(message("RemovalHeld", intend(noted, new Operation.Delete()), List.of(), FACTS))
                .isEqualTo("unused; DeleteVolume has not answered");
        assertThat(Conditions.of(input(removing, List.of(), FACTS), NOW)
                        .getFirst()
                        .since())
                .contains(NOW.plusSeconds(1));
    }

    @Test
    @DisplayName("A removal that a mount without record holds names its nodes")
    void aRemovalHeldByAnOrphanedMount() {
        // Given
        Volume noted = created().removing(new Volume.Removal(false, "cmd", Optional.of("x")));
        VolumeInputs inputs = orphans(Map.of(
                new NodeName("n9"),
                new VolumeInputs.Orphan(NOW, "", new UnexplainedMount(true, Set.of(), Set.of())),
                new NodeName("n8"),
                new VolumeInputs.Orphan(NOW, "", new UnexplainedMount(true, Set.of(), Set.of()))));

        // Then
        assertThat(message("RemovalHeld", noted, List.of(), inputs))
                .isEqualTo("unused; still mounted or attached, and no record explains why, on nodes n8, n9");
    }

    private static String failed(Volume volume, Operation operation, CallOutcome outcome) {
        Volume after =
                end(intend(volume, operation), HELD, FACTS, outcome).volume().orElseThrow();
        Conditions.Condition condition =
                Conditions.of(input(after, HELD, FACTS), NOW).getFirst();
        assertThat(condition.since()).contains(NOW);
        return condition.type().word() + " " + condition.message();
    }
}

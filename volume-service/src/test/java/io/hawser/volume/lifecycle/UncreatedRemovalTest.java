package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.NOW;
import static io.hawser.volume.lifecycle.Scenes.POLICY;
import static io.hawser.volume.lifecycle.Scenes.accepted;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.end;
import static io.hawser.volume.lifecycle.Scenes.facts;
import static io.hawser.volume.lifecycle.Scenes.intend;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.volume.lifecycle.VolumeInputs.PluginFacts;
import io.hawser.volume.orphan.UnexplainedMount;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a volume goes that was never created, or perhaps. */
class UncreatedRemovalTest {
    private static final Volume.Removal REMOVAL = new Volume.Removal(false, "cmd", Optional.of(""));

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
                new CallOutcome.Created(new Operation.Create(), new Provision.Info("id-1", 0, Map.of(), List.of())));
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
        assertThat(Scenes.heldBy(waiting)).contains("the outcome of CreateVolume is not known", "force");
        assertThat(changed.call()).contains(new Operation.Create());
        assertThat(forced.volume()).isEmpty();
        assertThat(forced.effects())
                .contains(Scenes.removed(
                        "cmd", "the record is gone, the backing storage is kept, if CreateVolume made any"));
    }

    @Test
    @DisplayName("A node has it mounted of a lost life: no removal ends before the mount does. A plugin that does not"
            + " create volumes serves it under its name until then, another one is asked what it is")
    void aNodeHasItMounted() {
        // Given
        Volume perhaps = accepted().perhapsCommandedBefore();
        Volume.Removal forced = new Volume.Removal(true, "cmd", Optional.empty());
        PluginFacts createsNothing = Scenes.plugin("unix:///p.sock", false, true, 7);

        // When
        var taken = decide(perhaps.removing(REMOVAL), List.of(), mountedOnN1(createsNothing));
        var asked = decide(perhaps.removing(REMOVAL), List.of(), mountedOnN1(Scenes.PLUGIN));
        var byForce = decide(perhaps.removing(forced), List.of(), mountedOnN1(Scenes.plugin("", true, true, 7)));
        var neverCreated = decide(accepted().removing(REMOVAL), List.of(), mountedOnN1(Scenes.PLUGIN));
        Volume kept = taken.volume().orElseThrow();

        // Then
        assertThat(kept.existedBefore()).isTrue();
        assertThat(decide(kept, List.of(), mountedOnN1(createsNothing)).volume())
                .isPresent();
        assertThat(decide(kept, List.of(), facts(createsNothing, false)).volume())
                .isEmpty();
        assertThat(asked.call()).contains(new Operation.Create());
        assertThat(byForce.volume()).isPresent();
        assertThat(neverCreated.call()).contains(new Operation.Create());
        assertThat(Conditions.heldBy(new Conditions.Input(
                        perhaps.removing(forced),
                        List.of(),
                        mountedOnN1(Scenes.PLUGIN),
                        Optional.empty(),
                        Optional.empty())))
                .isEqualTo("unused; still mounted or attached, and no record explains why, on nodes n1");
    }

    static VolumeInputs mountedOnN1(PluginFacts plugin) {
        return new VolumeInputs(
                Optional.of(plugin),
                Map.of(N1, Scenes.node(false, "csi-n1", true)),
                false,
                Map.of(
                        N1,
                        new VolumeInputs.Orphan(
                                NOW, "task t may use it", new UnexplainedMount(true, Set.of(), Set.of()))),
                Map.of(),
                Set.of());
    }
}

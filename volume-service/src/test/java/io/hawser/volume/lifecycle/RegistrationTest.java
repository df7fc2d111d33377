package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.V;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.NOW;
import static io.hawser.volume.lifecycle.Scenes.POLICY;
import static io.hawser.volume.lifecycle.Scenes.accepted;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.end;
import static io.hawser.volume.lifecycle.Scenes.facts;
import static io.hawser.volume.lifecycle.Scenes.granted;
import static io.hawser.volume.lifecycle.Scenes.intend;
import static io.hawser.volume.lifecycle.Scenes.removed;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.CapabilitySet;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.VolumeInputs.PluginFacts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A volume that its plugin has already: how it comes to be, and that nothing deletes it. */
class RegistrationTest {
    private static final Provision.Info INFO = new Provision.Info("vol-1", 0, Map.of("pool", "a"), List.of());
    private static final Volume REGISTERED = accepted().with(Provision.registered(INFO));
    private static final Operation.Create ASK = new Operation.Create();
    private static final Volume CONFIRMED = ended(new CallOutcome.Created(ASK, INFO));
    private static final PluginFacts NO_CONTROLLER = new PluginFacts("", CapabilitySet.NONE, 7);

    @Test
    @DisplayName(
            "The plugin is asked, and the question leaves nothing uncertain; confirmed, the volume is as the command"
                    + " says, and used with the capabilities of that moment")
    void confirmed() {
        // When
        var outcome = decide(REGISTERED, List.of(), FACTS);
        Provision asking = intend(REGISTERED, ASK).provision();
        // Then
        assertThat(outcome.call()).contains(ASK);
        assertThat(asking.mayHaveActed()).isFalse();
        assertThat(asking.attempted()).isFalse();
        assertThat(CONFIRMED.provision().created()).isTrue();
        assertThat(CONFIRMED.provision().info()).isEqualTo(INFO);
        assertThat(CONFIRMED.provision().attempted()).isFalse();
        assertThat(CONFIRMED.provision().capabilities()).contains(new Provision.CreateCapabilities(false, false));
        assertThat(CONFIRMED.existedBefore()).isTrue();
    }

    @Test
    @DisplayName(
            "After a lost answer the plugin is asked again soon; after a rejection, which the condition has in words,"
                    + " after the long interval")
    void notConfirmed() {
        // When
        var lost = end(intend(REGISTERED, ASK), List.of(), FACTS, new CallOutcome.Uncertain("lost"));
        var rejected = end(intend(REGISTERED, ASK), List.of(), FACTS, new CallOutcome.Rejected("NOT_FOUND: no vol-1"));
        // Then
        assertThat(lost.volume().orElseThrow().provision().uncertain()).isFalse();
        assertThat(lost.next().orElseThrow()).isBetween(NOW, NOW.plusSeconds(10));
        assertThat(rejected.volume().orElseThrow().provision().created()).isFalse();
        assertThat(rejected.next()).contains(NOW.plus(POLICY.rejectedInterval()));
        assertThat(rejected.effects())
                .contains(new Effect.RecordEvent("RegisterRejected", Optional.empty(), "NOT_FOUND: no vol-1"));
        assertThat(ConditionScenes.message("Rejected", rejected.volume().orElseThrow(), List.of(), FACTS))
                .startsWith("NOT_FOUND: no vol-1");
    }

    @Test
    @DisplayName("While it waits, its condition says for which plugin and which volume")
    void conditions() {
        assertThat(ConditionScenes.message(
                        "Creating", REGISTERED, List.of(), facts(Scenes.plugin("", true, true, 7), false)))
                .isEqualTo("plugin p is asked whether it has volume vol-1 when it can be called; a removal takes the"
                        + " registration back");
        assertThat(ConditionScenes.message("Creating", intend(REGISTERED, ASK), List.of(), FACTS))
                .isEqualTo("plugin p has not answered yet whether it has volume vol-1; it is asked again after the"
                        + " deadline");
    }

    @Test
    @DisplayName("A removal that waits for the answer says so")
    void removalDuringTheQuestion() {
        assertThat(Scenes.heldBy(intend(REGISTERED, ASK).removing(new Volume.Removal(false, "cmd", Optional.empty()))))
                .isEqualTo("unused; its record goes once the plugin has answered whether it has the volume");
    }

    @Test
    @DisplayName("A plugin that cannot create volumes is asked for the id, too, and does not serve it under its name")
    void aPluginThatDoesNotCreate() {
        // When
        var outcome = decide(REGISTERED, List.of(), facts(Scenes.plugin("unix:///p", false, true, 7), false));
        // Then
        assertThat(outcome.call()).contains(ASK);
        assertThat(outcome.volume().orElseThrow().provision().created()).isFalse();
    }

    @Test
    @DisplayName("A plugin without Controller service cannot be asked: the volume is taken as the command says")
    void aPluginWithoutController() {
        // When
        var outcome = decide(REGISTERED, List.of(), facts(NO_CONTROLLER, false));
        var unknown = decide(REGISTERED, List.of(), Scenes.inputs(Optional.empty(), FACTS.nodes(), true));
        // Then
        assertThat(outcome.call()).isEmpty();
        assertThat(outcome.volume().orElseThrow().provision().created()).isTrue();
        assertThat(outcome.volume().orElseThrow().provision().info()).isEqualTo(INFO);
        assertThat(outcome.volume().orElseThrow().provision().attempted()).isFalse();
        assertThat(outcome.effects())
                .contains(new Effect.RecordEvent("Created", "taken as vol-1 without asking the plugin"));
        assertThat(unknown.volume().orElseThrow().provision().created()).isFalse();
    }

    @Test
    @DisplayName("A removal before the confirmation makes no call, and one after it detaches, and deletes nothing")
    void removal() {
        for (boolean force : List.of(false, true)) {
            Volume.Removal removal = new Volume.Removal(force, "cmd", Optional.of(""));
            // When
            var before = decide(REGISTERED.removing(removal), List.of(), FACTS);
            var after = decide(CONFIRMED.removing(removal), List.of(), FACTS);
            // Then
            for (var outcome : List.of(before, after)) {
                assertThat(outcome.volume()).isEmpty();
                assertThat(outcome.calls()).isEmpty();
            }
            assertThat(before.effects())
                    .contains(removed("cmd", "the registration is taken back, nothing was deleted"));
            assertThat(after.effects()).contains(removed("cmd", "the record is gone, the backing storage is kept"));
        }
        var used = decide(
                CONFIRMED.removing(new Volume.Removal(false, "cmd", Optional.empty())),
                List.of(granted("a", N1)),
                FACTS);
        assertThat(used.volume()).isPresent();
        assertThat(Scenes.heldBy(CONFIRMED.removing(new Volume.Removal(false, "cmd", Optional.empty()))))
                .isEqualTo("unused; its record goes once everything that was written before has been read");
    }

    @Test
    @DisplayName("A node may have it mounted of a lost life: its removal waits for the mount, and not for the plugin's"
            + " word")
    void mountedOfALostLife() {
        // Given
        Volume leaving = REGISTERED.removing(new Volume.Removal(false, "cmd", Optional.empty()));
        // When
        var taken =
                decide(leaving.perhapsCommandedBefore(), List.of(), UncreatedRemovalTest.mountedOnN1(Scenes.PLUGIN));
        Volume kept = taken.volume().orElseThrow();
        // Then
        assertThat(taken.call()).isEmpty();
        assertThat(kept.provision().created()).isTrue();
        assertThat(kept.provision().info()).isEqualTo(INFO);
        assertThat(decide(kept, List.of(), UncreatedRemovalTest.mountedOnN1(Scenes.PLUGIN))
                        .volume())
                .isPresent();
        assertThat(decide(kept.removing(new Volume.Removal(false, "cmd", Optional.of(""))), List.of(), FACTS)
                        .volume())
                .isEmpty();
    }

    @Test
    @DisplayName("A lost database may have registered it: the plugin is asked the same again")
    void perhapsCommandedBefore() {
        assertThat(REGISTERED.perhapsCommandedBefore()).isEqualTo(REGISTERED);
    }

    @Test
    @DisplayName(
            "An answer of CreateVolume with another volume's id counts as rejected; the own id, another plugin's, and"
                    + " one that a volume may get, do not")
    void anAnswerWithAnothersId() {
        // Given
        CallOutcome answer = new CallOutcome.Created(ASK, INFO);
        PluginName p = new PluginName("p");
        VolumeName other = new VolumeName("w");
        // When
        CallOutcome checked =
                owners(new IdOwner(p, "vol-1", true, other, false)).checked(answer, p, V);
        // Then
        assertThat(checked)
                .isEqualTo(new CallOutcome.Rejected(
                        "the plugin answered as if it had made it: volume w of plugin p has the id vol-1"));
        for (IdOwner owner : List.of(
                new IdOwner(p, "vol-1", true, V, false),
                new IdOwner(p, "vol-2", true, other, false),
                new IdOwner(new PluginName("q"), "vol-1", true, other, false),
                new IdOwner(p, "vol-1", false, other, false))) {
            assertThat(owners(owner).checked(answer, p, V)).isEqualTo(answer);
        }
        // When: two answers in one transaction
        IdOwners none = owners();
        // Then
        assertThat(none.checked(answer, p, V)).isEqualTo(answer);
        assertThat(none.checked(answer, p, other)).isInstanceOf(CallOutcome.Rejected.class);
        assertThat(none.checked(answer, p, V)).isEqualTo(answer);
        // When: the volume that was not made is removed
        Volume rejected =
                end(intend(accepted(), ASK), List.of(), FACTS, checked).volume().orElseThrow();
        var gone = decide(rejected.removing(new Volume.Removal(false, "cmd", Optional.of(""))), List.of(), FACTS);
        // Then
        assertThat(gone.volume()).isEmpty();
        assertThat(gone.calls()).isEmpty();
    }

    private static IdOwners owners(IdOwner... stored) {
        IdOwners owners = new IdOwners();
        owners.add(List.of(stored));
        return owners;
    }

    private static Volume ended(CallOutcome outcome) {
        return end(intend(REGISTERED, ASK), List.of(), FACTS, outcome).volume().orElseThrow();
    }
}

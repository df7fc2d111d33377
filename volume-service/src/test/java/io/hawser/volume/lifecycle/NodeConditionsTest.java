package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
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
import static io.hawser.volume.lifecycle.Scenes.created;
import static io.hawser.volume.lifecycle.Scenes.decide;
import static io.hawser.volume.lifecycle.Scenes.end;
import static io.hawser.volume.lifecycle.Scenes.granted;
import static io.hawser.volume.lifecycle.Scenes.intend;
import static io.hawser.volume.lifecycle.Scenes.published;
import static io.hawser.volume.lifecycle.Scenes.reporting;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.CapabilitySet;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.lifecycle.VolumeInputs.NodeFacts;
import io.hawser.volume.orphan.UnexplainedMount;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The conditions of a volume that is not settled on a node. */
class NodeConditionsTest {
    private static final List<Claim> OVER = List.of(granted("a", N1).releasing());

    @Test
    @DisplayName("An attach says what it waits for: the node's id, a controller, its turn, the answer")
    void anAttach() {
        // Given
        Volume attach = decide(created(), HELD, FACTS).volume().orElseThrow();
        Volume nameless = decide(
                        created(),
                        HELD,
                        Scenes.inputs(Optional.of(PLUGIN), Map.of(N1, Scenes.node(false, "", false)), true))
                .volume()
                .orElseThrow();

        // Then
        assertThat(message("NodeIdUnknown", nameless, HELD, FACTS)).contains("has not said how it calls this node");
        assertThat(message("Attaching", attach, HELD, AWAY))
                .contains("waits for a healthy controller")
                .doesNotContain("force");
        assertThat(message("Attaching", attach, HELD, FACTS)).contains("waits for its turn");
        assertThat(message("Attaching", intend(attach, new Operation.Publish(N1)), HELD, FACTS))
                .contains("has not answered");
        assertThat(Conditions.of(input(attach, HELD, FACTS), NOW)).isEmpty();
    }

    @Test
    @DisplayName(
            "An attach that failed says why, and the same while it is tried again; that it waits for a node's id or"
                    + " a controller, it says beside that")
    void anAttachThatFailed() {
        // Given
        Volume attach = decide(created(), HELD, FACTS).volume().orElseThrow();
        Volume failed = end(
                        intend(attach, new Operation.Publish(N1)),
                        HELD,
                        FACTS,
                        new CallOutcome.Uncertain("out of space"))
                .volume()
                .orElseThrow();
        Volume nameless = failed.with(failed.publications().get(N1).knownAs(""));

        // Then
        assertThat(types(failed, HELD, FACTS)).containsExactly("Uncertain");
        assertThat(later(intend(failed, new Operation.Publish(N1)), HELD, FACTS))
                .isEqualTo(later(failed, HELD, FACTS));
        assertThat(types(nameless, HELD, FACTS)).containsExactly("Uncertain", "NodeIdUnknown");
        assertThat(types(failed, HELD, AWAY)).containsExactly("PluginUnavailable", "Uncertain", "Attaching");
    }

    @Test
    @DisplayName("What is under way or let go on another node is not said of this one")
    void anotherNode() {
        // Given
        List<Claim> both = List.of(granted("a", N1), granted("b", N2));
        Volume attach = decide(created(), both, FACTS).volume().orElseThrow();
        Volume volume = published(HELD).volume().orElseThrow();
        var mounted =
                decide(reporting(volume, report(volume).addTargets(target("").setPath("/m"))), HELD, FACTS);
        List<Claim> elsewhere =
                List.of(mounted.claims().getFirst(), granted("b", N2).releasing());

        // Then
        assertThat(message("Attaching", intend(attach, new Operation.Publish(N2)), both, FACTS))
                .contains("waits for its turn");
        assertThat(types(mounted.volume().orElseThrow(), elsewhere, FACTS)).isEmpty();
    }

    @Test
    @DisplayName(
            "A node that does not answer, is not done yet, or cannot, becomes a condition in that order of patience")
    void aNodeThatShallMount() {
        // Given
        Volume volume = published(HELD).volume().orElseThrow();
        Volume answered = reporting(volume, report(volume).addTargets(target("")));
        Volume failing = reporting(volume, report(volume).addTargets(target("no such device")));
        Volume broken = reporting(volume, report(volume).setMessage("staging is broken"));
        Volume late = reporting(volume, report(volume).setGeneration(volume.generation() - 1));

        // Then
        assertThat(types(volume, HELD, FACTS)).containsExactly("NodeSilent");
        assertThat(types(late, HELD, FACTS)).containsExactly("NodeSilent");
        assertThat(types(answered, HELD, FACTS)).containsExactly("Mounting");
        assertThat(types(answered, OVER, FACTS)).containsExactly("LettingGo");
        assertThat(Conditions.of(input(failing, HELD, FACTS), NOW))
                .containsExactly(new Conditions.Condition(
                        ConditionType.NODE_FAILING, Optional.of(N1), "no such device", Optional.of(NOW)));
        assertThat(message("NodeFailing", broken, HELD, FACTS)).isEqualTo("staging is broken");
    }

    @Test
    @DisplayName("A node that shall have nothing says by hand what can be done")
    void aNodeThatShallLetGo() {
        // Given
        Volume leaving = decide(published(HELD).volume().orElseThrow(), OVER, FACTS)
                .volume()
                .orElseThrow();
        Volume answered = reporting(leaving, report(leaving));
        Volume failing = reporting(leaving, report(leaving).setMessage("plugin p is not on this node"));

        // Then
        assertThat(types(leaving, OVER, FACTS)).containsExactly("NodeSilent");
        assertThat(message("LettingGo", answered, OVER, FACTS)).contains("forget-mount v --node n1");
        assertThat(message("NodeFailing", failing, OVER, FACTS))
                .startsWith("plugin p is not on this node")
                .contains("forget-mount v --node n1");
    }

    @Test
    @DisplayName(
            "What the plugin has failed to detach says how to go on after a detach by hand, and the same at each try")
    void aDetachThatIsRefused() {
        // Given
        Publication leaving = PublicationSample.on(N1, Publication.State.PENDING_UNPUBLISH)
                .since(NOW)
                .done();
        Publication refused = leaving.with(Retry.NONE.rejected("no such node", NOW, Scenes.POLICY, PLUGIN.version()));
        Volume calling = Scenes.intend(Scenes.created().with(refused), new Operation.Unpublish(N1));
        String byHand = "; if you have detached it from there at the storage system,"
                + " run ./hawser volume forget-mount v --node n1 --detached";

        // Then
        assertThat(message("Detaching", Scenes.created().with(leaving), List.of(), FACTS))
                .isEqualTo("ControllerUnpublishVolume is still to be made: it waits for its turn");
        assertThat(message("Detaching", Scenes.created().with(refused), List.of(), FACTS))
                .isEqualTo("ControllerUnpublishVolume has failed; it is made again until it succeeds" + byHand);
        assertThat(later(calling, List.of(), FACTS))
                .isEqualTo(later(Scenes.created().with(refused), List.of(), FACTS));
    }

    @Test
    @DisplayName("No message says to fence a node that is said to be fenced, and is not confirmed yet")
    void aNodeWhoseFenceWaits() {
        // Given
        VolumeInputs waiting = Scenes.inputs(
                Optional.of(PLUGIN),
                Map.of(
                        N1,
                        new NodeFacts(
                                false,
                                "csi-n1",
                                false,
                                false,
                                Optional.of(NOW.plusMillis(17)),
                                true,
                                CapabilitySet.NONE)),
                true);
        Volume leaving = decide(published(HELD).volume().orElseThrow(), OVER, FACTS)
                .volume()
                .orElseThrow();
        Volume answered = reporting(leaving, report(leaving));

        // Then
        assertThat(message("NodeSilent", leaving, OVER, FACTS)).endsWith("; if the machine is lost, fence the node");
        for (String said :
                List.of(message("NodeSilent", leaving, OVER, waiting), message("LettingGo", answered, OVER, waiting))) {
            assertThat(said)
                    .endsWith("; its fence, written at " + NOW
                            + ", has no effect yet (./hawser node list says what it waits for)")
                    .doesNotContain("machine is lost");
        }
    }

    @Test
    @DisplayName("No message advises to fence a node whose agent is heard; why that does not answer, it says itself")
    void aNodeThatIsHeard() {
        // Given
        VolumeInputs heard = Scenes.inputs(
                Optional.of(PLUGIN),
                Map.of(N1, new NodeFacts(false, "csi-n1", false, false, Optional.empty(), true, CapabilitySet.NONE)),
                true);
        Volume leaving = decide(published(HELD).volume().orElseThrow(), OVER, FACTS)
                .volume()
                .orElseThrow();
        Volume answered = reporting(leaving, report(leaving));
        Volume unreadable = reporting(leaving, report(leaving).setGeneration(0).setMessage("a record cannot be used"));

        // Then
        assertThat(message("NodeFailing", unreadable, OVER, heard)).contains(", and says: a record cannot be used; ");
        assertThat(message("NodeSilent", unreadable, OVER, FACTS)).endsWith("; if the machine is lost, fence the node");
        assertThat(message("NodeSilent", leaving, OVER, heard))
                .endsWith("; it is heard, and may wait for its topics (./hawser status)");
        assertThat(message("LettingGo", answered, OVER, heard)).endsWith("./hawser volume forget-mount v --node n1");
    }

    @Test
    @DisplayName("A detach says what it waits for; where no controller is, that force does not wait")
    void aDetach() {
        // Given
        Volume leaving = created().with(Publication.begin(N1, "c").unpublishing());
        Volume stamped = leaving.stamped(NOW);

        // Then
        assertThat(message("Detaching", stamped, List.of(), AWAY)).endsWith("; a removal with force does not");
        assertThat(message("Detaching", stamped, List.of(), FACTS)).contains("waits for its turn");
        assertThat(message("Detaching", intend(stamped, new Operation.Unpublish(N1)), List.of(), FACTS))
                .contains("ControllerUnpublishVolume has not answered");
    }

    @Test
    @DisplayName(
            "A mount that no record explains is a condition after 10 s, with its node and what ends it, without a wake")
    void anOrphanedMount() {
        // Given
        VolumeInputs.Orphan unseen = new VolumeInputs.Orphan(NOW, "", new UnexplainedMount(true, Set.of(), Set.of()));
        VolumeInputs inputs = orphans(Map.of(
                new NodeName("n9"),
                unseen,
                new NodeName("n8"),
                new VolumeInputs.Orphan(
                        NOW.plusSeconds(3), "task t names it", new UnexplainedMount(true, Set.of(), Set.of()))));
        Conditions.Input orphaned = input(created(), List.of(), inputs);

        // Then
        assertThat(Conditions.of(orphaned, NOW.plusMillis(9_999))).isEmpty();
        assertThat(Conditions.next(orphaned, NOW)).contains(NOW.plusSeconds(10));
        assertThat(Conditions.next(orphaned, NOW.plusSeconds(10))).contains(NOW.plusSeconds(13));
        assertThat(Conditions.of(orphaned, NOW.plusSeconds(13)))
                .containsExactly(
                        new Conditions.Condition(
                                ConditionType.ORPHANED_MOUNT,
                                Optional.of(new NodeName("n8")),
                                "the volume is mounted or attached there, and no record explains why; task t names it",
                                Optional.of(NOW.plusSeconds(3))),
                        new Conditions.Condition(
                                ConditionType.ORPHANED_MOUNT,
                                Optional.of(new NodeName("n9")),
                                "the volume is mounted or attached there, and no record explains why; "
                                        + "the node is answered once everything that was written before has been read",
                                Optional.of(NOW)));
    }
}

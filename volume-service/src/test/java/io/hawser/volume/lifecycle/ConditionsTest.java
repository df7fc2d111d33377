package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
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

import io.hawser.v1.MountReport;
import io.hawser.v1.MountedTarget;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.lifecycle.VolumeInputs.NodeFacts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is told of a volume that is not settled. */
class ConditionsTest {
    private static final List<Claim> HELD = List.of(granted("a", N1));
    private static final List<Claim> OVER = List.of(granted("a", N1).releasing());
    private static final VolumeInputs AWAY = facts(Scenes.plugin("", true, true, 7), false);
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
    @DisplayName(
            "What settles by itself is told when it is 10 s old, and looked at by then; since when is when it began")
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
    @DisplayName("A creation that failed waits for what its failure says, and for the controller only if it is away")
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
        assertThat(types(failed, List.of(), AWAY)).containsExactly("Uncertain", "PluginUnavailable", "Creating");
    }

    @Test
    @DisplayName("A plugin that is away is told at once, since it is")
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
    @DisplayName("How the last call failed is told at once, with what ends it")
    void aFailure() {
        // Given
        Volume attach = decide(created(), HELD, FACTS).volume().orElseThrow();

        // Then
        assertThat(failed(accepted(), new Operation.Create(), new CallOutcome.Uncertain("lost")))
                .isEqualTo("Uncertain lost; tried again by itself");
        assertThat(failed(accepted(), new Operation.Create(), new CallOutcome.NotSent("no secret")))
                .isEqualTo("NotSent no secret; tried again by itself");
        assertThat(failed(accepted(), new Operation.Create(), new CallOutcome.Rejected("no")))
                .isEqualTo("Rejected no; tried again when the plugin is another one, and at 2026-01-01T00:10:00Z");
        assertThat(failed(attach, new Operation.Publish(N1), new CallOutcome.Rejected("full", true)))
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
    @DisplayName("A node that does not answer, is not done yet, or cannot, is told in that order of patience")
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
    @DisplayName("Nobody is told to fence a node whose fence was said, and is not acted on yet")
    void aNodeWhoseFenceWaits() {
        // Given
        VolumeInputs waiting = Scenes.inputs(
                Optional.of(PLUGIN),
                Map.of(N1, new NodeFacts(false, "csi-n1", false, false, Optional.of(NOW.plusMillis(17)), true, false)),
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
                    .endsWith("; its fence, said at " + NOW
                            + ", is not acted on yet (hawser node list says what it waits for)")
                    .doesNotContain("machine is lost");
        }
    }

    @Test
    @DisplayName("No message advises to fence a node whose agent is heard")
    void aNodeThatIsHeard() {
        // Given
        VolumeInputs heard = Scenes.inputs(
                Optional.of(PLUGIN),
                Map.of(N1, new NodeFacts(false, "csi-n1", false, false, Optional.empty(), true, false)),
                true);
        Volume leaving = decide(published(HELD).volume().orElseThrow(), OVER, FACTS)
                .volume()
                .orElseThrow();
        Volume answered = reporting(leaving, report(leaving));

        // Then
        assertThat(message("NodeSilent", leaving, OVER, heard))
                .endsWith("; it is heard, and may wait for its topics (hawser status)");
        assertThat(message("LettingGo", answered, OVER, heard)).endsWith("(hawser volume forget-mount v --node n1)");
    }

    @Test
    @DisplayName("A detach says what it waits for; where no controller is, that force does not wait")
    void aDetach() {
        // Given
        Volume leaving = created().with(Publication.begin(N1, "c").in(Publication.State.PENDING_UNPUBLISH));
        Volume stamped = leaving.stamped(NOW);

        // Then
        assertThat(message("Detaching", stamped, List.of(), AWAY)).endsWith("; a removal with force does not");
        assertThat(message("Detaching", stamped, List.of(), FACTS)).contains("waits for its turn");
        assertThat(message("Detaching", intend(stamped, new Operation.Unpublish(N1)), List.of(), FACTS))
                .contains("ControllerUnpublishVolume has not answered");
    }

    @Test
    @DisplayName("A detach without the node's word says what ends it")
    void anUnconfirmedDetach() {
        assertThat(message("UnconfirmedDetach", UnconfirmedDetachTest.unconfirmed(), List.of(), FACTS))
                .startsWith("the node was fenced and has not yet reported")
                .endsWith("remove the fenced node from the inventory");
    }

    @Test
    @DisplayName(
            "A mount that no record explains is told after 10 s, with its node and what ends it, without a wake-up")
    void anOrphanedMount() {
        // Given
        VolumeInputs.Orphan unseen = new VolumeInputs.Orphan(NOW, "");
        VolumeInputs inputs = orphans(Map.of(
                new NodeName("n9"),
                unseen,
                new NodeName("n8"),
                new VolumeInputs.Orphan(NOW.plusSeconds(3), "task t names it")));
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
                                "it has something of it mounted or attached that no record explains; task t names it",
                                Optional.of(NOW.plusSeconds(3))),
                        new Conditions.Condition(
                                ConditionType.ORPHANED_MOUNT,
                                Optional.of(new NodeName("n9")),
                                "it has something of it mounted or attached that no record explains; "
                                        + "that is answered once everything that was written before has been read",
                                Optional.of(NOW)));
    }

    @Test
    @DisplayName("A removal that a mount without record holds names its nodes")
    void aRemovalHeldByAnOrphanedMount() {
        // Given
        Volume noted = created().removing(new Volume.Removal(false, "cmd", Optional.of("x")));
        VolumeInputs inputs = orphans(Map.of(
                new NodeName("n9"),
                new VolumeInputs.Orphan(NOW, ""),
                new NodeName("n8"),
                new VolumeInputs.Orphan(NOW, "")));

        // Then
        assertThat(message("RemovalHeld", noted, List.of(), inputs))
                .isEqualTo("unused; still mounted or attached, and no record explains why, on nodes n8, n9");
    }

    private static VolumeInputs orphans(Map<NodeName, VolumeInputs.Orphan> orphans) {
        return new VolumeInputs(Optional.of(PLUGIN), Map.of(), false, orphans);
    }

    private static String failed(Volume volume, Operation operation, CallOutcome outcome) {
        Volume after =
                end(intend(volume, operation), HELD, FACTS, outcome).volume().orElseThrow();
        Conditions.Condition condition =
                Conditions.of(input(after, HELD, FACTS), NOW).getFirst();
        assertThat(condition.since()).contains(NOW);
        return condition.type().word() + " " + condition.message();
    }

    private static String message(String type, Volume volume, List<Claim> claims, VolumeInputs inputs) {
        return later(volume, claims, inputs).stream()
                .filter(condition -> condition.type().word().equals(type))
                .map(Conditions.Condition::message)
                .findFirst()
                .orElse("there is no " + type);
    }

    private static List<String> types(Volume volume, List<Claim> claims, VolumeInputs inputs) {
        return later(volume, claims, inputs).stream()
                .map(condition -> condition.type().word())
                .toList();
    }

    private static List<Conditions.Condition> later(Volume volume, List<Claim> claims, VolumeInputs inputs) {
        return Conditions.of(input(volume, claims, inputs), NOW.plusSeconds(60));
    }

    private static Conditions.Input input(Volume volume, List<Claim> claims, VolumeInputs inputs) {
        return new Conditions.Input(volume, claims, inputs, Optional.empty(), Optional.empty());
    }

    private static MountReport.Builder report(Volume volume) {
        return MountReport.newBuilder()
                .setNode("n1")
                .setGeneration(volume.publications().get(N1).generation())
                .setRevision(1);
    }

    private static MountedTarget.Builder target(String message) {
        return MountedTarget.newBuilder().setId("a.0").setMessage(message);
    }
}

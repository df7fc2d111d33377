package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.id.Ids.V;
import static io.hawser.volume.lifecycle.LostLife.GENERATION;
import static io.hawser.volume.lifecycle.LostLife.mounted;
import static io.hawser.volume.lifecycle.LostLife.nothingLeft;
import static io.hawser.volume.lifecycle.LostLife.published;
import static io.hawser.volume.lifecycle.Scenes.DRAWS;
import static io.hawser.volume.lifecycle.Scenes.FACTS;
import static io.hawser.volume.lifecycle.Scenes.granted;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.MountReport;
import io.hawser.v1.MountedTarget;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.lifecycle.Claim.State;
import io.hawser.volume.orphan.UnexplainedMount;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Claims of an older copy of the database, while a task that a lost life granted the volume runs with it. */
class OvertakenClaimTest {
    private static final MountReport OF_X = reportOf("x", GENERATION + 1);

    @Test
    @DisplayName(
            "The task that has the volume keeps its mount, and the claim of the copy goes with the node's next answer")
    void keepsItsMount() {
        // Given
        Volume copy = Scenes.created()
                .with(LaterLife.afterReport(published(), OF_X, DRAWS).orElseThrow());
        List<Claim> claims = List.of(granted("t", N1).releasing(), granted("x", N1));

        // When
        var attaching = Scenes.decide(copy, claims, FACTS);
        var attached = Scenes.end(
                Scenes.intend(attaching.volume().orElseThrow(), attaching.call().orElseThrow()),
                attaching.claims(),
                FACTS,
                new CallOutcome.Published(new Operation.Publish(N1), Map.of()));
        Volume again = attached.volume().orElseThrow();
        var answered = Scenes.decide(
                Scenes.reporting(
                        again,
                        reportOf("x", again.publications().get(N1).generation()).toBuilder()
                                .setRevision(9)),
                attached.claims(),
                FACTS);

        // Then
        assertThat(attaching.call()).contains(new Operation.Publish(N1));
        assertThat(assigned(attaching)).isEmpty();
        assertThat(assigned(attached)).singleElement().satisfies(OvertakenClaimTest::isOfXAlone);
        assertThat(attached.claims()).extracting(claim -> claim.task().value()).containsExactly("t", "x");
        assertThat(answered.claims()).extracting(claim -> claim.task().value()).containsExactly("x");
    }

    @Test
    @DisplayName("Where no controller attaches, its assignment has its mount flags, not those of the copy")
    void withItsOwnFlags() {
        // Given
        Publication ofTheCopy = Publication.begin(N1, "csi-n1")
                .fixing(MountOptions.UNKNOWN.with(List.of()))
                .assigned(GENERATION, Set.of(new TargetId("t.0")))
                .published()
                .reporting(OF_X);
        VolumeInputs attachesNothing = Scenes.facts(Scenes.plugin("unix:///p.sock", true, false, 7), false);

        // When
        var outcome = Scenes.decide(
                Scenes.created().with(ofTheCopy),
                List.of(granted("t", N1).releasing(), granted("x", N1, "noatime")),
                attachesNothing);

        // Then
        assertThat(assigned(outcome)).singleElement().satisfies(assign -> {
            isOfXAlone(assign);
            assertThat(assign.publication().options().flags()).contains(List.of("noatime"));
        });
    }

    @Test
    @DisplayName("Its flags replace those of the copy also where the copy still waits for the attach")
    void withItsOwnFlagsFromTheAttachOn() {
        // Given
        Publication ofTheCopy = Publication.begin(N1, "csi-n1")
                .fixing(MountOptions.UNKNOWN.with(List.of("noatime")))
                .intended();

        // When
        var outcome = Scenes.decide(
                Scenes.created().with(ofTheCopy),
                List.of(granted("t", N1, "noatime").releasing(), granted("x", N1)),
                Scenes.mountedOnN1(false));

        // Then
        assertThat(outcome.call()).contains(new Operation.Publish(N1));
        assertThat(outcome.volume()
                        .orElseThrow()
                        .publications()
                        .get(N1)
                        .options()
                        .flags())
                .contains(List.of());
    }

    @Test
    @DisplayName("Its flags replace those of the copy, too, where the node has not reported to it")
    void withItsOwnFlagsBesideTheCopys() {
        // Given
        Publication ofTheCopy = published().fixing(MountOptions.UNKNOWN.with(List.of()));
        UnexplainedMount ofX = new UnexplainedMount(true, Set.of(new TargetId("x.0")), Set.of());

        // When
        var outcome = Scenes.decide(
                Scenes.created().with(ofTheCopy),
                List.of(granted("t", N1), granted("x", N1, "noatime")),
                unexplained(N1, ofX));

        // Then
        assertThat(stateOfT(outcome)).isEqualTo(State.RELEASING);
        assertThat(assigned(outcome)).singleElement().satisfies(assign -> {
            isOfXAlone(assign);
            assertThat(assign.publication().options().flags()).contains(List.of("noatime"));
        });
    }

    @Test
    @DisplayName("A claim that the lost life took from its task is released: not both can have the volume, and its"
            + " mount is nowhere; a mount that a node reports is not taken")
    void anotherTaskHasItByNow() {
        // Given
        List<Claim> exclusive = List.of(granted("t", N1), granted("x", N1));
        List<Claim> writers = List.of(granted("t", N2), granted("x", N1));
        Publication onN2 = onN2().assigned(GENERATION, Set.of(new TargetId("t.0")));
        Publication stillThere = onN2.reporting(
                reportOf("t", GENERATION).toBuilder().setNode("n2").build());

        // When
        var here = Scenes.decide(copy(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_NONE), exclusive, FACTS);
        var elsewhere = Scenes.decide(
                copy(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ONE_WRITER).with(onN2), writers, FACTS);
        var shared =
                Scenes.decide(copy(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ALL).with(onN2), writers, FACTS);
        var mountedThere = Scenes.decide(
                copy(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ONE_WRITER).with(stillThere), writers, FACTS);

        // Then
        assertThat(List.of(stateOfT(here), stateOfT(elsewhere))).containsOnly(State.RELEASING);
        assertThat(List.of(stateOfT(shared), stateOfT(mountedThere))).containsOnly(State.GRANTED);
    }

    @Test
    @DisplayName(
            "A claim that the lost life took from its task is released, too, if the other task's node has no record of"
                    + " the volume and reports its mount all the same")
    void anotherTaskHasItWithoutARecord() {
        // Given
        Publication letGo = LaterLife.afterReport(published(), nothingLeft(GENERATION + 1), DRAWS)
                .orElseThrow();
        VolumeInputs ofX = onN2(new UnexplainedMount(true, Set.of(new TargetId("x.0")), Set.of()));
        VolumeInputs unknown = onN2(new UnexplainedMount(false, Set.of(), Set.of()));
        VolumeInputs nothing = onN2(new UnexplainedMount(true, Set.of(), Set.of()));
        Volume oneNode = copy(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_ALL).with(letGo);
        Volume oneWriter =
                copy(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ONE_WRITER).with(letGo);
        List<Claim> ofT = List.of(granted("t", N1));
        List<Claim> both = List.of(granted("t", N1), granted("x", N2));
        List<Claim> besidesAReader =
                List.of(granted("t", N1), Scenes.waiting("x", N2, true).granted(V));
        List<Claim> reader = List.of(Scenes.waiting("t", N1, true).granted(V));

        // Then
        assertThat(List.of(
                        stateOfT(Scenes.decide(oneNode, ofT, ofX)),
                        stateOfT(Scenes.decide(oneNode, ofT, unknown)),
                        stateOfT(Scenes.decide(oneWriter, both, ofX)),
                        stateOfT(Scenes.decide(oneWriter, ofT, ofX)),
                        stateOfT(Scenes.decide(oneWriter, besidesAReader, unknown))))
                .containsOnly(State.RELEASING);
        assertThat(List.of(
                        stateOfT(Scenes.decide(oneWriter, besidesAReader, ofX)),
                        stateOfT(Scenes.decide(oneWriter, reader, ofX)),
                        stateOfT(Scenes.decide(oneNode, ofT, nothing)),
                        stateOfT(Scenes.decide(oneNode, ofT, FACTS))))
                .containsOnly(State.GRANTED);
    }

    private static VolumeInputs onN2(UnexplainedMount mount) {
        return unexplained(N2, mount);
    }

    private static VolumeInputs unexplained(NodeName node, UnexplainedMount mount) {
        return new VolumeInputs(
                FACTS.plugin(),
                FACTS.nodes(),
                true,
                Map.of(node, new VolumeInputs.Orphan(Scenes.NOW, "", mount)),
                Map.of(),
                Set.of());
    }

    @Test
    @DisplayName("A claim of the copy is released beside a node that has not answered what the lost life gave or took,"
            + " unless that node is fenced")
    void anotherNodeHasNotAnswered() {
        // Given
        Publication unheard = onN2().reporting(reportOf("r", GENERATION)).afterLost(GENERATION + 1);
        Publication heard = onN2().reporting(reportOf("r", GENERATION + 1)).afterLost(GENERATION + 1);
        Publication wasFenced = onN2().fenced().unconfirmedDetach().afterLost(GENERATION);

        // Then
        assertThat(List.of(stateOfT(oneWriter(unheard, FACTS)), stateOfT(oneWriter(wasFenced, FACTS))))
                .containsOnly(State.RELEASING);
        assertThat(List.of(
                        stateOfT(oneWriter(heard, FACTS)),
                        stateOfT(oneWriter(unheard, n2IsFenced())),
                        stateOfT(oneWriter(wasFenced, n2IsFenced()))))
                .containsOnly(State.GRANTED);
    }

    @Test
    @DisplayName("What a task still has on another node is not accounted for by its claim here")
    void whatTheTaskHasElsewhere() {
        // Given
        VolumeInputs ofT = onN2(new UnexplainedMount(true, Set.of(new TargetId("t.0")), Set.of()));
        Volume oneWriter = Scenes.created()
                .with(Scenes.spec(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ONE_WRITER))
                .with(published());

        // Then
        assertThat(stateOfT(Scenes.decide(oneWriter, List.of(granted("t", N1)), ofT)))
                .isEqualTo(State.RELEASING);
    }

    private static Reconciliation.Outcome oneWriter(Publication onN2, VolumeInputs inputs) {
        Volume copy = Scenes.created()
                .with(Scenes.spec(Scope.SCOPE_MULTI_NODE, Sharing.SHARING_ONE_WRITER))
                .with(published())
                .with(onN2);
        return Scenes.decide(copy, List.of(granted("t", N1)), inputs);
    }

    private static Publication onN2() {
        return Publication.begin(N2, "csi-n2")
                .intended()
                .publishedAs(Map.of())
                .fixing(MountOptions.UNKNOWN.with(List.of()))
                .assigned(GENERATION, Set.of(new TargetId("r.0")))
                .published();
    }

    private static VolumeInputs n2IsFenced() {
        return Scenes.inputs(
                FACTS.plugin(),
                Map.of(N1, Scenes.node(false, "csi-n1", false), N2, Scenes.node(true, "csi-n2", false)),
                true);
    }

    @Test
    @DisplayName("A claim of the copy ends where the lost life detached the volume from a fenced node")
    void fencedInTheLostLife() {
        // Given
        Volume owes = Scenes.created().with(LostLife.leaving(Publication.State.UNCONFIRMED_DETACH));

        // When
        Reconciliation.Outcome outcome = Scenes.decide(owes, List.of(granted("t", N1)), FACTS);

        // Then
        assertThat(outcome.claims()).isEmpty();
        assertThat(outcome.volume().orElseThrow().publications().get(N1).state())
                .isEqualTo(Publication.State.UNCONFIRMED_DETACH);
    }

    @Test
    @DisplayName("No node gets an assignment until the volume, which the copy does not know as created, has its id")
    void notCreatedInTheCopy() {
        // Given
        Volume copy = Scenes.accepted()
                .with(Publication.begin(N1, "csi-n1")
                        .intended()
                        .publishedAs(Map.of())
                        .fixing(MountOptions.UNKNOWN.with(List.of())));
        VolumeInputs attachesNothing = Scenes.facts(Scenes.plugin("unix:///p.sock", true, false, 7), false);

        // When
        Reconciliation.Outcome outcome = Scenes.decide(copy, List.of(granted("t", N1)), attachesNothing);
        Reconciliation.Outcome leaving = Scenes.decide(
                Scenes.accepted()
                        .with(LostLife.leaving(Publication.State.UNCONFIRMED_DETACH)
                                .afterLost(GENERATION)),
                List.of(),
                FACTS);

        // Then
        assertThat(assigned(outcome)).isEmpty();
        assertThat(assigned(leaving)).isEmpty();
        assertThat(outcome.claims()).extracting(Claim::state).containsExactly(State.GRANTED);
        assertThat(outcome.call()).contains(new Operation.Create());
    }

    private static State stateOfT(Reconciliation.Outcome outcome) {
        return outcome.claims().stream()
                .filter(claim -> claim.task().equals(new TaskName("t")))
                .findFirst()
                .orElseThrow()
                .state();
    }

    private static Volume copy(Scope scope, Sharing sharing) {
        return Scenes.created()
                .with(Scenes.spec(scope, sharing))
                .with(LaterLife.afterReport(published(), OF_X, DRAWS).orElseThrow());
    }

    private static MountReport reportOf(String task, long generation) {
        return mounted(generation).toBuilder()
                .addTargets(MountedTarget.newBuilder().setId(task + ".0"))
                .build();
    }

    private static void isOfXAlone(Effect.Assign assign) {
        assertThat(assign.nothing()).isFalse();
        assertThat(assign.publication().assigned()).containsExactly(new TargetId("x.0"));
        assertThat(assign.publication().generation()).isGreaterThan(GENERATION + 1);
    }

    private static List<Effect.Assign> assigned(Reconciliation.Outcome outcome) {
        return outcome.effects().stream()
                .filter(Effect.Assign.class::isInstance)
                .map(Effect.Assign.class::cast)
                .toList();
    }
}

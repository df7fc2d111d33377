package io.hawser.volume.claim;

import static io.hawser.volume.claim.ClaimScenes.NOW;
import static io.hawser.volume.claim.ClaimScenes.REMOVAL;
import static io.hawser.volume.claim.ClaimScenes.created;
import static io.hawser.volume.claim.ClaimScenes.holder;
import static io.hawser.volume.claim.ClaimScenes.node;
import static io.hawser.volume.claim.ClaimScenes.nodeOf;
import static io.hawser.volume.claim.ClaimScenes.spec;
import static io.hawser.volume.claim.ClaimScenes.task;
import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.id.Ids.V1;
import static io.hawser.volume.id.Ids.V2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.MountedTarget;
import io.hawser.v1.Node;
import io.hawser.v1.NodeAvailability;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.Task;
import io.hawser.v1.TaskDesiredState;
import io.hawser.v1.TaskState;
import io.hawser.v1.VolumeAvailability;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Attachment;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Claim.State;
import io.hawser.volume.lifecycle.Obstacle;
import io.hawser.volume.lifecycle.Obstacle.Reason;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.PublicationSample;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.orphan.UnexplainedMount;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A task that runs with a volume since a life of the database that is lost, while an older copy is in its place. */
class AlreadyThereTest {
    private static final long GENERATION = 7;
    private static final Task TASK = task("t", "n1", "v1");
    private static final TargetId TARGET = TaskSpec.targetId(TASK, TASK.getMounts(0));
    private static final VolumeSpec EXCLUSIVE = spec(Sharing.SHARING_NONE);

    @Test
    @DisplayName("A task that has the volume there keeps it although the task of the copy has not let go yet,"
            + " or another one's flags were fixed")
    void besideTheTaskOfTheCopy() {
        // Given
        Claim of = holder("x", V1, N1).releasing();
        VolumeView shared = volume(spec(Sharing.SHARING_ALL), false, GENERATION + 1, List.of("noatime"), of);

        // When / Then
        assertThat(decided(volume(EXCLUSIVE, false, GENERATION + 1, List.of(), of), node()))
                .isEqualTo(State.GRANTED);
        assertThat(decided(shared, node())).isEqualTo(State.GRANTED);
    }

    @Test
    @DisplayName(
            "It keeps it although the volume is being removed or drained, and although the node is paused, drained,"
                    + " suspect, not in the inventory, or without a healthy plugin")
    void whateverElseIsInTheWay() {
        // Given
        VolumeSpec drained = EXCLUSIVE.toBuilder()
                .setAvailability(VolumeAvailability.VOLUME_AVAILABILITY_DRAIN)
                .build();
        VolumeView volume = volume(EXCLUSIVE, false, GENERATION + 1, List.of());
        NodeView paused = nodeOf(Node.newBuilder().setAvailability(NodeAvailability.NODE_AVAILABILITY_PAUSE));
        NodeView suspect = new NodeView(N1, Optional.of(Node.getDefaultInstance()), Map.of(), Map.of(), "silent");
        NodeView gone = new NodeView(N1, Optional.empty(), Map.of(), Map.of(), "");

        // When / Then
        assertThat(decided(volume(EXCLUSIVE, true, GENERATION + 1, List.of()), node()))
                .isEqualTo(State.GRANTED);
        assertThat(decided(volume(drained, false, GENERATION + 1, List.of()), node()))
                .isEqualTo(State.GRANTED);
        assertThat(List.of(decided(volume, paused), decided(volume, suspect), decided(volume, gone)))
                .containsOnly(State.GRANTED);
    }

    @Test
    @DisplayName("A task whose mount is on the node that its claim names was not moved, although another node has a"
            + " mount of it that no record explains")
    void notMovedInALostLife() {
        // Given
        Claim here = holder("t", V1, N2);
        Publication mounted = PublicationSample.on(N2, Publication.State.PUBLISHED)
                .mounts(GENERATION, Optional.of(report(GENERATION, here.targetId())))
                .attachment(Attachment.NOT_REQUESTED)
                .done();
        VolumeView volume = new VolumeView(
                created(V1, EXCLUSIVE, Map.of(N2, mounted)),
                Map.of(N1, new UnexplainedMount(true, Set.of(TARGET), Set.of())),
                List.of(here),
                Set.of());

        // When
        var decided = ClaimScenes.decide(TASK, List.of(here), List.of(volume));

        // Then
        assertThat(decided.claims())
                .extracting(Claim::node, Claim::state)
                .contains(tuple(N2, State.RELEASING))
                .doesNotContain(tuple(N1, State.GRANTED));
    }

    @Test
    @DisplayName("A task that a lost life moved has its mount on its new node, whatever the claim of the copy says")
    void movedInTheLostLife() {
        // Given
        Claim ofTheCopy = holder("t", V1, N2);
        VolumeView moved = volume(EXCLUSIVE, false, GENERATION + 1, List.of(), ofTheCopy);
        VolumeView not = volume(EXCLUSIVE, false, GENERATION, List.of(), ofTheCopy);
        VolumeView withoutARecord = new VolumeView(
                created(V1, EXCLUSIVE, Map.of()),
                Map.of(N1, new UnexplainedMount(true, Set.of(TARGET), Set.of())),
                List.of(ofTheCopy),
                Set.of());

        // When
        var there = ClaimScenes.decide(TASK, List.of(ofTheCopy), List.of(moved));
        var unexplained = ClaimScenes.decide(TASK, List.of(ofTheCopy), List.of(withoutARecord));
        var before = ClaimScenes.decide(TASK, List.of(ofTheCopy), List.of(not));

        // Then
        assertThat(there.claims()).singleElement().satisfies(claim -> {
            assertThat(claim.state()).isEqualTo(State.GRANTED);
            assertThat(claim.node()).isEqualTo(N1);
            assertThat(claim.targetId()).isEqualTo(TARGET);
        });
        assertThat(there.touched()).containsExactly(V1);
        assertThat(unexplained.claims()).isEqualTo(there.claims());
        for (VolumeView fenced : List.of(
                view(V1, EXCLUSIVE, false, unconfirmed(), Map.of(), Set.of(), ofTheCopy),
                view(
                        V1,
                        EXCLUSIVE,
                        false,
                        publication(report(GENERATION + 1, TARGET), List.of()),
                        Map.of(),
                        Set.of(N1),
                        ofTheCopy))) {
            assertThat(ClaimScenes.decide(TASK, List.of(ofTheCopy), List.of(fenced))
                            .claims())
                    .extracting(Claim::state)
                    .containsExactly(State.RELEASING);
        }
        assertThat(before.claims()).singleElement().satisfies(claim -> assertThat(claim.state())
                .isEqualTo(State.RELEASING));
    }

    @Test
    @DisplayName("A task that has nothing there is a new user like any other: its mount is not reported or is being"
            + " unmounted, the report answers this database, or the node's fence counts or did")
    void aNewUser() {
        // Given
        VolumeView current = volume(EXCLUSIVE, true, GENERATION, List.of());
        VolumeView fenced =
                view(EXCLUSIVE, true, publication(report(GENERATION + 1, TARGET), List.of()), Map.of(), Set.of(N1));
        VolumeView others = view(
                EXCLUSIVE,
                true,
                publication(report(GENERATION + 1, new TargetId("other")), List.of()),
                Map.of(),
                Set.of());
        MountReport unmounting = report(GENERATION + 1, TARGET).toBuilder()
                .setTargets(0, reported(TARGET).setState(MountState.MOUNT_STATE_UNMOUNTING))
                .build();

        VolumeView wasFenced = view(EXCLUSIVE, true, unconfirmed(), Map.of(), Set.of());

        // When / Then
        assertThat(decided(wasFenced, node())).isEqualTo(State.WAITING);
        assertThat(decided(current, node())).isEqualTo(State.WAITING);
        assertThat(decided(fenced, node())).isEqualTo(State.WAITING);
        assertThat(decided(others, node())).isEqualTo(State.WAITING);
        assertThat(decided(view(EXCLUSIVE, true, publication(unmounting, List.of()), Map.of(), Set.of()), node()))
                .isEqualTo(State.WAITING);
    }

    @Test
    @DisplayName(
            "It keeps it too if the copy still waits for the attach, and the mount has no explanation but the task")
    void whereTheCopyStillAttaches() {
        // Given
        Publication pending = PublicationSample.on(N1, Publication.State.PENDING_PUBLISH)
                .attachment(Attachment.UNCERTAIN)
                .flags(Optional.of(List.of()), false)
                .done();
        UnexplainedMount mount = new UnexplainedMount(true, Set.of(TARGET), Set.of());

        // When / Then
        assertThat(decided(view(EXCLUSIVE, true, pending, Map.of(N1, mount), Set.of()), node()))
                .isEqualTo(State.GRANTED);
        assertThat(decided(view(EXCLUSIVE, true, pending, Map.of(), Set.of()), node()))
                .isEqualTo(State.WAITING);
    }

    @Test
    @DisplayName("It keeps it although another of its mounts has to wait")
    void withoutItsOtherMounts() {
        // Given
        Task both = task("t", "n1", "v1", "v2");
        VolumeView there = volume(EXCLUSIVE, false, GENERATION + 1, List.of());
        VolumeView busy = ClaimScenes.volume(V2, Sharing.SHARING_NONE, holder("x", V2, N2));

        // When
        var outcome = ClaimScenes.decide(both, List.of(), List.of(there, busy));

        // Then
        assertThat(outcome.claims()).extracting(Claim::state).containsExactly(State.GRANTED, State.WAITING);
        assertThat(outcome.touched()).containsExactly(V1);
    }

    @Test
    @DisplayName("A task that is to stop keeps what it has until it has ended, and gets nothing else")
    void thatIsToStop() {
        // Given
        Task stopping = task("t", "n1", "v1", "v2").toBuilder()
                .setDesired(TaskDesiredState.TASK_DESIRED_STATE_SHUTDOWN)
                .setObserved(TaskState.TASK_STATE_RUNNING)
                .build();
        Task ended =
                stopping.toBuilder().setObserved(TaskState.TASK_STATE_COMPLETE).build();
        VolumeView there = volume(EXCLUSIVE, false, GENERATION + 1, List.of());
        VolumeView free = ClaimScenes.volume(V2);

        // When
        var outcome = ClaimScenes.decide(stopping, List.of(), List.of(there, free));
        var after = ClaimScenes.decide(ended, List.of(), List.of(there, free));

        // Then
        assertThat(outcome.claims()).singleElement().satisfies(claim -> assertThat(claim.has(V1))
                .isTrue());
        assertThat(outcome.touched()).containsExactly(V1);
        assertThat(after.claims()).isEmpty();
    }

    @Test
    @DisplayName("A task that has ended releases the mount of the copy, whatever its new node still reports")
    void movedAndEnded() {
        // Given
        Claim ofTheCopy = holder("t", V1, N2);
        VolumeView moved = volume(EXCLUSIVE, false, GENERATION + 1, List.of(), ofTheCopy);
        Task ended = TASK.toBuilder().setObserved(TaskState.TASK_STATE_COMPLETE).build();

        // When
        var outcome = ClaimScenes.decide(ended, List.of(ofTheCopy), List.of(moved));

        // Then
        assertThat(outcome.claims()).extracting(Claim::state).containsExactly(State.RELEASING);
    }

    @Test
    @DisplayName("Of a group it keeps the member that it has, however few tasks another member has")
    void theSameMember() {
        // Given
        Task task = task("t", "n1", "group:g");
        TargetId target = TaskSpec.targetId(task, task.getMounts(0));
        VolumeSpec grouped = spec(Sharing.SHARING_ALL).toBuilder().setGroup("g").build();
        VolumeView there = view(
                V2,
                grouped,
                false,
                publication(report(GENERATION + 1, target), List.of()),
                Map.of(),
                Set.of(),
                holder("x", V2, N1));

        // When
        var outcome = ClaimScenes.decide(task, List.of(), List.of(ClaimScenes.member(V1), there));

        // Then
        assertThat(outcome.claims()).singleElement().satisfies(claim -> assertThat(claim.has(V2))
                .isTrue());
    }

    @Test
    @DisplayName("Another task waits for an exclusive volume, and a second writer for one of one writer, until the task"
            + " that has it there is decided; it looks again")
    void anotherTaskIsDecidedFirst() {
        // Given
        Task other = task("new", "n1", "v1");
        VolumeView exclusive = volume(EXCLUSIVE, false, GENERATION + 1, List.of());

        // When
        var outcome = ClaimDecision.of(
                new ClaimDecision.Input(new TaskSpec(other, false), List.of(), List.of(exclusive), node()), NOW);

        // Then
        assertThat(outcome.claims()).singleElement().satisfies(claim -> {
            assertThat(claim.state()).isEqualTo(State.WAITING);
            assertThat(claim.obstacle())
                    .contains(new Obstacle(
                            Reason.NOT_CONFIRMED, "node n1 still has something of volume v1 that no record explains"));
        });
        assertThat(outcome.polls()).isTrue();
    }

    private static State decided(VolumeView volume, NodeView node) {
        return ClaimScenes.decide(TASK, volume, node).state();
    }

    private static VolumeView volume(
            VolumeSpec spec, boolean removal, long reported, List<String> flags, Claim... claims) {
        return view(V1, spec, removal, publication(report(reported, TARGET), flags), Map.of(), Set.of(), claims);
    }

    private static VolumeView view(
            VolumeSpec spec,
            boolean removal,
            Publication publication,
            Map<NodeName, UnexplainedMount> unexplained,
            Set<NodeName> fenced) {
        return view(V1, spec, removal, publication, unexplained, fenced);
    }

    private static VolumeView view(
            VolumeName name,
            VolumeSpec spec,
            boolean removal,
            Publication publication,
            Map<NodeName, UnexplainedMount> unexplained,
            Set<NodeName> fenced,
            Claim... claims) {
        Volume volume =
                created(name, spec.toBuilder().setScope(Scope.SCOPE_SINGLE_NODE).build(), Map.of(N1, publication));
        return new VolumeView(removal ? volume.removing(REMOVAL) : volume, unexplained, List.of(claims), fenced);
    }

    private static Publication publication(MountReport report, List<String> flags) {
        return publication(Publication.State.PUBLISHED, false, report, flags);
    }

    private static Publication unconfirmed() {
        return publication(Publication.State.UNCONFIRMED_DETACH, true, report(GENERATION + 1, TARGET), List.of());
    }

    private static Publication publication(
            Publication.State state, boolean unconfirmed, MountReport report, List<String> flags) {
        return PublicationSample.on(N1, state)
                .mounts(GENERATION, Optional.of(report))
                .attachment(Attachment.NOT_REQUESTED)
                .unconfirmed(unconfirmed)
                .flags(Optional.of(flags), false)
                .done();
    }

    private static MountReport report(long generation, TargetId target) {
        return MountReport.newBuilder()
                .setNode("n1")
                .setGeneration(generation)
                .addTargets(reported(target))
                .build();
    }

    private static MountedTarget.Builder reported(TargetId target) {
        return MountedTarget.newBuilder().setId(target.value()).setState(MountState.MOUNT_STATE_MOUNTED);
    }
}

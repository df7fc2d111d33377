package io.hawser.volume.claim;

import static io.hawser.volume.claim.ClaimScenes.at;
import static io.hawser.volume.claim.ClaimScenes.decide;
import static io.hawser.volume.claim.ClaimScenes.holder;
import static io.hawser.volume.claim.ClaimScenes.member;
import static io.hawser.volume.claim.ClaimScenes.task;
import static io.hawser.volume.claim.ClaimScenes.volume;
import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.V1;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.Sharing;
import io.hawser.v1.Task;
import io.hawser.v1.TaskDesiredState;
import io.hawser.v1.TaskState;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Claim.State;
import io.hawser.volume.lifecycle.Obstacle;
import io.hawser.volume.lifecycle.Obstacle.Reason;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a task gets for its list of mounts, and until when. */
class TaskMountsTest {
    @Test
    @Tag("swarmkit-T62")
    @DisplayName("All mounts of a task are granted together, a group's by its least used member")
    void allMountsAreGrantedTogether() {
        // Given
        Task task = task("t", "n1", "v1", "group:g");

        // When
        var outcome = decide(
                task,
                List.of(),
                List.of(
                        volume(V1),
                        member(new VolumeName("g1"), holder("x", new VolumeName("g1"), N1)),
                        member(new VolumeName("g2"))));

        // Then
        assertThat(outcome.claims())
                .extracting(claim -> claim.volume().orElseThrow())
                .containsExactlyInAnyOrder(V1, new VolumeName("g2"));
        assertThat(outcome.claims()).extracting(Claim::state).containsOnly(State.GRANTED);
        assertThat(outcome.touched()).containsExactlyInAnyOrder(V1, new VolumeName("g2"));
    }

    @Test
    @Tag("swarmkit-X-10")
    @DisplayName("If one mount cannot be had none is granted, and each says why")
    void allOrNone() {
        // When
        var outcome = decide(task("t", "n1", "v1", "missing"), List.of(), List.of(volume(V1)));

        // Then
        assertThat(outcome.claims()).extracting(Claim::state).containsOnly(State.WAITING);
        assertThat(outcome.claims())
                .extracting(claim -> claim.obstacle().orElseThrow())
                .containsExactlyInAnyOrder(
                        new Obstacle(Reason.OTHER_MOUNT_WAITS, "another mount of this task has to wait"),
                        new Obstacle(Reason.VOLUME_NOT_FOUND, "volume missing does not exist"));
    }

    @Test
    @Tag("swarmkit-X-19")
    @DisplayName(
            "A task may mount one volume twice where CSI has a mode for two targets; elsewhere a message says why not")
    void oneTaskMountsOneVolumeTwice() {
        // When
        var shared = decide(task("t", "n1", "v1", "v1"), List.of(), List.of(volume(V1, Sharing.SHARING_ALL)));
        var exclusive = decide(task("t", "n1", "v1", "v1"), List.of(), List.of(volume(V1, Sharing.SHARING_NONE)));

        // Then
        assertThat(shared.claims()).extracting(Claim::state).containsOnly(State.GRANTED);
        assertThat(shared.claims())
                .extracting(Claim::targetId)
                .doesNotHaveDuplicates()
                .allMatch(id -> id.value().matches("t\\.[0-9a-f]{12}"));
        assertThat(exclusive.claims()).extracting(Claim::state).containsOnly(State.WAITING);
        assertThat(exclusive.claims())
                .extracting(Claim::message)
                .contains("plugin p shows volume v1 at one place of a node, and task t wants it at two");
    }

    @Test
    @DisplayName("A changed list of mounts gives no mount the directory of another, and each that stays its own")
    void aChangedListOfMounts() {
        // Given
        List<VolumeView> volumes = List.of(volume(V1, Sharing.SHARING_ALL));
        var before = decide(at("/a", "/b"), List.of(), volumes);

        // When
        var after = decide(at("/b", "/c"), before.claims(), volumes);
        var alone = decide(at("/c"), List.of(), volumes);

        // Then
        assertThat(after.claims()).hasSize(3);
        assertThat(after.claims()).extracting(Claim::targetId).doesNotHaveDuplicates();
        assertThat(targetIdOf("/b", after)).isEqualTo(targetIdOf("/b", before));
        assertThat(targetIdOf("/c", alone)).isEqualTo(targetIdOf("/c", after));
    }

    static TargetId targetIdOf(String target, ClaimDecision.Outcome outcome) {
        return outcome.claims().stream()
                .filter(claim -> claim.target().equals(target))
                .map(Claim::targetId)
                .findFirst()
                .orElseThrow();
    }

    @Test
    @Tag("swarmkit-X-18")
    @DisplayName("Only the container's end releases; a request to stop it does not")
    void onlyTheEndReleases() {
        // Given
        Claim granted = holder("t", V1, N1);
        Task stopping = task("t", "n1", "v1").toBuilder()
                .setObserved(TaskState.TASK_STATE_RUNNING)
                .setDesired(TaskDesiredState.TASK_DESIRED_STATE_SHUTDOWN)
                .build();
        Task over =
                stopping.toBuilder().setObserved(TaskState.TASK_STATE_FAILED).build();

        // When
        var kept = decide(stopping, List.of(granted), List.of(volume(V1, Sharing.SHARING_ALL, granted)));
        var released = decide(over, List.of(granted), List.of(volume(V1, Sharing.SHARING_ALL, granted)));

        // Then
        assertThat(kept.claims().getFirst().state()).isEqualTo(State.GRANTED);
        assertThat(released.claims().getFirst().state()).isEqualTo(State.RELEASING);
        assertThat(released.touched()).containsExactly(V1);
    }
}

package io.hawser.volume.claim;

import static io.hawser.volume.claim.ClaimScenes.node;
import static io.hawser.volume.claim.ClaimScenes.spec;
import static io.hawser.volume.claim.ClaimScenes.task;
import static io.hawser.volume.claim.ClaimScenes.view;
import static io.hawser.volume.claim.ClaimScenes.volume;
import static io.hawser.volume.id.Ids.V;
import static io.hawser.volume.id.Ids.V2;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.Sharing;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskVolume;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.VolumeAvailability;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TaskReportTest {
    @Test
    @DisplayName("A mount that its task lets go is not the task's any more")
    void whatIsLetGoIsNotListed() {
        // When
        var report = TaskReport.of(
                input(task("t", "n"), volume(V)),
                List.of(claim("/b", Claim.State.RELEASING), claim("/a", Claim.State.GRANTED)),
                false);

        // Then
        assertThat(report.getMountsList()).extracting(TaskVolume::getTarget).containsExactly("/a");
    }

    @Test
    @DisplayName("A target that its task lets go and wants again waits for the end of the mount before")
    void whatIsWantedAgain() {
        // When
        TaskMount.Builder again =
                TaskMount.newBuilder().setSource("w").setTarget("/b").setReadOnly(true);
        var report = TaskReport.of(
                input(task("t", "n2").toBuilder().addMounts(again).build(), volume(V)),
                List.of(claim("/b", Claim.State.RELEASING)),
                false);

        // Then
        assertThat(report.getMountsList()).singleElement().satisfies(mount -> {
            assertThat(mount.getSource()).isEqualTo("w");
            assertThat(mount.getReadOnly()).isTrue();
            assertThat(mount.getWaiting().getReason()).isEqualTo("StillReleasing");
            assertThat(mount.getWaiting().getMessage())
                    .isEqualTo("a mount that the task had before on node n is still being taken down");
        });
    }

    @Test
    @Tag("swarmkit-T111")
    @Tag("swarmkit-T112")
    @Tag("swarmkit-T113")
    @DisplayName("A task is asked to release a drained volume that it has, not a paused one, and none that it waits for"
            + " or releases; on a drained node it is asked to release all that it has")
    void whatATaskIsAskedToRelease() {
        // Given
        ClaimDecision.Input input = input(
                task("t", "n"),
                available(V, VolumeAvailability.VOLUME_AVAILABILITY_DRAIN),
                available(V2, VolumeAvailability.VOLUME_AVAILABILITY_PAUSE));
        List<Claim> claims = List.of(
                claim("/drained", Claim.State.GRANTED),
                claim("/waits", Claim.State.WAITING),
                claim("/releases", Claim.State.RELEASING),
                claim("/paused", V2, Claim.State.GRANTED));

        // When
        var report = TaskReport.of(input, claims, false);
        var onDrainedNode = TaskReport.of(input, claims, true);

        // Then
        assertThat(askedToRelease(report)).containsExactly("/drained");
        assertThat(askedToRelease(onDrainedNode)).containsExactlyInAnyOrder("/drained", "/paused");
    }

    private static List<String> askedToRelease(TaskVolumes report) {
        return report.getMountsList().stream()
                .filter(TaskVolume::getEvictionRequested)
                .map(TaskVolume::getTarget)
                .toList();
    }

    private static VolumeView available(VolumeName name, VolumeAvailability availability) {
        return view(
                name,
                spec(Sharing.SHARING_NONE).toBuilder()
                        .setAvailability(availability)
                        .build(),
                List.of());
    }

    private static ClaimDecision.Input input(Task task, VolumeView... volumes) {
        return new ClaimDecision.Input(new TaskSpec(task, false), List.of(), List.of(volumes), node());
    }

    private static Claim claim(String target, Claim.State state) {
        return claim(target, V, state);
    }

    private static Claim claim(String target, VolumeName volume, Claim.State state) {
        return new Claim(
                new TaskName("t"),
                target,
                "v",
                Optional.of(volume),
                new NodeName("n"),
                new TargetId("t" + target),
                false,
                List.of(),
                state,
                1,
                0,
                Optional.empty(),
                Set.of(),
                "");
    }
}

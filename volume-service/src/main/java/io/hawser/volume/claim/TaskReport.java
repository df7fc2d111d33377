package io.hawser.volume.claim;

import com.google.protobuf.util.Timestamps;
import io.hawser.message.Truncated;
import io.hawser.v1.Granted;
import io.hawser.v1.MountFailed;
import io.hawser.v1.Mounted;
import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskVolume;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.VolumeAvailability;
import io.hawser.v1.Waiting;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Obstacle;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A task's record on {@code hawser.task-volumes}, without its revision. */
public final class TaskReport {
    private TaskReport() {}

    /**
     * @param input what was decided from; a wanted mount whose target is still being released waits for that
     * @param claims the task's claims after the decision
     * @param nodeDrained the task is asked to release all its volumes, not only the drained ones
     */
    public static TaskVolumes of(ClaimDecision.Input input, List<Claim> claims, boolean nodeDrained) {
        TaskVolumes.Builder report = TaskVolumes.newBuilder()
                .setTask(input.spec().name().value())
                .setNode(input.spec().node().value());
        Set<VolumeName> drained = input.volumes().stream()
                .filter(volume ->
                        nodeDrained || volume.spec().getAvailability() == VolumeAvailability.VOLUME_AVAILABILITY_DRAIN)
                .map(VolumeView::name)
                .collect(Collectors.toSet());
        claims.stream().sorted(Comparator.comparing(Claim::targetId)).forEach(claim -> {
            if (claim.state() != Claim.State.RELEASING) {
                report.addMounts(
                        mount(claim, claim.volume().filter(drained::contains).isPresent()));
                return;
            }
            input.spec().wanted().stream()
                    .filter(mount -> mount.getTarget().equals(claim.target()))
                    .forEach(mount -> report.addMounts(again(mount, claim)));
        });
        return report.build();
    }

    private static TaskVolume again(TaskMount mount, Claim releasing) {
        return TaskVolume.newBuilder()
                .setSource(mount.getSource())
                .setTarget(mount.getTarget())
                .setReadOnly(mount.getReadOnly())
                .setWaiting(waiting(ClaimDecision.stillReleasing(releasing))
                        .setSince(Timestamps.fromMicros(releasing.requestedAt())))
                .build();
    }

    private static TaskVolume mount(Claim claim, boolean evictionRequested) {
        TaskVolume.Builder mount = TaskVolume.newBuilder()
                .setSource(claim.source())
                .setTarget(claim.target())
                .setReadOnly(claim.readOnly())
                .setVolume(claim.volume().map(VolumeName::value).orElse(""))
                .setEvictionRequested(evictionRequested && claim.state() == Claim.State.GRANTED);
        if (claim.state() == Claim.State.WAITING) {
            return mount.setWaiting(claim.obstacle()
                            .map(TaskReport::waiting)
                            .orElseGet(Waiting::newBuilder)
                            .setSince(Timestamps.fromMicros(claim.requestedAt())))
                    .build();
        }
        if (!claim.path().isEmpty()) {
            return mount.setMounted(Mounted.newBuilder().setPath(claim.path())).build();
        }
        return claim.obstacle()
                .map(failure -> mount.setFailed(MountFailed.newBuilder()
                        .setReason(failure.reason().word())
                        .setMessage(Truncated.of(failure.message()))))
                .orElseGet(() -> mount.setGranted(Granted.getDefaultInstance()))
                .build();
    }

    private static Waiting.Builder waiting(Obstacle obstacle) {
        return Waiting.newBuilder().setReason(obstacle.reason().word()).setMessage(Truncated.of(obstacle.message()));
    }
}

package io.hawser.cli.text;

import io.hawser.v1.TaskVolume;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Waiting;
import java.util.Optional;
import java.util.stream.Collectors;

/** Describes the state of a task's mounts in words. */
public final class Mounts {
    private Mounts() {}

    /** {@code waiting}, {@code granted}, {@code mounted}, {@code failed}, {@code releasing} or {@code unknown}. */
    public static String state(TaskVolume mount) {
        return switch (mount.getStateCase()) {
            case WAITING -> "waiting";
            case GRANTED -> "granted";
            case MOUNTED -> "mounted";
            case FAILED -> "failed";
            case RELEASING -> "releasing";
            case STATE_NOT_SET -> "unknown";
        };
    }

    /** The path, or why there is none. */
    public static String detail(TaskVolume mount) {
        String detail =
                switch (mount.getStateCase()) {
                    case WAITING -> waiting(mount.getWaiting());
                    case MOUNTED -> mount.getMounted().getPath();
                    case FAILED -> mount.getFailed().getMessage();
                    case RELEASING ->
                        "the node has not unmounted it yet"
                                + (mount.getReleasing().getMessage().isEmpty()
                                        ? ""
                                        : ": " + mount.getReleasing().getMessage());
                    case GRANTED -> "the node mounts it";
                    case STATE_NOT_SET -> "";
                };
        return mount.getEvictionRequested() ? detail + " (eviction requested: end this task)" : detail;
    }

    private static String waiting(Waiting waiting) {
        return waiting.hasSince()
                ? waiting.getMessage() + " (waits " + Since.of(waiting.getSince()) + ")"
                : waiting.getMessage();
    }

    /** Whether the task has this many mounts and all are mounted. */
    public static boolean allMounted(TaskVolumes task, int expected) {
        return task.getMountsCount() == expected
                && task.getMountsList().stream().allMatch(TaskVolume::hasMounted);
    }

    /** What the task still waits for. */
    public static String waitingFor(Optional<TaskVolumes> task) {
        return task.map(volumes -> volumes.getMountsList().stream()
                        .filter(mount -> !mount.hasMounted())
                        .map(mount -> mount.getSource() + " is " + state(mount) + ": " + detail(mount))
                        .collect(Collectors.joining("; ")))
                .filter(text -> !text.isEmpty())
                .orElse("volume-service has not read the task yet");
    }
}

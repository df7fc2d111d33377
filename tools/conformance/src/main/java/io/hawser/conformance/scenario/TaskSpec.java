package io.hawser.conformance.scenario;

import io.hawser.v1.TaskMount;
import java.util.List;

public record TaskSpec(String name, String node, List<TaskMount> mounts) {
    public TaskSpec {
        if (mounts.isEmpty()) {
            throw new IllegalArgumentException("mounts: task " + name + " uses no volume");
        }
        mounts = List.copyOf(mounts);
    }

    public static TaskSpec writing(String name, String node, String... volumes) {
        return of(name, node, false, volumes);
    }

    /** A task that mounts each of these volumes read-only. */
    public static TaskSpec reading(String name, String node, String... volumes) {
        return of(name, node, true, volumes);
    }

    private static TaskSpec of(String name, String node, boolean readOnly, String... volumes) {
        return new TaskSpec(
                name,
                node,
                List.of(volumes).stream()
                        .map(volume -> TaskMount.newBuilder()
                                .setSource(volume)
                                .setTarget("/" + volume)
                                .setReadOnly(readOnly)
                                .build())
                        .toList());
    }

    /** The same task, which mounts its volumes with these flags. */
    TaskSpec withFlags(String... flags) {
        return new TaskSpec(
                name,
                node,
                mounts.stream()
                        .map(mount -> mount.toBuilder()
                                .addAllMountFlags(List.of(flags))
                                .build())
                        .toList());
    }
}

package io.hawser.bench.machine;

import java.util.List;
import java.util.Optional;

/**
 * What runs on a bench's machine.
 *
 * @param measured whether everything runs that {@code ./hawser up} starts, and the database counts its statements;
 *     otherwise only volume-service with broker and database
 * @param heapMiB volume-service's, if it differs from the usual one
 */
public record MachinePlan(boolean measured, Optional<Integer> heapMiB, List<PluginProcess> plugins) {
    public MachinePlan {
        plugins = List.copyOf(plugins);
    }

    public static MachinePlan everything(List<PluginProcess> plugins) {
        return new MachinePlan(true, Optional.empty(), plugins);
    }

    public static MachinePlan volumeServiceOnly(int heapMiB, List<PluginProcess> plugins) {
        return new MachinePlan(false, Optional.of(heapMiB), plugins);
    }
}

package io.hawser.bench.deallocate;

import io.hawser.bench.volumes.VolumesOptions;
import java.time.Duration;
import java.util.List;

/**
 * What to measure.
 *
 * @param services over which the tasks are spread
 * @param tasks of each run
 * @param atMost for each phase
 */
public record DeallocateOptions(int services, List<Integer> tasks, Duration atMost) {
    public DeallocateOptions {
        VolumesOptions.within("--services", services, 1, 100_000);
        for (int count : tasks) {
            VolumesOptions.within("--tasks", count, services, 1_000_000);
        }
        VolumesOptions.within("--phase-timeout", atMost.toSeconds(), 1, 86_400);
        tasks = List.copyOf(tasks);
    }
}

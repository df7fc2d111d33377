package io.hawser.bench.agent;

import io.hawser.bench.volumes.VolumesOptions;
import java.time.Duration;
import java.util.List;

/**
 * What to measure.
 *
 * @param mounted volumes that the agent has mounted when its memory is read
 * @param timed further volumes, mounted one after the other
 * @param javaOptions of the agent's JVM, after its usual ones
 * @param atMost for each phase
 */
public record AgentOptions(int mounted, int timed, List<String> javaOptions, Duration atMost) {
    public AgentOptions {
        VolumesOptions.within("--mounted", mounted, 1, 20_000);
        VolumesOptions.within("--timed", timed, 1, 10_000);
        javaOptions = List.copyOf(javaOptions);
        VolumesOptions.within("--phase-timeout", atMost.toSeconds(), 1, 86_400);
    }
}

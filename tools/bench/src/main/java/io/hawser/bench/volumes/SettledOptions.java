package io.hawser.bench.volumes;

import java.time.Duration;

/**
 * What to measure.
 *
 * @param volumes that rest in the tables
 * @param count of the volumes that go through their life beside them, in each round
 * @param atMost for each phase
 */
public record SettledOptions(int volumes, int count, Duration atMost) {
    private static final int WARM_UP_AT_MOST = 500;
    /** So many nodes have the volumes that are attached, about 100 each. */
    private static final int VOLUMES_OF_A_NODE = 100;

    public SettledOptions {
        VolumesOptions.within("--volumes", volumes, 10, 5_000_000);
        VolumesOptions.within("--count", count, 1, 100_000);
        VolumesOptions.within("--phase-timeout", atMost.toSeconds(), 1, 86_400);
    }

    /** Of the settled volumes, those that a running task has mounted. */
    int published() {
        return (int) (volumes * 3L / 10);
    }

    /** Nodes of the published volumes. */
    int nodes() {
        return 1 + published() / VOLUMES_OF_A_NODE;
    }

    int warmUp() {
        return Math.min(count, WARM_UP_AT_MOST);
    }
}

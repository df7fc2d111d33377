package io.hawser.bench.volumes;

import io.hawser.bench.report.Phase;
import java.time.Duration;

/** Brings volumes through their life, phase by phase: Hawser, or a worker without it. */
interface Life {
    /**
     * Phases come in their order.
     *
     * @return the time from the begin of the phase to the outcome of the last volume
     * @throws BenchFailedException if the phase takes too long
     */
    Duration play(Phase phase);
}

package io.hawser.local.process;

import io.hawser.embedded.process.ChildProcess;
import java.time.Duration;

/**
 * A process that was started.
 *
 * @param began {@link System#nanoTime}
 */
record Started(ProcessSpec spec, ChildProcess process, long began) {
    /**
     * Returns when it is ready, or after that time.
     *
     * @return whether it is ready; false: it still runs
     * @throws IllegalStateException if it has ended, with its log's tail
     */
    boolean isReadyWithin(Duration atMost) {
        try {
            process.awaitReady(spec.readiness()::ready, atMost);
            return true;
        } catch (IllegalStateException e) {
            if (process.alive()) {
                return false;
            }
            throw e;
        }
    }

    /** A line for people. */
    String ready() {
        return "%s ready after %.1f s".formatted(spec.name(), (System.nanoTime() - began) / 1e9);
    }

    /** A line for people, with what the process says that it waits for. */
    String notReadyWithin(Duration time) {
        String waitsFor = spec.readiness().waitsFor();
        return "%s runs and is not ready after %d s%s; its log: %s"
                .formatted(spec.name(), time.toSeconds(), waitsFor.isEmpty() ? "" : ": " + waitsFor, spec.log());
    }
}

package io.hawser.volume.lifecycle;

import io.hawser.ledger.Revisions;
import io.hawser.v1.MountReport;
import java.time.Duration;
import java.time.Instant;

/**
 * What a decision cannot compute itself.
 *
 * @param now the database's time
 * @param jitter in [0, 1)
 * @param last the highest generation drawn for the volume, on any node
 */
public record DecisionContext(Instant now, double jitter, long last) {
    /** Clocks differ, and databases are restored; no clock is assumed to be further ahead than this. */
    private static final Duration AHEAD = Duration.ofDays(1);

    public DecisionContext(Instant now, double jitter) {
        this(now, jitter, 0);
    }

    /** The last generation never goes back, whatever the clock does. */
    DecisionContext above(long generation) {
        return generation > last ? new DecisionContext(now, jitter, generation) : this;
    }

    /** A generation never used before for this volume and node: above the clock and above the last one. */
    long generation() {
        return Revisions.next(last, now);
    }

    /**
     * A node accepts only assignments above the last one that it accepted. A generation that cannot have been drawn is
     * ignored.
     */
    DecisionContext above(MountReport report) {
        return report.getGeneration() <= latestGeneration() ? above(report.getGeneration()) : this;
    }

    /** A generation above the reported one too, if that one can have been drawn. */
    public long generationAbove(MountReport report) {
        return above(report).generation();
    }

    /** The highest generation that can have been drawn: by any clock now, or by one that was ahead and is corrected. */
    long latestGeneration() {
        return Math.max(last, Revisions.next(0, now.plus(AHEAD)));
    }
}

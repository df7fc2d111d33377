package io.hawser.volume.lifecycle;

import io.hawser.ledger.Revisions;
import io.hawser.v1.MountReport;
import java.time.Duration;
import java.time.Instant;

/**
 * What a decision may not make by itself.
 *
 * @param now the database's time
 * @param jitter in [0, 1)
 * @param last generation that was drawn for the volume, on whatever node
 */
public record DecisionContext(Instant now, double jitter, long last) {
    /** Clocks differ, and databases are restored; nobody's clock is further ahead than this. */
    private static final Duration AHEAD = Duration.ofDays(1);

    public DecisionContext(Instant now, double jitter) {
        this(now, jitter, 0);
    }

    /** Never goes back, whatever the clock does. */
    DecisionContext above(long generation) {
        return generation > last ? new DecisionContext(now, jitter, generation) : this;
    }

    /** Never used before for this volume and node: above the clock, and above what was drawn before. */
    long generation() {
        return Revisions.next(last, now);
    }

    /** A node takes only assignments above the last one that it took; one that nobody can have drawn says nothing. */
    DecisionContext above(MountReport report) {
        return report.getGeneration() <= latestGeneration() ? above(report.getGeneration()) : this;
    }

    /** Above what a node answers, too, if somebody can have drawn that. */
    public long generationAbove(MountReport report) {
        return above(report).generation();
    }

    /** No generation above this can have been drawn by anybody. */
    long latestGeneration() {
        return Revisions.next(0, now.plus(AHEAD));
    }
}

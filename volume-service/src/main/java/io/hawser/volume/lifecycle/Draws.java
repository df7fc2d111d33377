package io.hawser.volume.lifecycle;

import io.hawser.ledger.Revisions;
import java.time.Instant;

/**
 * What a decision may not make by itself.
 *
 * @param now the database's time
 * @param jitter in [0, 1)
 */
public record Draws(Instant now, double jitter) {
    /** Never used before for this volume and node: above the clock, and above what it replaces. */
    long generation(long previous) {
        return Revisions.next(previous, now);
    }
}

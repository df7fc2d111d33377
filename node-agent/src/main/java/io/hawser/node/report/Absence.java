package io.hawser.node.report;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Notices that no heartbeat was acknowledged for so long that readers held the agent for silent. If its node was
 * removed from the inventory meanwhile, the node's records have tombstones. Not thread-safe.
 */
public final class Absence {
    /** After as many intervals without a heartbeat, readers hold an agent for silent. */
    private static final int MISSED = 3;

    private Optional<Instant> heard = Optional.empty();
    private boolean absent;

    /**
     * Called before each heartbeat.
     *
     * @param acknowledged whether the heartbeat before this one was acknowledged
     * @return whether an absence has just ended
     */
    public boolean ended(Instant now, boolean acknowledged, Duration interval) {
        Instant last = heard.orElse(now);
        absent |= last.plus(interval.multipliedBy(MISSED)).isBefore(now);
        if (!acknowledged) {
            heard = Optional.of(last);
            return false;
        }
        boolean ended = absent;
        absent = false;
        heard = Optional.of(now);
        return ended;
    }

    /** Whether one has begun that has not ended. */
    public boolean lasts() {
        return absent;
    }
}

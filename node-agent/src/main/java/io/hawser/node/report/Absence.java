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

    /** When the heartbeat before this one was written. */
    private Optional<Instant> written = Optional.empty();
    /** When the last one was written of which it is known that readers have it. */
    private Optional<Instant> heard = Optional.empty();

    private boolean absent;

    /**
     * Called before each heartbeat. An absence lasts for at least one interval from when it is noticed, so that all who
     * ask see it: that of an agent that stood still is over for its readers one heartbeat later.
     *
     * @param acknowledged whether the heartbeat before this one was acknowledged
     * @return whether an absence has just ended
     */
    public boolean ended(Instant now, boolean acknowledged, Duration interval) {
        Duration patience = interval.multipliedBy(MISSED);
        Instant before = written.orElse(now);
        boolean begun = absent;
        absent |= heard.orElse(before).plus(patience).isBefore(now);
        heard = acknowledged ? Optional.of(before) : heard.or(() -> Optional.of(before));
        written = Optional.of(now);
        // Readers had the acknowledged one, but it may be from before the agent stood still.
        boolean ended = begun && acknowledged && !before.plus(patience).isBefore(now);
        absent &= !ended;
        return ended;
    }

    /** Whether one has begun that has not ended. */
    public boolean lasts() {
        return absent;
    }
}

package io.hawser.volume.fence;

import io.hawser.ledger.Revisions;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * How far a node's fence is confirmed.
 *
 * @param number of this fence, so that a barrier that was noted for an earlier one is not taken for its own; 0 = the
 *     node is not fenced, or was already when
 *     fences got numbers
 * @param barrier how far {@code hawser.nodes} must be read; empty = not noted yet
 * @param read whether it was read so far: the fence may be acted on
 */
record Fence(long number, Optional<String> barrier, boolean read) {
    private static final Fence NONE = new Fence(0, Optional.empty(), false);

    Fence {
        Objects.requireNonNull(barrier, "barrier");
    }

    /**
     * The node has a new record. A fence that stands keeps what was known of it; another one is to be confirmed anew.
     */
    Fence after(boolean fencedBefore, boolean fencedNow, Instant now) {
        if (fencedNow == fencedBefore) {
            return this;
        }
        return fencedNow ? new Fence(Revisions.next(number, now), Optional.empty(), false) : NONE;
    }

    /** Whether there is something to wait for. */
    boolean unconfirmed() {
        return number > 0 && !read;
    }

    /** Its barrier was reached. */
    Fence confirmed() {
        return new Fence(number, barrier, true);
    }
}

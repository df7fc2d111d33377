package io.hawser.deallocator.deletion;

import java.time.Duration;
import java.time.Instant;

/** The command that removes a volume of a deallocated service. */
public final class Removal {
    /** An id is forgotten after 9 days. Before that the command gets another, so that no old answer is given. */
    private static final Duration SAME_ID = Duration.ofDays(6);

    private Removal() {}

    /**
     * Made from the service's record, not from the clock: an empty database reads the record again and writes the same
     * command, which volume-service knows.
     */
    public static String id(Votes.Owner owner, String volume, Instant decided, Instant now) {
        long number = Math.max(0, Duration.between(decided, now).dividedBy(SAME_ID));
        return "deallocation/" + owner.service() + "/" + owner.origin() + "/" + volume + "/" + number;
    }
}

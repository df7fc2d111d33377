package io.hawser.ledger.position;

import java.util.Optional;

/**
 * Where a partition's log begins and ends for a committed reader.
 *
 * @param end the last stable offset. Every stored position was once at or below it, also one after a marker, and in a
 *     log without loss it never goes back: a new transaction opens above it, and a newly elected leader reports no end
 *     before its high watermark has passed the beginning of its epoch (KIP-207). The high watermark would hide that a
 *     log lost its end and has grown again by an open transaction.
 */
public record LogBounds(long start, long end) {
    /**
     * Outside the log, this service has lost records or reads another log; only a person can decide what that means.
     *
     * @return a sentence; empty = inside
     */
    public Optional<String> outside(LogPartition log, long next) {
        if (next < start) {
            return Optional.of("the stored position " + next + " of " + log.name() + " lies before the log's start "
                    + start + " (its end is " + end
                    + "): records are gone that this service never read. Restore the topic, or move the"
                    + " position by hand, knowing what was lost: " + statement(log, next, start));
        }
        return next > end
                ? Optional.of("the stored position " + next + " of " + log.name() + " lies beyond the log's end " + end
                        + " (its start is " + start
                        + "): records are gone that this service read, and those that come now would be skipped."
                        + " Restore the topic, or read all of it again, knowing what was lost: "
                        + statement(log, next, start))
                : Optional.empty();
    }

    private static String statement(LogPartition log, long from, long to) {
        return "update ledger_position set next = " + to + " where topic = '" + log.topic() + "' and partition = "
                + log.partition() + " and next = " + from + ";";
    }
}

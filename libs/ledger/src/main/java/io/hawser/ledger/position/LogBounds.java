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
            return Optional.of(said(
                    log,
                    next,
                    "lies before the log's start " + start + " (its end is " + end
                            + "): records are gone that this service never read"));
        }
        return next > end
                ? Optional.of(said(
                        log,
                        next,
                        "lies beyond the log's end " + end + " (its start is " + start
                                + "): records are gone that this service read, and those that come now would be"
                                + " skipped"))
                : Optional.empty();
    }

    /**
     * What to do. The statement makes the position one of an earlier topic: the service reads the log from its start,
     * and decisions wait until a person says that the topic is complete. Otherwise they were made from the records that
     * are left, for example a fence that was taken back in a record that is gone.
     */
    private static String said(LogPartition log, long next, String where) {
        return "the stored position " + next + " of " + log.name() + " " + where
                + ". Restore the topic. If that is not possible, let the service read the topic from its start, and"
                + " confirm with ./hawser accept-topic " + log.topic()
                + " when all present records are written again: update ledger_position"
                + " set topic_id = 'lost-' || clock_timestamp() || '-' || topic_id where topic = '" + log.topic()
                + "' and partition = " + log.partition() + " and next = " + next + ";";
    }
}

package io.hawser.ledger.intake;

import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * Where a partition's log begins and ends for a committed reader.
 *
 * @param end the last stable offset. Every stored position was at or below it once, also one behind a marker, and in a
 *     log that loses nothing it never goes back: a transaction that opens does so above it, and a leader that was just
 *     elected names no end before its high watermark has passed the beginning of its epoch (KIP-207). The high
 *     watermark would overlook a log that lost its end and has grown again by a transaction that is open.
 */
record LogBounds(long start, long end) {
    /**
     * Records between are lost to us, or the log is not the one that we read: what that means only a person can decide.
     * @return a sentence; empty = it lies inside
     */
    Optional<String> outside(TopicPartition partition, long next) {
        if (next < start) {
            return Optional.of("the stored position " + next + " of " + partition + " lies before the log's start "
                    + start + " (its end is " + end
                    + "): records are gone that this service never read. Restore the topic, or move the"
                    + " position by hand, knowing what was lost: " + statement(partition, next, start));
        }
        return next > end
                ? Optional.of("the stored position " + next + " of " + partition + " lies beyond the log's end " + end
                        + " (its start is " + start
                        + "): records are gone that this service read, and those that come now would be skipped."
                        + " Restore the topic, or move the position back by hand, knowing what was lost: "
                        + statement(partition, next, end))
                : Optional.empty();
    }

    private static String statement(TopicPartition partition, long from, long to) {
        return "update ledger_position set next = " + to + " where topic = '" + partition.topic() + "' and partition = "
                + partition.partition() + " and next = " + from + ";";
    }
}

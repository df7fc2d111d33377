package io.hawser.ledger.intake;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/** Finds cursors that do not move although there are records after them. */
final class StandingStill {
    private final Duration atMost;
    private final Map<TopicPartition, Seen> seen = new HashMap<>();

    /** @param atMost how long a cursor may stay before records */
    StandingStill(Duration atMost) {
        this.atMost = atMost;
    }

    /** @param next the cursor */
    record Reading(long next, LogBounds log) {}

    /** A cursor with records after it, and since when. */
    private record Seen(long next, Duration since) {}

    /** @param now by a monotonic clock */
    synchronized List<String> look(Map<TopicPartition, Reading> readings, Duration now) {
        seen.keySet().retainAll(readings.keySet());
        List<String> troubles = new ArrayList<>();
        readings.forEach((partition, reading) -> {
            Optional<String> lost = reading.log().outside(partition, reading.next());
            if (lost.isPresent()) {
                troubles.add(lost.get());
                return;
            }
            if (reading.next() == reading.log().end()) {
                seen.remove(partition);
                return;
            }
            Seen stands = seen.compute(
                    partition,
                    (p, before) ->
                            before != null && before.next() == reading.next() ? before : new Seen(reading.next(), now));
            Duration since = now.minus(stands.since());
            if (since.compareTo(atMost) > 0) {
                troubles.add(partition + " has been at " + reading.next() + " for " + since.toSeconds()
                        + " s, its end is " + reading.log().end());
            }
        });
        return troubles;
    }
}

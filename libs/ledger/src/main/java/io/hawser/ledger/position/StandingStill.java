package io.hawser.ledger.position;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds cursors that do not move although there are records after them. */
public final class StandingStill {
    private final Duration atMost;
    /** By the partitions' names. */
    private final Map<String, Seen> seen = new HashMap<>();

    /** @param atMost how long a cursor may stay before records */
    public StandingStill(Duration atMost) {
        this.atMost = atMost;
    }

    /** @param next the cursor */
    public record Reading(LogPartition log, long next, LogBounds bounds) {}

    /** A cursor with records after it, and since when. */
    private record Seen(long next, Duration since) {}

    /** @param now by a monotonic clock */
    public synchronized List<String> look(List<Reading> readings, Duration now) {
        seen.keySet()
                .retainAll(
                        readings.stream().map(reading -> reading.log().name()).collect(Collectors.toSet()));
        List<String> troubles = new ArrayList<>();
        readings.forEach(reading -> {
            String partition = reading.log().name();
            Optional<String> lost = reading.bounds().outside(reading.log(), reading.next());
            if (lost.isPresent()) {
                troubles.add(lost.get());
                return;
            }
            if (reading.next() == reading.bounds().end()) {
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
                        + " s, its end is " + reading.bounds().end());
            }
        });
        return troubles;
    }
}

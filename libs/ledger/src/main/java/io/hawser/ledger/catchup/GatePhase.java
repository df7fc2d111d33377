package io.hawser.ledger.catchup;

import io.hawser.ledger.position.LogPartition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The phase of a service before its decisions. {@code GateSteps} moves it from one phase to the next, and back to the
 * first.
 */
public sealed interface GatePhase {
    /** The ends of the topics are not known yet. */
    record Noting() implements GatePhase {}

    /** The topics are read up to the noted ends. */
    record Reading(Barrier barrier) implements GatePhase {
        public String waitsFor(Map<LogPartition, Long> positions) {
            return few(barrier.missing(positions).entrySet().stream()
                    .map(end -> end.getKey().name() + " to be read up to " + end.getValue() + ", now at "
                            + positions.getOrDefault(end.getKey(), 0L))
                    .toList());
        }
    }

    /**
     * Work that was due when reading ended is decided before everything else.
     *
     * @param keys that were due then and are not decided yet
     */
    record Deciding(Instant since, Set<String> keys) implements GatePhase {
        public Deciding {
            keys = Set.copyOf(keys);
        }

        public String waitsFor() {
            return "decisions on " + few(new TreeSet<>(keys).stream().toList());
        }
    }

    /** All work is decided when it becomes due. */
    record Open() implements GatePhase {}

    int NAMED = 3;

    private static String few(List<String> all) {
        String named = all.stream().limit(NAMED).collect(Collectors.joining("; "));
        return all.size() > NAMED ? named + " and " + (all.size() - NAMED) + " more" : named;
    }
}

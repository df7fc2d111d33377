package io.hawser.ledger.catchup;

import io.hawser.ledger.position.PositionRows.LogPartition;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * How far a service has come on its way to decisions. {@link StartGate} takes it from one to the next, and back to the
 * first.
 */
sealed interface GatePhase {
    /** How long the topics are is still to be asked. */
    record Noting() implements GatePhase {}

    /** What stood in the topics at one moment is still to be read. */
    record Reading(Barrier barrier) implements GatePhase {
        String waitsFor(Map<LogPartition, Long> positions) {
            return few(barrier.missing(positions).entrySet().stream()
                    .map(end -> end.getKey().topic() + "-" + end.getKey().partition() + " to be read up to "
                            + end.getValue() + ", now at " + positions.getOrDefault(end.getKey(), 0L))
                    .toList());
        }
    }

    /**
     * What was due when all that was read goes before everything else.
     *
     * @param keys that were due then and are not decided yet
     */
    record Deciding(Instant since, Set<String> keys) implements GatePhase {
        public Deciding {
            keys = Set.copyOf(keys);
        }

        String waitsFor() {
            return "decisions on " + few(new TreeSet<>(keys).stream().toList());
        }
    }

    /** Everything is decided as it becomes due. */
    record Open() implements GatePhase {}

    int NAMED = 3;

    private static String few(List<String> all) {
        String named = all.stream().limit(NAMED).collect(Collectors.joining("; "));
        return all.size() > NAMED ? named + " and " + (all.size() - NAMED) + " more" : named;
    }

    /**
     * The partitions in which the database stands behind what this process has seen of it. A position only ever grows,
     * whoever moves it: the database went back.
     *
     * @param seen positions that were stored at some earlier moment
     * @param own where this process stood at some earlier moment; it went there by storing it
     * @param stored what is there now; a partition of somebody else's that is not listed may be of a topic that is gone
     */
    static Map<LogPartition, Long> wentBack(
            Map<LogPartition, Long> seen, Map<LogPartition, Long> own, Map<LogPartition, Long> stored) {
        Map<LogPartition, Long> back = new TreeMap<>();
        seen.forEach((log, next) -> {
            if (stored.getOrDefault(log, next) < next) {
                back.put(log, next);
            }
        });
        own.forEach((log, next) -> {
            if (stored.getOrDefault(log, -1L) < next) {
                back.merge(log, next, Math::max);
            }
        });
        return back;
    }

    /** What has been seen so far, by the newest look where both have a partition. */
    static Map<LogPartition, Long> seen(Map<LogPartition, Long> before, Map<LogPartition, Long> now) {
        Map<LogPartition, Long> both = new HashMap<>(before);
        both.putAll(now);
        return Map.copyOf(both);
    }
}

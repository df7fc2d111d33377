package io.hawser.ledger.intake;

import io.hawser.ledger.position.LogPartition;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How far a batch was applied.
 *
 * @param reached the new position of each partition that moved; another replica applied the records of the others,
 *     unless they are stopped
 * @param stopped partitions whose next record cannot be applied because of this service or its database, and why
 */
record Applied(Map<LogPartition, Long> reached, Map<LogPartition, Throwable> stopped) {
    Applied {
        reached = Map.copyOf(reached);
        stopped = Map.copyOf(stopped);
    }

    static Applied of(IntakeBatch batch, Set<LogPartition> moved) {
        return new Applied(
                batch.moves().entrySet().stream()
                        .filter(move -> moved.contains(move.getKey()))
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, move -> move.getValue().to())),
                Map.of());
    }

    static Applied stopped(LogPartition log, Throwable cause) {
        return new Applied(Map.of(), Map.of(log, cause));
    }

    /** Both results, one after the other. */
    Applied and(Applied next) {
        Map<LogPartition, Long> both = new HashMap<>(reached);
        both.putAll(next.reached);
        Map<LogPartition, Throwable> stops = new HashMap<>(stopped);
        stops.putAll(next.stopped);
        return new Applied(both, stops);
    }

    /** The batch's partitions that accept nothing more, because a later record would leave a hole. */
    Set<LogPartition> ended(IntakeBatch batch) {
        return batch.moves().keySet().stream()
                .filter(log -> !reached.containsKey(log))
                .collect(Collectors.toSet());
    }
}

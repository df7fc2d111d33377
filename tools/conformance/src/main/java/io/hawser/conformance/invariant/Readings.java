package io.hawser.conformance.invariant;

import io.hawser.v1.Assignment;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The oldest assignments that the nodes must have read, assuming that everything they did was right.
 *
 * <p>A node may read late, so it need not follow the newest assignment. But it never goes back behind an assignment
 * that it has acted on, not even after a restart or when the topic is filled again. Each of its acts is therefore taken
 * to follow from the oldest assignment that explains it, and the next act from that one or a newer one. Reports do not
 * count here: a node reports an assignment as soon as it has read it, while it still finishes what an older one began.
 */
final class Readings {
    private final Assignments assignments;
    private final Map<String, Long> least = new HashMap<>();

    Readings(Assignments assignments) {
        this.assignments = assignments;
    }

    /** The assignment that the node can have acted on, if there is one; it may act on no older one from then on. */
    Optional<Assignment> actedOn(String node, String uid, Instant at, Predicate<Assignment> what) {
        String key = node + "/" + uid;
        Optional<Assignment> word = assignments.first(node, uid, least.getOrDefault(key, 0L), at, what);
        word.ifPresent(found -> least.put(key, found.getGeneration()));
        return word;
    }
}

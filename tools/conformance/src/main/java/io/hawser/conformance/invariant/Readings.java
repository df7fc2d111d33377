package io.hawser.conformance.invariant;

import io.hawser.v1.Assignment;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * How far nodes must at least have read what they were told, if whatever they did was right.
 *
 * <p>A node may read late, so the newest word is not the one that it must go by; but it never goes back behind a word
 * that it has acted on, not even when it starts anew or the topic is filled again. So each of its acts is held to rest
 * on the oldest word that can explain it, and the next act on that word or a newer one. Its reports count for nothing
 * here: it reports a word as soon as it has read it, and still finishes what an older one made it begin.
 */
final class Readings {
    private final Assignments assignments;
    private final Map<String, Long> least = new HashMap<>();

    Readings(Assignments assignments) {
        this.assignments = assignments;
    }

    /** The word that the node can have acted on, if there is one; it will act on no older one. */
    Optional<Assignment> actedOn(String node, String uid, Instant at, Predicate<Assignment> what) {
        String key = node + "/" + uid;
        Optional<Assignment> word = assignments.first(node, uid, least.getOrDefault(key, 0L), at, what);
        word.ifPresent(found -> least.put(key, found.getGeneration()));
        return word;
    }
}

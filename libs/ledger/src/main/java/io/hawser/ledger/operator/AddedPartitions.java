package io.hawser.ledger.operator;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Whether all replicas have seen the partitions that were added to a topic. Each looks for itself, and sends records to
 * where they belonged before until it has looked.
 */
public final class AddedPartitions {
    /**
     * A topic as a replica sees it.
     *
     * @param id Kafka's topic id
     */
    public record Topic(String id, int partitions) {}

    private final Duration seenByAll;
    private final Map<Topic, Long> seen = new HashMap<>();

    /** @param seenByAll how long a replica may take to see them */
    public AddedPartitions(Duration seenByAll) {
        this.seenByAll = seenByAll;
    }

    /** @param nanos of {@link System#nanoTime()} */
    public void saw(Collection<Topic> present, long nanos) {
        seen.keySet().retainAll(present);
        present.forEach(topic -> seen.putIfAbsent(topic, nanos));
    }

    /** Whether some replica may not know it. None can overlook a topic that was made again: it has no old partition. */
    public boolean mayBeUnseen(Topic now, Topic before, long nanos) {
        return before.id().equals(now.id()) && nanos - Objects.requireNonNull(seen.get(now)) < seenByAll.toNanos();
    }
}

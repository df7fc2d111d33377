package io.hawser.ledger.operator;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Whether all replicas have seen how many partitions a topic has now. Each looks for itself, and sends records to where
 * they belonged before until it has looked.
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

    /**
     * Whether some replica may not know it. Also true of a topic that was made again with another number: a relay that
     * still knows the earlier topic chooses a partition by the earlier number, and the new topic has that one, too.
     */
    public boolean mayBeUnseen(Topic now, Topic before, long nanos) {
        return now.partitions() != before.partitions()
                && nanos - Objects.requireNonNull(seen.get(now)) < seenByAll.toNanos();
    }
}

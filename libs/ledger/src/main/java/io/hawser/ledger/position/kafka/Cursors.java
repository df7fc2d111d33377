package io.hawser.ledger.position.kafka;

import io.hawser.ledger.position.LogPartition;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;

/**
 * This process's position in each of its partitions: the offset of its seek, or the end of the last batch. It is never
 * the first record's offset, because transaction markers and compacted gaps carry no record.
 */
public final class Cursors {
    /** @param next the next record has this offset or a higher one */
    public record Cursor(LogPartition log, long next) {}

    private final Map<TopicPartition, Cursor> cursors = new ConcurrentHashMap<>();

    public void set(TopicPartition partition, LogPartition log, long next) {
        cursors.put(partition, new Cursor(log, next));
    }

    /** Moves on, unless the partition was revoked or sought elsewhere meanwhile. */
    public void advance(TopicPartition partition, long from, long to) {
        cursors.computeIfPresent(
                partition, (p, cursor) -> cursor.next() == from ? new Cursor(cursor.log(), to) : cursor);
    }

    public void forget(TopicPartition partition) {
        cursors.remove(partition);
    }

    public Optional<Cursor> of(TopicPartition partition) {
        return Optional.ofNullable(cursors.get(partition));
    }

    public Map<TopicPartition, Cursor> all() {
        return Map.copyOf(cursors);
    }
}

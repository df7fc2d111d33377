package io.hawser.ledger.catchup.work;

import io.hawser.bus.topic.KeyHash;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Keys that have records in another partition than the one where they belong, because the topic got partitions later.
 * No tombstone ever reaches such a record, so it stays for ever. It counts only while its key has nothing where it
 * belongs now, and only until that partition is marked complete: then everything that exists was written there again.
 */
final class KeysElsewhere {
    /** What a record says about its key. */
    enum Says {
        STATE,
        TOMBSTONE,
        /** The key does not count, whatever other records say. */
        EXCLUDED
    }

    /** @param time of the record, in milliseconds */
    record Last(int partition, long offset, long time, Says says) {}

    private final int partitions;
    private final Set<String> keys = new HashSet<>();
    private final Set<Integer> complete = new HashSet<>();
    private final Map<String, Last> last = new HashMap<>();

    /** @param partitions how many the topic has now */
    KeysElsewhere(int partitions) {
        this.partitions = partitions;
    }

    boolean belongsTo(int partition, String key) {
        return KeyHash.of(key, partitions) == partition;
    }

    /** Another partition has records of this key. */
    void found(String key) {
        keys.add(key);
    }

    /** This partition has all records that belong there. */
    void isComplete(int partition) {
        complete.add(partition);
    }

    /**
     * Forgets the keys that belong to complete partitions.
     *
     * @return whether others are left, which must be looked for in all partitions
     */
    boolean dropComplete() {
        keys.removeIf(key -> complete.contains(KeyHash.of(key, partitions)));
        return !keys.isEmpty();
    }

    boolean contains(String key) {
        return keys.contains(key);
    }

    /** A record of one of these keys; those of a partition in their order, one partition after the other. */
    void note(String key, Last record) {
        last.merge(key, record, (before, next) -> counts(key, before, next) ? before : next);
    }

    private boolean counts(String key, Last before, Last next) {
        if (before.says() == Says.EXCLUDED || next.says() == Says.EXCLUDED) {
            return before.says() == Says.EXCLUDED;
        }
        if (before.partition() == next.partition()) {
            return false;
        }
        return belongsTo(before.partition(), key) || (!belongsTo(next.partition(), key) && before.time() > next.time());
    }

    /** Whether this record is the one of its key that counts. */
    boolean counts(String key, int partition, long offset) {
        Last found = last.get(key);
        return found != null
                && found.says() == Says.STATE
                && found.partition() == partition
                && found.offset() == offset;
    }
}

package io.hawser.hostpath.volume;

import java.util.List;
import java.util.Optional;

/**
 * One page of the sorted keys. The token is the last key of the page before, so a volume that is added or removed
 * between two pages never shifts the others: a volume that stays is listed exactly once.
 *
 * @param more whether keys are left after this page
 */
public record Page(List<VolumeKey> keys, boolean more) {
    public Page {
        keys = List.copyOf(keys);
    }

    /**
     * @param sorted all keys, ascending
     * @param after only keys above this one; empty: from the start
     * @param max at most this many; 0: no limit
     */
    public static Page of(List<VolumeKey> sorted, Optional<VolumeKey> after, int max) {
        if (max < 0) throw new IllegalArgumentException("max_entries: is negative");
        List<VolumeKey> rest = after.map(
                        a -> sorted.stream().filter(k -> k.compareTo(a) > 0).toList())
                .orElse(sorted);
        return max == 0 || rest.size() <= max ? new Page(rest, false) : new Page(rest.subList(0, max), true);
    }
}

package io.hawser.ledger.due;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** How often a key failed since it last succeeded, of those that failed lately. Not thread-safe. */
final class FailuresInARow {
    private static final int REMEMBERED = 10_000;

    private final Map<String, Integer> failures = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > REMEMBERED;
        }
    };

    /** @return how often by now */
    int failed(String key) {
        return failures.merge(key, 1, Integer::sum);
    }

    void succeeded(Collection<String> keys) {
        if (!failures.isEmpty()) {
            failures.keySet().removeAll(keys);
        }
    }
}

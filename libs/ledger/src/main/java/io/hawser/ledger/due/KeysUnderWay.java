package io.hawser.ledger.due;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The keys that a loop works on, with their leases, and what happens to them during the work. Not thread-safe. */
public final class KeysUnderWay {
    private final Map<String, Leased> leases = new HashMap<>();
    /** Keys under way whose due time was stored, which ended their lease. */
    private final Set<String> stored = new HashSet<>();
    /** Keys that failed together with others: the next time, each is a batch of its own. */
    private final Set<String> alone = new HashSet<>();
    /** Keys that became due during the work on them. */
    private final Set<String> passedOver = new HashSet<>();

    public Set<String> keys() {
        return Set.copyOf(leases.keySet());
    }

    /**
     * How many keys the next look may lease: while some are to be worked on alone, each may be a batch.
     *
     * @param free how many more batches may run
     */
    public int limit(int usual, int free) {
        return alone.isEmpty() ? usual : Math.min(usual, free);
    }

    /**
     * Begins the work on these keys.
     *
     * @param all whether no other key is due: then what failed together is done, or due later
     * @return in which batches these keys are worked on
     */
    public List<List<String>> begin(List<Leased> leased, boolean all) {
        List<List<String>> batches = new ArrayList<>();
        List<String> together = new ArrayList<>();
        for (Leased row : leased) {
            leases.put(row.key(), row);
            if (alone.remove(row.key())) {
                batches.add(List.of(row.key()));
            } else {
                together.add(row.key());
            }
        }
        if (!together.isEmpty()) {
            batches.add(together);
        }
        if (all) {
            alone.retainAll(leases.keySet());
        }
        return batches;
    }

    /**
     * A query skips keys with a running worker, which may have read the state before the change. What is heard of now
     * may have been stored before the lease began, and has not ended that one.
     *
     * @param now when the transaction of the changes began
     */
    public void changed(List<DueChange> changes, Instant now) {
        for (DueChange change : changes) {
            Leased lease = leases.get(change.key());
            if (lease == null) {
                continue;
            }
            if (change.dueBy(now)) {
                passedOver.add(change.key());
            }
            boolean afterwards = !now.isBefore(lease.since().toInstant());
            if (afterwards && !(change instanceof DueChange.Wake)) {
                stored.add(change.key());
            }
        }
    }

    /** The lease of a key under way, unless a stored due time has ended it. */
    public Optional<Leased> lease(String key) {
        return Optional.ofNullable(leases.get(key)).filter(mine -> !stored.contains(key));
    }

    /** The worker stored when the key is due again, without a change of due work. */
    public void putOff(String key) {
        stored.add(key);
    }

    public void failedTogether(List<String> keys) {
        alone.addAll(keys);
    }

    /** @return the leases that the work on these keys has not ended */
    public List<Leased> worked(List<String> keys) {
        return keys.stream()
                .filter(key -> !stored.contains(key))
                .map(leases::get)
                .filter(Objects::nonNull)
                .toList();
    }

    /** @return whether one of these keys became due during the work on it */
    public boolean released(List<String> keys) {
        keys.forEach(leases::remove);
        keys.forEach(stored::remove);
        return passedOver.removeAll(keys);
    }
}

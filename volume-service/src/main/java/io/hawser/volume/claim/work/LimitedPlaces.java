package io.hawser.volume.claim.work;

import io.hawser.ledger.tx.db.RowLock;
import io.hawser.v1.Fingerprint;
import io.hawser.volume.id.NodePlugin;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Chooses how tasks lock the row of a plugin on a node. Two tasks that may want the last place there exclude each
 * other. A plugin without a limit has no last place, and its tasks only exclude a change of the row: with an exclusive
 * lock, all tasks and attaches of a node would wait for each other.
 *
 * <p>What was seen earlier is only a hint, because a lock cannot be made stronger afterwards: two transactions that
 * both tried would wait for each other. The locked row says whether the lock was strong enough.
 */
@ApplicationScoped
class LimitedPlaces {
    private final Set<NodePlugin> limited = ConcurrentHashMap.newKeySet();

    RowLock lockOf(Collection<NodePlugin> places) {
        return places.stream().anyMatch(limited::contains) ? RowLock.UPDATE : RowLock.SHARE;
    }

    /**
     * Whether the lock is strong enough for these rows. If not, nothing may be decided; the next transaction takes the
     * stronger lock.
     */
    boolean suffices(RowLock taken, Map<NodePlugin, Fingerprint> locked) {
        locked.forEach((place, fingerprint) -> {
            if (isLimited(fingerprint)) {
                limited.add(place);
            } else {
                limited.remove(place);
            }
        });
        return taken == RowLock.UPDATE || locked.values().stream().noneMatch(LimitedPlaces::isLimited);
    }

    static boolean isLimited(Fingerprint fingerprint) {
        return fingerprint.getMaxVolumes() > 0;
    }
}

package io.hawser.volume.lifecycle.work;

import io.hawser.ledger.due.DueQueues;
import io.hawser.volume.wiring.VolumeConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How many controller calls of this process may be under way for one plugin, and who comes next: whoever has waited
 * longest, whatever his call is, so that neither attaches nor detaches starve. Volumes that find no permit wait in
 * their plugin's queue of the due work, in the table; another replica has permits of its own and serves the same queue.
 */
@ApplicationScoped
public class PluginCallLimiter implements DueQueues {
    private final int permits;
    private final Map<String, Integer> taken = new HashMap<>();
    private final Set<String> queues = new HashSet<>();
    private Map<String, Integer> lookedWith = Map.of();
    private boolean closed;

    @Inject
    public PluginCallLimiter(VolumeConfig config) {
        this(config.callsPerPlugin());
    }

    PluginCallLimiter(int permits) {
        if (permits < 1) {
            throw new IllegalArgumentException("hawser.volume.calls-per-plugin must be 1 or more, not " + permits);
        }
        this.permits = permits;
    }

    /** The permits that one transaction took; they are given back unless its calls go out. */
    final class Taking {
        private final List<String> mine = new ArrayList<>();
        private boolean over;

        /**
         * @param queued whether the volume waited in the plugin's queue; nobody else overtakes those
         * @return whether there was a permit
         */
        boolean take(String plugin, boolean queued) {
            synchronized (PluginCallLimiter.this) {
                if (over || !begin(plugin, queued)) {
                    return false;
                }
                mine.add(plugin);
                return true;
            }
        }

        /**
         * The transaction failed, or is run again. It takes nothing more: of one that was given up while the database
         * stood still the work may go on for a while, and nobody would give its permits back.
         */
        void giveBack() {
            synchronized (PluginCallLimiter.this) {
                over = true;
                mine.forEach(PluginCallLimiter.this::ended);
                mine.clear();
            }
        }
    }

    Taking taking() {
        return new Taking();
    }

    /** The process ends: nobody gets a permit any more. */
    synchronized void close() {
        closed = true;
    }

    private boolean begin(String plugin, boolean queued) {
        int now = taken.getOrDefault(plugin, 0);
        if (closed || now >= permits || (!queued && queues.contains(plugin))) {
            queues.add(plugin);
            return false;
        }
        taken.put(plugin, now + 1);
        return true;
    }

    /** A call is over, however it ended. */
    synchronized void ended(String plugin) {
        taken.computeIfPresent(plugin, (p, now) -> now == 1 ? null : now - 1);
    }

    @Override
    public int permits() {
        return permits;
    }

    @Override
    public synchronized Map<String, Integer> taken() {
        lookedWith = Map.copyOf(taken);
        return lookedWith;
    }

    /** A plugin that had a permit left, and nobody was found in its queue, has no queue any more. */
    @Override
    public synchronized void looked(List<String> found, boolean all) {
        if (all) {
            queues.removeIf(plugin -> lookedWith.getOrDefault(plugin, 0) < permits && !found.contains(plugin));
        }
    }
}

package io.hawser.volume.lifecycle.work;

import io.hawser.ledger.due.DueQueues;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.wiring.VolumeConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Limits how many controller calls of this process run for one plugin at the same time. The volume that has waited
 * longest gets the next permit, whatever its call, so neither attaches nor detaches starve. Volumes without a permit
 * wait in their plugin's queue in the due-work table. Another replica has its own permits and serves the same queue.
 */
@ApplicationScoped
public class PluginCallLimiter implements DueQueues {
    private final int permits;
    private final Map<PluginName, Integer> taken = new HashMap<>();
    private final Set<PluginName> queues = new HashSet<>();
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

    /** The permits that one transaction took; they are returned unless its calls are sent. */
    final class Taking {
        private final List<PluginName> mine = new ArrayList<>();
        private boolean over;

        /**
         * @param queued whether the volume waited in the plugin's queue; other volumes do not overtake queued ones
         * @return whether there was a permit
         */
        boolean take(PluginName plugin, boolean queued) {
            synchronized (PluginCallLimiter.this) {
                if (over || !begin(plugin, queued)) {
                    return false;
                }
                mine.add(plugin);
                return true;
            }
        }

        /**
         * The transaction failed or is retried, and takes no more permits. While the database stands still, an
         * abandoned transaction's work may continue for a while, and nobody would return its permits.
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

    /** The process ends: no more permits are given. */
    synchronized void close() {
        closed = true;
    }

    private boolean begin(PluginName plugin, boolean queued) {
        int now = taken.getOrDefault(plugin, 0);
        if (closed || now >= permits || (!queued && queues.contains(plugin))) {
            queues.add(plugin);
            return false;
        }
        taken.put(plugin, now + 1);
        return true;
    }

    /** A call ended, with whatever outcome. */
    synchronized void ended(PluginName plugin) {
        taken.computeIfPresent(plugin, (p, now) -> now == 1 ? null : now - 1);
    }

    @Override
    public int permits() {
        return permits;
    }

    @Override
    public synchronized Map<String, Integer> taken() {
        lookedWith = taken.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(each -> each.getKey().value(), Map.Entry::getValue));
        return lookedWith;
    }

    /** A plugin has no queue any more if a permit was free and no volume was found in the queue. */
    @Override
    public synchronized void looked(List<String> found, boolean all) {
        if (all) {
            queues.removeIf(
                    plugin -> lookedWith.getOrDefault(plugin.value(), 0) < permits && !found.contains(plugin.value()));
        }
    }
}

package io.hawser.volume.lifecycle.work;

import io.hawser.ledger.due.DueQueues;
import io.hawser.volume.wiring.VolumeConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Limits how many controller calls of one kind run at the same time in this process for one plugin. The volume that has
 * waited longest gets the next permit. Volumes without a permit wait in their {@linkplain CallQueue queue} in the
 * due-work table. Another replica has its own permits and serves the same queues.
 */
@ApplicationScoped
public class PluginCallLimiter implements DueQueues {
    private final int permits;
    private final Map<CallQueue, Integer> taken = new HashMap<>();
    private final Set<CallQueue> queues = new HashSet<>();
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
        private final List<CallQueue> mine = new ArrayList<>();
        private boolean over;

        /**
         * @param queued whether the volume waited in a queue of the plugin; other volumes do not overtake queued ones
         * @return whether there was a permit
         */
        boolean take(CallQueue queue, boolean queued) {
            synchronized (PluginCallLimiter.this) {
                if (over || !begin(queue, queued)) {
                    return false;
                }
                mine.add(queue);
                return true;
            }
        }

        /**
         * The transaction failed or is retried, and takes no more permits. While the database does not answer, an
         * abandoned transaction's work may continue for a while, and its permits would not be returned.
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

    /**
     * Blocks until no permit is taken, but no longer than that. A permit is that of a call under way, or of one that a
     * transaction under way may begin.
     */
    synchronized void awaitReturned(Duration atMost) throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        for (long left = atMost.toMillis(); !taken.isEmpty() && left > 0; ) {
            wait(left);
            left = Duration.ofNanos(until - System.nanoTime()).toMillis();
        }
    }

    private boolean begin(CallQueue queue, boolean queued) {
        int now = taken.getOrDefault(queue, 0);
        if (closed || now >= permits || (!queued && queues.contains(queue))) {
            queues.add(queue);
            return false;
        }
        taken.put(queue, now + 1);
        return true;
    }

    /** A call ended, with whatever outcome. */
    synchronized void ended(CallQueue queue) {
        taken.computeIfPresent(queue, (q, now) -> now == 1 ? null : now - 1);
        notifyAll();
    }

    @Override
    public int permits() {
        return permits;
    }

    @Override
    public synchronized Map<String, Integer> taken() {
        lookedWith = taken.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(each -> each.getKey().inTable(), Map.Entry::getValue));
        return lookedWith;
    }

    /** A queue is gone if a permit was free and no volume was found in it. */
    @Override
    public synchronized void looked(List<String> found, boolean all) {
        if (all) {
            queues.removeIf(
                    queue -> lookedWith.getOrDefault(queue.inTable(), 0) < permits && !found.contains(queue.inTable()));
        }
    }
}

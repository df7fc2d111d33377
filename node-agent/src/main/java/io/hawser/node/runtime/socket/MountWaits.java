package io.hawser.node.runtime.socket;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Threads that wait for a change of a volume. */
public final class MountWaits {
    /** A mount table may change without a change of a report. */
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final ConcurrentHashMap<String, Set<Thread>> waiting = new ConcurrentHashMap<>();

    /** Something of the volume changed. Any thread may call this; it does not block. */
    public void changed(String volume) {
        waiting.getOrDefault(volume, Set.of()).forEach(LockSupport::unpark);
    }

    /** Looks until the finding is good enough or the time is over, and returns the last finding. */
    <T> T await(String volume, Duration patience, Supplier<T> look, Predicate<T> enough) {
        long end = System.nanoTime() + patience.toNanos();
        Thread me = Thread.currentThread();
        // Before the first look, so that no change between a look and the next wait is missed.
        waiting.compute(volume, (_, threads) -> {
            Set<Thread> all = threads == null ? ConcurrentHashMap.newKeySet() : threads;
            all.add(me);
            return all;
        });
        try {
            while (true) {
                T found = look.get();
                long left = end - System.nanoTime();
                if (enough.test(found) || left <= 0 || me.isInterrupted()) {
                    return found;
                }
                LockSupport.parkNanos(Math.min(left, LOOK.toNanos()));
            }
        } finally {
            waiting.computeIfPresent(volume, (_, threads) -> {
                threads.remove(me);
                return threads.isEmpty() ? null : threads;
            });
        }
    }
}

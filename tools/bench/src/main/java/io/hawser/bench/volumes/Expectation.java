package io.hawser.bench.volumes;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** Volumes that should reach one outcome. One thread reports those that have reached it, and another waits for all. */
final class Expectation {
    private static final long LOOK_MILLIS = 250;

    private final Outcome outcome;
    private final int all;
    private final Set<String> missing;
    private final CountDownLatch complete = new CountDownLatch(1);
    private volatile long completedNanos;

    Expectation(Outcome outcome, Collection<String> volumes) {
        this.outcome = outcome;
        this.missing = new HashSet<>(volumes);
        this.all = missing.size();
    }

    /** A volume that is not expected, or not any more, changes nothing. */
    synchronized void reached(String volume) {
        if (missing.remove(volume) && missing.isEmpty()) {
            completedNanos = System.nanoTime();
            complete.countDown();
        }
    }

    /**
     * Waits until all have reached the outcome.
     *
     * @param trouble checked from time to time; a problem ends the wait
     * @param reached gets from time to time how many have reached it
     * @return {@link System#nanoTime()} of the last
     * @throws BenchFailedException if the time is over or there is a problem
     */
    long await(Duration atMost, Supplier<Optional<String>> trouble, IntConsumer reached) {
        long giveUp = System.nanoTime() + atMost.toNanos();
        try {
            while (!complete.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                Optional<String> bad = trouble.get();
                if (bad.isPresent()) {
                    throw new BenchFailedException(bad.get());
                }
                if (System.nanoTime() - giveUp > 0) {
                    throw new BenchFailedException(late(atMost));
                }
                reached.accept(count());
            }
            return completedNanos;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailedException("interrupted while waiting");
        }
    }

    private synchronized int count() {
        return all - missing.size();
    }

    private synchronized String late(Duration atMost) {
        return "after %d s only %d of %d volumes are %s; %s is not"
                .formatted(
                        atMost.toSeconds(),
                        all - missing.size(),
                        all,
                        outcome,
                        missing.stream().sorted().findFirst().orElse("none"));
    }
}

package io.hawser.bench.volumes;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Polls a condition of which the bench gets no notification. */
public final class Await {
    private Await() {}

    /**
     * Returns once the condition is true.
     *
     * @param pause between two looks at it
     * @param trouble why waiting is useless, if it is
     * @param otherwise the state in words, if the time is over
     * @throws BenchFailedException if the time is over or there is a problem
     */
    public static void until(
            BooleanSupplier condition,
            Duration pause,
            Duration atMost,
            Supplier<Optional<String>> trouble,
            Supplier<String> otherwise) {
        long began = System.nanoTime();
        while (!condition.getAsBoolean()) {
            trouble.get().ifPresent(problem -> {
                throw new BenchFailedException(problem);
            });
            if (System.nanoTime() - began > atMost.toNanos()) {
                throw new BenchFailedException("after %d s %s".formatted(atMost.toSeconds(), otherwise.get()));
            }
            LockSupport.parkNanos(pause.toNanos());
        }
    }
}

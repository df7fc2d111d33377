package io.hawser.bench.volumes;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Says from time to time how far a phase is. */
public final class Ticker {
    private static final long EVERY_NANOS = Duration.ofSeconds(5).toNanos();

    private final String what;
    private final int all;
    private final Consumer<String> progress;
    private final long began = System.nanoTime();
    private long said = began;

    /** @param what phase and player; the clock starts now */
    public Ticker(String what, int all, Consumer<String> progress) {
        this.what = what;
        this.all = all;
        this.progress = progress;
    }

    /** @param done so far */
    public void at(int done) {
        long now = System.nanoTime();
        if (now - said >= EVERY_NANOS) {
            said = now;
            progress.accept(line(done, now - began));
        }
    }

    /**
     * Returns once all are done.
     *
     * @param done so far
     */
    public void await(IntSupplier done, Duration pause, Duration atMost, Supplier<Optional<String>> trouble) {
        Await.until(
                () -> {
                    int now = done.getAsInt();
                    at(now);
                    return now >= all;
                },
                pause,
                atMost,
                trouble,
                () -> "only %d of %d: %s".formatted(done.getAsInt(), all, what));
    }

    /** @return the time since the start */
    public Duration end() {
        return end(System.nanoTime());
    }

    /** @param endedNanos {@link System#nanoTime()} of the end */
    public Duration end(long endedNanos) {
        long took = endedNanos - began;
        progress.accept(line(all, took));
        return Duration.ofNanos(took);
    }

    private String line(int done, long nanos) {
        return "  %-28s %6d of %d after %6.2f s, %.0f a second"
                .formatted(what, done, all, nanos / 1e9, done * 1e9 / Math.max(1, nanos));
    }
}

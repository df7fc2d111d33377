package io.hawser.local.command;

import io.hawser.files.FileErrors;
import io.hawser.local.process.NotReadyException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Starts ended processes again. One that does not start is tried again after a pause, and the others go on. */
final class Restarts {
    static final Duration PAUSE = Duration.ofSeconds(10);

    private final Consumer<String> restart;
    private final Consumer<String> say;
    private final LongSupplier nanoTime;
    private final Map<String, Long> failedAt = new HashMap<>();

    /**
     * @param restart starts a process by its name, and returns when it is ready, or after a while if it runs and is not
     * @param say gets a sentence for each failure
     * @param nanoTime {@link System#nanoTime}
     */
    Restarts(Consumer<String> restart, Consumer<String> say, LongSupplier nanoTime) {
        this.restart = restart;
        this.say = say;
        this.nanoTime = nanoTime;
    }

    /** @param ended the names of all processes that do not run and should */
    void of(List<String> ended) {
        ended.stream().filter(this::isDue).forEach(this::start);
    }

    private boolean isDue(String name) {
        Long failed = failedAt.get(name);
        return failed == null || nanoTime.getAsLong() - failed >= PAUSE.toNanos();
    }

    private void start(String name) {
        try {
            restart.accept(name);
            failedAt.remove(name);
        } catch (NotReadyException e) {
            // It runs, so it is not started again.
            failedAt.remove(name);
            say.accept(e.getMessage());
        } catch (IllegalStateException e) {
            failed(name, String.valueOf(e.getMessage()));
        } catch (UncheckedIOException e) {
            failed(name, FileErrors.sentence(e));
        }
    }

    private void failed(String name, String reason) {
        say.accept(name + " does not start, and is tried again in " + PAUSE.toSeconds() + " s: " + reason);
        failedAt.put(name, nanoTime.getAsLong());
    }
}

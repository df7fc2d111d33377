package io.hawser.cli.command;

import io.hawser.cli.look.Look;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Repeats a look until it finds something. After one second it prints what it waits for.
 *
 * @param progress where it prints that
 */
record Waiting(PrintWriter progress, Duration atMost) {
    private static final Duration QUIET = Duration.ofSeconds(1);
    private static final Duration POLL = Duration.ofMillis(150);
    private static final Duration SLOWEST = Duration.ofSeconds(2);

    /**
     * @param what for example {@code volume v to be created}
     * @param otherwise what the user can do when it takes too long
     */
    <T> T until(String what, Supplier<Look<T>> look, String otherwise) {
        long began = System.nanoTime();
        AtomicReference<String> said = new AtomicReference<>("");
        return Look.await(look, POLL, message -> {
            long waited = System.nanoTime() - began;
            String line = "waiting for " + what + (message.isEmpty() ? "" : ": " + message);
            if (waited > atMost.toNanos()) {
                throw new CommandFailedException(
                        ExitStatus.UNFINISHED, "gave up " + line + " (" + atMost.toSeconds() + " s); " + otherwise);
            }
            // Some looks read whole lists.
            LockSupport.parkNanos(Math.min(waited / 20, SLOWEST.toNanos()));
            if (waited > QUIET.toNanos() && !line.equals(said.getAndSet(line))) {
                progress.println(line);
                progress.flush();
            }
        });
    }
}

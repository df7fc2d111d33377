package io.hawser.strict;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/** The one thread that owns all of a plugin's state. Any other thread waits for it. */
final class Engine extends ScheduledThreadPoolExecutor {

    /** Work without a result. */
    interface Work {
        void run() throws IOException;
    }

    Engine() {
        super(1, runnable -> {
            Thread thread = new Thread(runnable, "strict-plugin");
            thread.setDaemon(true);
            return thread;
        });
        setRemoveOnCancelPolicy(true);
    }

    void run(Work work) {
        ask(() -> {
            work.run();
            return true;
        });
    }

    <T> T ask(Callable<T> question) {
        try {
            return submit(question).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw new UncheckedIOException(io);
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}

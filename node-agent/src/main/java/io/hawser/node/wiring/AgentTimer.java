package io.hawser.node.wiring;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** Repeats the agent's periodic tasks. A failure does not end the repetition. */
final class AgentTimer implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(AgentTimer.class);

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("agent-timer").factory());

    /** Runs the task immediately, and then again this long after each end. */
    void repeat(Runnable task, Duration every) {
        timer.scheduleWithFixedDelay(() -> guarded(task), 0, every.toNanos(), TimeUnit.NANOSECONDS);
    }

    private static void guarded(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            // Also catches an error: thrown on, it would end the repetition silently.
            LOG.error("a repeated task failed", e);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}

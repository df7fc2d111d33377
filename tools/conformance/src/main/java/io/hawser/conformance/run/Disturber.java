package io.hawser.conformance.run;

import io.hawser.conformance.machine.ConformanceMachine;
import io.hawser.local.process.Supervisor;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Disturbs processes while a play goes on: one disturbance at a time for each process, but different processes
 * concurrently.
 */
final class Disturber implements AutoCloseable {
    private static final Duration STARTS_WITHIN = Duration.ofSeconds(30);
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final Supervisor supervisor;
    private final ActionLog actions;
    private final Consumer<String> tell;
    private final Map<String, Future<?>> under = new LinkedHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    Disturber(ConformanceMachine machine, ActionLog actions, Consumer<String> tell) {
        this.supervisor = machine.supervisor();
        this.actions = actions;
        this.tell = tell;
    }

    /** Kills the process immediately and starts it again later; returns when it is dead. */
    void kill(String process, Duration away) {
        settle(process);
        say(process, "killed");
        supervisor.kill(process);
        under.put(process, threads.submit(() -> {
            pause(away);
            start(process);
        }));
    }

    /** Stops the process immediately and continues it later. */
    void freeze(String process, Duration time) {
        settle(process);
        say(process, "stopped");
        supervisor.pause(process);
        under.put(process, threads.submit(() -> {
            try {
                pause(time);
            } finally {
                supervisor.resume(process);
                actions.disturbed(process, "continued");
            }
        }));
    }

    /** Asks the process to end and starts it again, while the play goes on. */
    void restart(String process) {
        settle(process);
        say(process, "asked to end");
        under.put(process, threads.submit(() -> start(process)));
    }

    /** For a process after {@link #killForGood}. */
    void startLater(String process, Duration away) {
        meanwhile(process, () -> {
            pause(away);
            start(process);
        });
    }

    /** A process that ends because something that it needs is away is started again, as any supervisor would do. */
    private void start(String process) {
        long giveUp = System.nanoTime() + STARTS_WITHIN.toNanos();
        while (true) {
            try {
                supervisor.restart(process);
                break;
            } catch (IllegalStateException ended) {
                if (System.nanoTime() > giveUp) {
                    throw ended;
                }
                say(process, "did not start");
                pause(AGAIN);
            }
        }
        actions.disturbed(process, "started");
    }

    private void say(String process, String what) {
        actions.disturbed(process, what);
        tell.accept(process + " " + what);
    }

    /** Runs a longer disturbance of something that is no process. */
    void meanwhile(String what, Runnable work) {
        meanwhile(Set.of(what), work);
    }

    /** Runs a longer disturbance, during which these processes are not disturbed otherwise. */
    void meanwhile(Set<String> these, Runnable work) {
        these.forEach(this::settle);
        Future<?> running = threads.submit(work);
        these.forEach(each -> under.put(each, running));
    }

    /** Kills the process, which stays away until {@link #startAgain}. */
    void killForGood(String process) {
        settle(process);
        say(process, "killed");
        supervisor.kill(process);
    }

    /** Returns when the process is ready. */
    void startAgain(String process) {
        start(process);
    }

    /** Runs longer work once a disturbed process is well again, or after this time. */
    void after(String process, Duration atMost, String what, Runnable work) {
        Future<?> disturbed = under.getOrDefault(process, CompletableFuture.completedFuture(null));
        meanwhile(what, () -> {
            try {
                disturbed.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException | TimeoutException e) {
                // calm() reports the process.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new PlayFailedException("interrupted");
            }
            work.run();
        });
    }

    /**
     * Returns when nothing is disturbed any more, and everything runs.
     *
     * @throws PlayFailedException naming the first process that does not come back, once the others have
     */
    void calm() {
        Optional<PlayFailedException> first = Optional.empty();
        for (String process : under.keySet().toArray(String[]::new)) {
            try {
                settle(process);
            } catch (PlayFailedException e) {
                first = Optional.of(first.orElse(e));
            }
        }
        first.ifPresent(failure -> {
            throw failure;
        });
    }

    private void settle(String process) {
        Future<?> running = under.remove(process);
        if (running == null) {
            return;
        }
        try {
            running.get();
        } catch (ExecutionException e) {
            throw new PlayFailedException(process + " was disturbed and does not come back: "
                    + Objects.requireNonNull(e.getCause()).getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PlayFailedException("interrupted");
        }
    }

    static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PlayFailedException("interrupted");
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}

package io.hawser.node.work;

import io.hawser.node.mount.CallOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Work on the files of one volume, which takes long, and never ends if the file system hangs. It has a thread of its
 * own, so that the volume's work need not wait for its end.
 */
final class FileWork {
    private static final Duration LOOK = Duration.ofMillis(200);
    /** Between two files, the work looks whether it is cut. If it does not end after this time, a file hangs. */
    private static final Duration HANGS = Duration.ofSeconds(5);

    private final ThreadFactory threads;
    /** The last one that was begun. Only the thread that works on the volume changes it. */
    private Optional<Future<?>> last = Optional.empty();

    FileWork(ThreadFactory threads) {
        this.threads = threads;
    }

    /**
     * @param limit how many threads work at a time; one that hangs keeps its permit
     * @param work gets whether it is cut; returns why it failed, or nothing
     * @param cut whether the result is not needed any more
     * @return empty: it was cut
     */
    Optional<CallOutcome> run(
            String name, Semaphore limit, Function<BooleanSupplier, Optional<String>> work, BooleanSupplier cut)
            throws InterruptedException {
        if (last.filter(earlier -> !earlier.isDone()).isPresent()) {
            // Begun again, it would hang again, with one permit more.
            return Optional.of(new CallOutcome.NotSent("earlier work on its files hangs"));
        }
        while (!limit.tryAcquire(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
            if (cut.getAsBoolean()) {
                return Optional.empty();
            }
        }
        AtomicBoolean stop = new AtomicBoolean();
        FutureTask<Optional<String>> task = new FutureTask<>(() -> work.apply(stop::get));
        Thread thread = threads.newThread(() -> {
            try {
                task.run();
            } finally {
                limit.release();
            }
        });
        thread.setName(name);
        try {
            thread.start();
        } catch (OutOfMemoryError none) {
            // A container may have no more threads than its limit of processes.
            limit.release();
            return Optional.of(new CallOutcome.NotSent("no thread can be started: " + none.getMessage()));
        }
        last = Optional.of(task);
        try {
            while (!cut.getAsBoolean()) {
                if (ended(task, LOOK)) {
                    return Optional.of(outcome(task));
                }
            }
            stop.set(true);
            ended(task, HANGS);
            return Optional.empty();
        } finally {
            stop.set(true);
        }
    }

    private static boolean ended(FutureTask<?> task, Duration within) throws InterruptedException {
        try {
            task.get(within.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException stillBusy) {
            return false;
        } catch (ExecutionException broken) {
            return true;
        }
    }

    private static CallOutcome outcome(FutureTask<Optional<String>> task) throws InterruptedException {
        try {
            return task.get().<CallOutcome>map(CallOutcome.NotSent::new).orElseGet(CallOutcome.Done::new);
        } catch (ExecutionException broken) {
            if (broken.getCause() instanceof Error error) {
                throw error;
            }
            throw broken.getCause() instanceof RuntimeException exception
                    ? exception
                    : new IllegalStateException(broken.getCause());
        }
    }
}

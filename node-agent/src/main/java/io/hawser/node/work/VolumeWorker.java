package io.hawser.node.work;

import io.hawser.mounts.MountTable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;

/**
 * Runs one volume's work on a virtual thread whenever something happened, and never on two. No wake-up is lost; several
 * become one. An exception does not end the work: the next wake-up, at the latest the next sweep's, looks again.
 */
final class VolumeWorker {
    private static final Logger LOG = Logger.getLogger(VolumeWorker.class);

    final MountWork work;
    private final BooleanSupplier stopping;
    private final BiConsumer<VolumeWorker, Instant> again;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private boolean running;
    private boolean kicked;
    private boolean retired;
    private Optional<Runnable> first = Optional.empty();

    VolumeWorker(MountWork work, BooleanSupplier stopping, BiConsumer<VolumeWorker, Instant> again) {
        this.work = work;
        this.stopping = stopping;
        this.again = again;
    }

    void kick() {
        wake(Optional.empty());
    }

    void preemptAndKick() {
        wake(Optional.of(work::preempt));
    }

    void replacedAndKick(Instant since) {
        wake(Optional.of(() -> work.replaced(since)));
    }

    void measureAndKick() {
        wake(Optional.of(work::measureAtRest));
    }

    void compareAndKick(MountTable table, String boot, long callsThen) {
        wake(Optional.of(() -> work.compare(table, boot, callsThen)));
    }

    private void wake(Optional<Runnable> before) {
        lock.lock();
        try {
            kicked = true;
            before.ifPresent(task -> first = Optional.of(first.<Runnable>map(earlier -> () -> {
                        earlier.run();
                        task.run();
                    })
                    .orElse(task)));
            if (!running && !retired && !stopping.getAsBoolean()) {
                Thread.ofVirtual().name("volume-" + work.key().volume()).start(this::run);
                running = true;
            }
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        Optional<Instant> next = Optional.empty();
        for (Optional<Runnable> task = take(); task.isPresent(); task = take()) {
            try {
                task.get().run();
                next = work.run(stopping);
            } catch (Throwable broken) {
                LOG.errorf(broken, "the work on volume %s broke off, and is taken up again later", work.key());
                next = Optional.empty();
            }
        }
        next.ifPresent(when -> again.accept(this, when));
    }

    /** What to do before looking; empty: nothing has happened since, and the thread ends. */
    private Optional<Runnable> take() {
        lock.lock();
        try {
            if (!kicked || retired || stopping.getAsBoolean()) {
                running = false;
                idle.signalAll();
                return Optional.empty();
            }
            kicked = false;
            Runnable task = first.orElse(() -> {});
            first = Optional.empty();
            return Optional.of(task);
        } finally {
            lock.unlock();
        }
    }

    /** Ends this worker for good if it is idle. */
    boolean retire() {
        lock.lock();
        try {
            retired = retired || (!running && !kicked);
            return retired;
        } finally {
            lock.unlock();
        }
    }

    /** Undoes {@link #retire}. */
    void revive() {
        lock.lock();
        try {
            retired = false;
        } finally {
            lock.unlock();
        }
        if (kickedMeanwhile()) {
            kick();
        }
    }

    private boolean kickedMeanwhile() {
        lock.lock();
        try {
            return kicked && !running;
        } finally {
            lock.unlock();
        }
    }

    void awaitIdle(Instant until, Clock clock) {
        lock.lock();
        try {
            while (running) {
                long nanos = Duration.between(clock.instant(), until).toNanos();
                if (nanos <= 0 || (idle.awaitNanos(nanos) <= 0 && running)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}

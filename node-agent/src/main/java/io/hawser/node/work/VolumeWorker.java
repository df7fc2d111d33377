package io.hawser.node.work;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
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
    /** What is to be done before the next look; empty: nothing has happened since the last one. */
    private final List<Consumer<MountWork>> first = new ArrayList<>();

    private boolean running;
    private boolean retired;

    VolumeWorker(MountWork work, BooleanSupplier stopping, BiConsumer<VolumeWorker, Instant> again) {
        this.work = work;
        this.stopping = stopping;
        this.again = again;
    }

    void kick() {
        kickAfter(_ -> {});
    }

    /** @param before done before the next look, on the work's thread */
    void kickAfter(Consumer<MountWork> before) {
        lock.lock();
        try {
            first.add(before);
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
        for (var before = take(); !before.isEmpty(); before = take()) {
            try {
                before.forEach(each -> each.accept(work));
                next = work.run(stopping);
            } catch (Throwable broken) {
                LOG.errorf(broken, "the work on volume %s broke off, and is taken up again later", work.key());
                next = Optional.empty();
            }
        }
        next.ifPresent(when -> again.accept(this, when));
    }

    /** What to do before looking; empty: the thread ends. */
    private List<Consumer<MountWork>> take() {
        lock.lock();
        try {
            if (first.isEmpty() || retired || stopping.getAsBoolean()) {
                running = false;
                idle.signalAll();
                return List.of();
            }
            List<Consumer<MountWork>> taken = List.copyOf(first);
            first.clear();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Ends this worker for good if it is idle. */
    boolean retire() {
        lock.lock();
        try {
            retired = retired || (!running && first.isEmpty());
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
            if (!first.isEmpty() && !running) {
                kick();
            }
        } finally {
            lock.unlock();
        }
    }

    /** @param until by {@link System#nanoTime()} */
    void awaitIdle(long until) {
        lock.lock();
        try {
            while (running) {
                long nanos = until - System.nanoTime();
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

package io.hawser.ledger.tx.db;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Work that a timer starts again and again, unless it still runs. After a failure, the next run tries again. */
public final class Periodic implements Background {
    private final Vertx vertx;
    private final Duration every;
    private final Supplier<Uni<?>> work;
    private final Consumer<Throwable> failed;
    private final AtomicBoolean running = new AtomicBoolean();
    private OptionalLong timer = OptionalLong.empty();

    /** @param failed gets the failure of a run */
    public Periodic(Vertx vertx, Duration every, Supplier<Uni<?>> work, Consumer<Throwable> failed) {
        this.vertx = vertx;
        this.every = every;
        this.work = work;
        this.failed = failed;
    }

    @Override
    public synchronized void start() {
        if (timer.isEmpty()) {
            timer = OptionalLong.of(vertx.setPeriodic(every.toMillis(), ignored -> run()));
        }
    }

    /** A run that has begun goes on. */
    @Override
    public synchronized void stop() {
        timer.ifPresent(vertx::cancelTimer);
        timer = OptionalLong.empty();
    }

    /** Runs now, unless it still runs. */
    public void run() {
        if (running.compareAndSet(false, true)) {
            Uni.createFrom()
                    .<Object>deferred(work::get)
                    .onTermination()
                    .invoke(() -> running.set(false))
                    .subscribe()
                    .with(ignored -> {}, failed);
        }
    }
}

package io.hawser.volume.lifecycle.work;

import io.hawser.ledger.catchup.ClosedGateException;
import io.hawser.ledger.tx.db.DatabaseFailures;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Reconciliation;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * Saves how calls ended, together with the next decision about their volumes. Outcomes that arrive during a transaction
 * share the next one. While the database is away, they are kept, and tried again until it answers. Every field is
 * guarded by {@code this}.
 */
final class EndedCalls {
    private static final Logger LOG = Logger.getLogger(EndedCalls.class);
    private static final int DRAINS = 2;
    /** With at least so many calls in flight, endings wait for each other: one transaction then saves many. */
    private static final int MANY = 16;

    private static final Duration GATHER = Duration.ofMillis(10);
    private static final int REFUSALS = 5;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LAST_PAUSE = Duration.ofSeconds(5);

    private final int batch;
    private final OwnCalls own;
    private final Function<Map<VolumeName, Reconciliation.Ended>, Uni<VolumeWork.Worked>> work;
    private final BooleanSupplier open;
    private final Runnable saved;
    private final Vertx vertx;
    private final Consumer<VolumeWork.Worked> decided;
    private final Queue<Map.Entry<VolumeName, Reconciliation.Ended>> endings = new ArrayDeque<>();
    private int drains;
    private boolean gathering;
    private boolean pausing;
    private Duration pause = FIRST_PAUSE;
    /** By call: how often the database took others, and not its ending. */
    private final Map<String, Integer> refusals = new HashMap<>();
    /** Calls in flight, and calls whose outcome is not handed on yet. */
    private int unsaved;

    /**
     * @param batch the most endings of one transaction
     * @param work saves endings
     * @param open whether the gate is open
     * @param saved the commit point
     * @param decided carries out what was decided together with the endings
     */
    EndedCalls(
            int batch,
            OwnCalls own,
            Function<Map<VolumeName, Reconciliation.Ended>, Uni<VolumeWork.Worked>> work,
            BooleanSupplier open,
            Runnable saved,
            Vertx vertx,
            Consumer<VolumeWork.Worked> decided) {
        this.batch = batch;
        this.own = own;
        this.work = work;
        this.open = open;
        this.saved = saved;
        this.vertx = vertx;
        this.decided = decided;
    }

    synchronized void begun() {
        unsaved++;
    }

    void ended(VolumeName volume, Reconciliation.Ended ending) {
        add(volume, ending);
        over();
    }

    void withoutEnding() {
        over();
    }

    private synchronized void over() {
        unsaved--;
        notifyAll();
    }

    /** Blocks until all calls have ended and their endings are saved, but no longer than that. */
    synchronized void await(Duration atMost) throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        while (!isIdle() && System.nanoTime() - until < 0) {
            wait(Math.max(1, Duration.ofNanos(until - System.nanoTime()).toMillis()));
        }
        if (!isIdle()) {
            LOG.warnf(
                    "%d calls are still under way at the end of the process, and the endings of %d are not saved:"
                            + " they count as uncertain",
                    unsaved, endings.size());
        }
    }

    private boolean isIdle() {
        return unsaved == 0 && drains == 0 && endings.isEmpty();
    }

    private void add(VolumeName volume, Reconciliation.Ended ending) {
        boolean enough;
        synchronized (this) {
            endings.add(Map.entry(volume, ending));
            enough = unsaved < MANY || endings.size() >= Math.min(batch, unsaved);
            if (!enough && !gathering) {
                gathering = true;
                vertx.setTimer(GATHER.toMillis(), ignored -> gathered());
            }
        }
        if (enough) {
            drain();
        }
    }

    private void gathered() {
        synchronized (this) {
            gathering = false;
        }
        drain();
    }

    /** Saves the endings that wait, as far as the gate is open. */
    void drain() {
        Map<VolumeName, Reconciliation.Ended> taken = new LinkedHashMap<>();
        synchronized (this) {
            if (pausing || drains >= DRAINS || endings.isEmpty() || !open.getAsBoolean()) {
                return;
            }
            while (!endings.isEmpty()
                    && taken.size() < batch
                    && !taken.containsKey(endings.peek().getKey())) {
                var entry = endings.poll();
                taken.put(entry.getKey(), entry.getValue());
            }
            drains++;
        }
        save(taken).subscribe().with(ignored -> drained(), failure -> {
            failed(taken, failure, false);
            drained();
        });
        drain();
    }

    /** @param others whether the database took other endings of the same round: then this one may never succeed */
    private synchronized void failed(Map<VolumeName, Reconciliation.Ended> taken, Throwable failure, boolean others) {
        if (failure instanceof ClosedGateException) {
            endings.addAll(taken.entrySet());
            return;
        }
        int most = 0;
        for (Reconciliation.Ended ending : taken.values()) {
            most = Math.max(most, others ? refusals.merge(ending.callId(), 1, Integer::sum) : 0);
        }
        if (most >= REFUSALS || !DatabaseFailures.isTransient(failure)) {
            LOG.errorf(failure, "endings of %s were not saved: they count as uncertain", taken.keySet());
            taken.values().forEach(this::settled);
            return;
        }
        LOG.debugf(failure, "endings of %s are not saved yet, trying again", taken.keySet());
        endings.addAll(taken.entrySet());
        if (!pausing) {
            pausing = true;
            vertx.setTimer(pause.toMillis(), ignored -> paused());
            Duration longer = pause.multipliedBy(2);
            pause = longer.compareTo(LAST_PAUSE) < 0 ? longer : LAST_PAUSE;
        }
    }

    private void paused() {
        synchronized (this) {
            pausing = false;
        }
        drain();
    }

    private void drained() {
        synchronized (this) {
            drains--;
            notifyAll();
        }
        drain();
    }

    /** An outcome that cannot be saved does not prevent the others from being saved. */
    private Uni<Void> save(Map<VolumeName, Reconciliation.Ended> taken) {
        return Uni.createFrom()
                .deferred(() -> work.apply(taken))
                .invoke(worked -> {
                    saved.run();
                    decided.accept(worked);
                    answered();
                    taken.forEach((volume, ending) -> {
                        if (worked.passed.contains(volume)) {
                            // Not all of the volume's nodes were locked; the next round locks them.
                            add(volume, ending);
                        } else {
                            settled(ending);
                        }
                    });
                })
                .replaceWithVoid()
                .onFailure(failure -> taken.size() > 1 && !(failure instanceof ClosedGateException))
                .recoverWithUni(failure -> {
                    LOG.warnf("saving %d endings together failed, saving them one by one: %s", taken.size(), failure);
                    Map<VolumeName, Throwable> failures = new ConcurrentHashMap<>();
                    List<Uni<Void>> singles = new ArrayList<>();
                    taken.forEach((volume, ending) -> singles.add(save(Map.of(volume, ending))
                            .onFailure()
                            .invoke(single -> failures.put(volume, single))
                            .onFailure()
                            .recoverWithNull()));
                    return Uni.join()
                            .all(singles)
                            .andCollectFailures()
                            .invoke(() -> failures.forEach((volume, single) -> failed(
                                    Map.of(volume, Objects.requireNonNull(taken.get(volume))),
                                    single,
                                    failures.size() < taken.size())))
                            .replaceWithVoid();
                });
    }

    private synchronized void settled(Reconciliation.Ended ending) {
        refusals.remove(ending.callId());
        own.settled(ending.callId());
    }

    private synchronized void answered() {
        pause = FIRST_PAUSE;
    }
}

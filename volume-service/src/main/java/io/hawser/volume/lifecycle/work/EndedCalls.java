package io.hawser.volume.lifecycle.work;

import io.hawser.ledger.catchup.ClosedGateException;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.fault.CommitPoint;
import io.hawser.ledger.fault.work.CommitPoints;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Reconciliation;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * Saves how calls ended, together with the next decision about their volumes. Outcomes that arrive during a transaction
 * share the next one. Every field is guarded by {@code this}.
 */
final class EndedCalls {
    private static final Logger LOG = Logger.getLogger(EndedCalls.class);
    private static final int DRAINS = 2;
    /** With at least so many calls in flight, endings wait for each other: one transaction then saves many. */
    private static final int MANY = 16;

    private static final Duration GATHER = Duration.ofMillis(10);

    private final int batch;
    private final VolumeWork work;
    private final StartGate gate;
    private final CommitPoints commitPoints;
    private final Vertx vertx;
    private final Consumer<VolumeWork.Worked> decided;
    private final Queue<Map.Entry<VolumeName, Reconciliation.Ended>> endings = new ArrayDeque<>();
    private int drains;
    private boolean gathering;
    /** Calls in flight, and calls whose outcome is not handed on yet. */
    private int unsaved;

    /**
     * @param batch the most endings of one transaction
     * @param decided carries out what was decided together with the endings
     */
    EndedCalls(
            int batch,
            VolumeWork work,
            StartGate gate,
            CommitPoints commitPoints,
            Vertx vertx,
            Consumer<VolumeWork.Worked> decided) {
        this.batch = batch;
        this.work = work;
        this.gate = gate;
        this.commitPoints = commitPoints;
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
            LOG.warnf("%d calls are still under way at the end of the process: they count as uncertain", unsaved);
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
            if (drains >= DRAINS || endings.isEmpty() || !gate.isOpen()) {
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
            if (failure instanceof ClosedGateException) {
                synchronized (this) {
                    endings.addAll(taken.entrySet());
                }
                drained();
                return;
            }
            LOG.errorf(failure, "endings of %s were not saved: they count as uncertain", taken.keySet());
            drained();
        });
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
        return work.ended(taken)
                .invoke(worked -> {
                    commitPoints.reached(CommitPoint.CALL_SAVED);
                    decided.accept(worked);
                    // Not all of the volume's nodes were locked; the next round locks them.
                    worked.passed.forEach(volume -> add(volume, Objects.requireNonNull(taken.get(volume))));
                })
                .replaceWithVoid()
                .onFailure(failure -> taken.size() > 1 && !(failure instanceof ClosedGateException))
                .recoverWithUni(failure -> {
                    LOG.warnf(failure, "saving %d endings together failed, saving them one by one", taken.size());
                    List<Uni<Void>> singles = new ArrayList<>();
                    taken.forEach((volume, ending) -> singles.add(save(Map.of(volume, ending))
                            .onFailure()
                            .invoke(single -> LOG.errorf(single, "the ending for volume %s was not saved", volume))
                            .onFailure()
                            .recoverWithNull()));
                    return Uni.join().all(singles).andCollectFailures().replaceWithVoid();
                });
    }
}

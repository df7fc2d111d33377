package io.hawser.volume.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.LedgerConfig;
import io.hawser.ledger.catchup.CatchUp;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.due.DueLoop;
import io.hawser.ledger.due.DueSignal;
import io.hawser.ledger.fault.CommitPoint;
import io.hawser.ledger.fault.CommitPoints;
import io.hawser.ledger.tx.Transactions;
import io.hawser.volume.controller.ControllerCalls;
import io.hawser.volume.lifecycle.Reconciliation;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * The loop over due volumes and over calls that ended: decide and store ({@link VolumeWork}), call, save the ending together with the next decision.
 * Endings that arrive while a transaction is under way go together in the next one.
 */
@ApplicationScoped
public class VolumeCalls {
    private static final Logger LOG = Logger.getLogger(VolumeCalls.class);
    private static final int BATCHES = 4;
    private static final int DRAINS = 2;
    private static final Set<HawserTopic> REMOVAL_DEPENDS_ON =
            Set.of(HawserTopic.TASKS, HawserTopic.MOUNTS, HawserTopic.NODES, HawserTopic.VOLUME_COMMANDS);

    private final VolumeWork work;
    private final ControllerCalls controllers;
    private final Transactions transactions;
    private final CatchUp catchUp;
    private final CallPlaces places;
    private final CommitPoints commitPoints;
    private final int batch;
    private final DueLoop loop;
    private final Queue<Map.Entry<String, Reconciliation.Ended>> endings = new ArrayDeque<>();
    private int drains;

    public VolumeCalls(
            VolumeWork work,
            ControllerCalls controllers,
            Transactions transactions,
            CatchUp catchUp,
            CallPlaces places,
            CommitPoints commitPoints,
            LedgerConfig config,
            DueSignal signal,
            Vertx vertx) {
        this.work = work;
        this.controllers = controllers;
        this.transactions = transactions;
        this.catchUp = catchUp;
        this.places = places;
        this.commitPoints = commitPoints;
        this.batch = config.due().batch();
        this.loop = new DueLoop(
                new DueLoop.Settings("volume", batch, BATCHES, config.due().poll()),
                transactions,
                vertx,
                signal,
                places,
                this::due);
    }

    void start(@Observes StartupEvent event) {
        loop.start();
    }

    void stop(@Observes ShutdownEvent event) {
        loop.stop();
    }

    private Uni<Void> due(List<String> volumes) {
        return work.due(volumes).invoke(this::goOn).chain(worked -> Gone.forget(transactions, "volume", worked.gone()));
    }

    private void goOn(VolumeWork.Worked worked) {
        if (!worked.calls().isEmpty()) {
            commitPoints.reached(CommitPoint.CALL_INTENDED);
        }
        worked.calls().forEach(this::call);
        if (!worked.needBarrier().isEmpty()) {
            noteBarrier(worked.needBarrier());
        }
    }

    private void call(VolumeWork.PlannedCall call) {
        controllers
                .call(call.volume(), call.operation(), call.endpoint(), call.deadline())
                .onTermination()
                .invoke(() -> places.ended(call.volume().spec().getPlugin()))
                .subscribe()
                .with(
                        ending -> {
                            commitPoints.reached(CommitPoint.CALL_ENDED);
                            ended(
                                    call.volume().name(),
                                    new Reconciliation.Ended(call.token().id(), ending));
                        },
                        // Cannot happen; if it does, the token expires and the call is read as uncertain.
                        failure -> LOG.errorf(
                                failure,
                                "the call for volume %s has no ending",
                                call.volume().name()));
    }

    private void ended(String volume, Reconciliation.Ended ending) {
        synchronized (this) {
            endings.add(Map.entry(volume, ending));
        }
        drain();
    }

    private void drain() {
        Map<String, Reconciliation.Ended> taken = new LinkedHashMap<>();
        synchronized (this) {
            if (drains >= DRAINS || endings.isEmpty()) {
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
            LOG.errorf(failure, "endings of %s were not saved: they count as uncertain", taken.keySet());
            drained();
        });
        drain();
    }

    private void drained() {
        synchronized (this) {
            drains--;
        }
        drain();
    }

    /** One that cannot be saved must not keep the others from it. */
    private Uni<Void> save(Map<String, Reconciliation.Ended> taken) {
        return work.ended(taken)
                .invoke(worked -> {
                    commitPoints.reached(CommitPoint.CALL_SAVED);
                    goOn(worked);
                    // The nodes that were locked were not all: with the next look they are.
                    worked.passed().forEach(volume -> ended(volume, taken.get(volume)));
                })
                .replaceWithVoid()
                .onFailure(failure -> taken.size() > 1)
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

    /** Noted after the removals were read and stored: whatever was written before them lies below. Locks volumes in the one order, that of their names. */
    private void noteBarrier(List<String> volumes) {
        catchUp.barrier(REMOVAL_DEPENDS_ON)
                .chain(barrier -> transactions.run(tx -> tx.statements()
                        .select("""
                                update volume set removal_barrier = $2
                                from (select name from volume where name = any($1) and removal and removal_barrier is null
                                      order by name for update) as waiting
                                where volume.name = waiting.name
                                returning volume.name
                                """, volumes.toArray(String[]::new), barrier.toText())
                        .invoke(noted -> noted.forEach(
                                row -> tx.due(new DueChange.Wake("volume", (String) row[0], "", tx.now()))))))
                .subscribe()
                .with(
                        ignored -> {},
                        failure -> LOG.warnf(
                                "noting a barrier for %s failed, trying again: %s", volumes, failure.getMessage()));
    }
}

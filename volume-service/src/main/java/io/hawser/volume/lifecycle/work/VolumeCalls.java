package io.hawser.volume.lifecycle.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.LedgerConfig;
import io.hawser.ledger.catchup.Barrier;
import io.hawser.ledger.catchup.CatchUp;
import io.hawser.ledger.catchup.ClosedGateException;
import io.hawser.ledger.catchup.StartGate;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.due.DueLoop;
import io.hawser.ledger.due.DueSignal;
import io.hawser.ledger.due.Portions;
import io.hawser.ledger.due.StaleDueRows;
import io.hawser.ledger.fault.CommitPoint;
import io.hawser.ledger.fault.CommitPoints;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.Transactions;
import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Reconciliation;
import io.hawser.volume.lifecycle.csi.ControllerCalls;
import io.hawser.volume.wiring.VolumeConfig;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * The loop over due volumes and ended calls: decide and store ({@link VolumeWork}), call, then save the outcome
 * together with the next decision. Outcomes that arrive during a transaction share the next one.
 */
@ApplicationScoped
public class VolumeCalls {
    private static final Logger LOG = Logger.getLogger(VolumeCalls.class);
    private static final int BATCHES = 4;
    /** Estimates a claim's size: a row of a few short texts. */
    private static final String SIZES = """
            select name, octet_length(spec) + coalesce(octet_length(published), 0) + octet_length(volume_context)
              + 1024 * (select count(*) from claim where volume = v.name)
            from volume v where name = any($1)
            """;

    private static final int DRAINS = 2;
    /** With at least so many calls in flight, endings wait for each other: one transaction then saves many. */
    private static final int MANY = 16;

    private static final Duration GATHER = Duration.ofMillis(10);
    private static final int FIRST = 1;
    private static final Set<HawserTopic> REMOVAL_DEPENDS_ON =
            Set.of(HawserTopic.TASKS, HawserTopic.MOUNTS, HawserTopic.NODES, HawserTopic.VOLUME_COMMANDS);

    private volatile String lastBarrierFailure = "";
    private final VolumeWork work;
    private final ControllerCalls controllers;
    private final Transactions transactions;
    private final CatchUp catchUp;
    private final StartGate gate;
    private final Duration callsTake;
    private final PluginCallLimiter permits;
    private final RemovalBarriers barriers;
    private final CommitPoints commitPoints;
    private final Vertx vertx;
    private final int batch;
    private final DueLoop loop;
    /** Volumes by the token of this process's call for them. */
    private final Map<String, VolumeName> underWay = new ConcurrentHashMap<>();

    private final Queue<Map.Entry<VolumeName, Reconciliation.Ended>> endings = new ArrayDeque<>();
    private final Duration drainAtMost;
    private int drains;
    private boolean gathering;
    /** Calls in flight, and calls whose outcome is not handed on yet. */
    private int unsaved;

    public VolumeCalls(
            VolumeWork work,
            ControllerCalls controllers,
            Transactions transactions,
            CatchUp catchUp,
            StartGate gate,
            PluginCallLimiter permits,
            RemovalBarriers barriers,
            CommitPoints commitPoints,
            LedgerConfig config,
            VolumeConfig volumes,
            DueSignal signal,
            Vertx vertx) {
        this.work = work;
        this.controllers = controllers;
        this.transactions = transactions;
        this.catchUp = catchUp;
        this.gate = gate;
        this.callsTake = volumes.rpcDeadline().plus(volumes.clockMargin());
        this.permits = permits;
        this.barriers = barriers;
        this.commitPoints = commitPoints;
        this.vertx = vertx;
        this.drainAtMost = volumes.drainAtMost();
        this.batch = config.due().batch();
        this.loop = new DueLoop(
                        new DueLoop.Settings("volume", batch, BATCHES, config.due()),
                        transactions,
                        vertx,
                        signal,
                        permits,
                        new Portions(transactions, SIZES, this::due))
                .onlyWhile(gate::isOpen);
    }

    void start(@Observes StartupEvent event) {
        gate.callsTake(callsTake);
        gate.openOnlyIf(this::lostCalls);
        gate.whenOpened(this::drain);
        loop.start();
    }

    /**
     * Runs before all other shutdown steps. No further call begins, and outcomes of running calls are saved while the
     * relays still send their records. The outcome of an aborted call would be uncertain, and its volume would be
     * blocked until the token expires.
     */
    void stop(@Observes @Priority(FIRST) ShutdownEvent event) throws InterruptedException {
        loop.stop();
        permits.close();
        long until = System.nanoTime() + drainAtMost.toNanos();
        synchronized (this) {
            while (!isIdle() && System.nanoTime() - until < 0) {
                wait(Math.max(1, Duration.ofNanos(until - System.nanoTime()).toMillis()));
            }
            if (!isIdle()) {
                LOG.warnf("%d calls are still under way after %s: they count as uncertain", unsaved, drainAtMost);
            }
        }
    }

    private boolean isIdle() {
        return unsaved == 0 && drains == 0 && endings.isEmpty();
    }

    private Uni<Void> due(List<String> volumes) {
        return work.due(volumes.stream().map(VolumeName::new).toList())
                .invoke(this::goOn)
                .chain(worked -> StaleDueRows.forget(transactions, "volume", Identifier.values(worked.gone())));
    }

    private void goOn(VolumeWork.Worked worked) {
        if (!worked.calls().isEmpty()) {
            commitPoints.reached(CommitPoint.CALL_INTENDED);
        }
        if (gate.isOpen()) {
            worked.calls().forEach(this::call);
        } else {
            // Another database answers now, without these intents: the calls are dropped, as if this process had died
            // here.
            worked.calls().forEach(call -> permits.ended(call.queue()));
        }
        barriers.add(worked.unreached());
        if (!worked.needBarrier().isEmpty()) {
            noteBarrier(worked.needBarrier());
        }
        if (!worked.freed().isEmpty()) {
            freed(worked.freed());
        }
    }

    private void call(VolumeWork.PlannedCall call) {
        underWay.put(call.token().id(), call.volume().name());
        synchronized (this) {
            unsaved++;
        }
        controllers
                .call(call.volume(), call.operation(), call.endpoint(), call.deadline())
                .onTermination()
                .invoke(() -> {
                    underWay.remove(call.token().id());
                    permits.ended(call.queue());
                })
                .subscribe()
                .with(
                        ending -> {
                            commitPoints.reached(CommitPoint.CALL_ENDED);
                            ended(
                                    call.volume().name(),
                                    new Reconciliation.Ended(call.token().id(), ending));
                            over();
                        },
                        // Cannot happen; if it does, the token expires and the call counts as uncertain.
                        failure -> {
                            LOG.errorf(
                                    failure,
                                    "the call for volume %s has no ending",
                                    call.volume().name());
                            over();
                        });
    }

    private synchronized void over() {
        unsaved--;
        notifyAll();
    }

    /** Calls of this process that the database does not know: they may still change what a new decision relies on. */
    private Uni<String> lostCalls(LedgerTransaction tx) {
        Map<String, VolumeName> calls = Map.copyOf(underWay);
        return calls.isEmpty()
                ? Uni.createFrom().item("")
                : tx.statements()
                        .select("select call_id from volume where call_id = any($1)", (Object)
                                calls.keySet().toArray(String[]::new))
                        .map(rows -> {
                            Set<Object> known = rows.stream().map(row -> row[0]).collect(Collectors.toSet());
                            Set<VolumeName> volumes = calls.entrySet().stream()
                                    .filter(call -> !known.contains(call.getKey()))
                                    .map(Map.Entry::getValue)
                                    .collect(Collectors.toCollection(TreeSet::new));
                            return volumes.isEmpty()
                                    ? ""
                                    : "calls under way, of which the database knows nothing, for volumes " + volumes;
                        });
    }

    private void ended(VolumeName volume, Reconciliation.Ended ending) {
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

    private void drain() {
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
                    goOn(worked);
                    // Not all of the volume's nodes were locked; the next round locks them.
                    worked.passed().forEach(volume -> ended(volume, Objects.requireNonNull(taken.get(volume))));
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

    private void freed(Set<FreedPlaces.Place> places) {
        FreedPlaces.wake(transactions, places)
                .subscribe()
                .with(
                        ignored -> {},
                        failure -> LOG.warnf(
                                "waking who waits for %s failed, they try again by themselves: %s",
                                places, failure.getMessage()));
    }

    /**
     * Noted after the removals were stored, so everything written before them lies below the barrier. Locks volumes in
     * the common order, by name.
     */
    private void noteBarrier(List<VolumeName> volumes) {
        catchUp.barrier(REMOVAL_DEPENDS_ON)
                .chain(barrier -> transactions.run(tx -> catchUp.positions(tx)
                        .chain(positions -> noted(tx, volumes, barrier, barrier.reachedBy(positions)))))
                .subscribe()
                .with(
                        unreached -> {
                            lastBarrierFailure = "";
                            barriers.add(unreached);
                        },
                        failure -> {
                            String message = String.valueOf(failure.getMessage());
                            // A missing or unaccepted topic may need a person, so the warning is logged once.
                            LOG.logf(
                                    message.equals(lastBarrierFailure) ? Logger.Level.DEBUG : Logger.Level.WARN,
                                    "noting a barrier for %s failed, trying again: %s",
                                    volumes,
                                    message);
                            lastBarrierFailure = message;
                        });
    }

    /** @return the barrier by volume, unless it is reached; else the volumes are woken */
    private static Uni<Map<String, String>> noted(
            LedgerTransaction tx, List<VolumeName> volumes, Barrier barrier, boolean reached) {
        return tx.statements()
                .select("""
                        update volume set removal_barrier = $2
                        from (select name from volume
                              where name = any($1) and removal and removal_barrier is null
                              order by name for update) as waiting
                        where volume.name = waiting.name
                        returning volume.name
                        """, Identifier.array(volumes), barrier.toText())
                .map(noted -> noted.stream().map(row -> (String) row[0]).toList())
                .map(noted -> {
                    if (!reached) {
                        return noted.stream().collect(Collectors.toMap(name -> name, name -> barrier.toText()));
                    }
                    noted.forEach(name -> tx.due(new DueChange.Wake("volume", name, tx.now())));
                    return Map.of();
                });
    }
}

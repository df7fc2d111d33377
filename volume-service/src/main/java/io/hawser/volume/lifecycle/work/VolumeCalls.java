package io.hawser.volume.lifecycle.work;

import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.due.work.DueLoop;
import io.hawser.ledger.due.work.DueSettings;
import io.hawser.ledger.due.work.DueSignal;
import io.hawser.ledger.due.work.Portions;
import io.hawser.ledger.due.work.StaleDueRows;
import io.hawser.ledger.fault.CommitPoint;
import io.hawser.ledger.fault.work.CommitPoints;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Reconciliation;
import io.hawser.volume.lifecycle.csi.ControllerCalls;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.hawser.volume.wiring.VolumeConfig;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * The loop over due volumes and ended calls: decide and store ({@link VolumeWork}), call, then save the outcome
 * together with the next decision ({@link EndedCalls}).
 */
@ApplicationScoped
public class VolumeCalls {
    private static final Logger LOG = Logger.getLogger(VolumeCalls.class);
    private static final int BATCHES = 4;
    /** Estimates a claim's size, and a publication's without its bytes: a row of a few short texts. */
    static final String SIZES = """
            select name, octet_length(spec) + coalesce(octet_length(published), 0) + octet_length(volume_context)
              + 1024 * (select count(*) from claim where volume = v.name)
              + 1024 * (select count(*) from claim where state = 'WAITING' and source = v.name)
              + (select coalesce(sum(1024 + octet_length(publish_context) + coalesce(octet_length(reported), 0)), 0)
                 from publication where volume = v.name)
            from volume v where name = any($1)
            """;

    private static final int FIRST = 1;

    private final VolumeWork work;
    private final ControllerCalls controllers;
    private final Transactions transactions;
    private final StartGate gate;
    private final Duration callsTake;
    private final Duration callsMargin;
    private final PluginCallLimiter permits;
    private final RemovalBarriers barriers;
    private final CommitPoints commitPoints;
    private final Duration drainAtMost;
    private final OwnCalls own;
    private final EndedCalls endings;
    private final DueLoop loop;

    public VolumeCalls(
            VolumeWork work,
            ControllerCalls controllers,
            Transactions transactions,
            StartGate gate,
            PluginCallLimiter permits,
            OwnCalls own,
            RemovalBarriers barriers,
            CommitPoints commitPoints,
            LedgerConfig config,
            VolumeConfig volumes,
            DueSignal signal,
            Vertx vertx) {
        this.work = work;
        this.controllers = controllers;
        this.transactions = transactions;
        this.gate = gate;
        this.callsMargin = volumes.clockMargin();
        this.callsTake = volumes.rpcDeadline().plus(volumes.clockMargin());
        this.permits = permits;
        this.own = own;
        this.barriers = barriers;
        this.commitPoints = commitPoints;
        this.drainAtMost = volumes.drainAtMost();
        int batch = config.due().batch();
        this.endings = new EndedCalls(
                batch,
                own,
                work::ended,
                gate::isOpen,
                () -> commitPoints.reached(CommitPoint.CALL_SAVED),
                vertx,
                this::goOn);
        this.loop = new DueLoop(
                        new DueSettings(VolumeRow.KIND, batch, BATCHES, config.due()).within(permits),
                        transactions,
                        vertx,
                        signal,
                        new Portions(transactions, SIZES, this::due))
                .onlyWhile(gate::isOpen);
    }

    void start(@Observes StartupEvent event) {
        gate.callsTake(callsTake, callsMargin);
        gate.openOnlyIf(this::lostCalls);
        gate.whenOpened(endings::drain);
        loop.start();
    }

    /**
     * Runs before all other shutdown steps. No further call begins, and outcomes of running calls are saved while the
     * relays still send their records. The outcome of an aborted call would be uncertain, and its volume would be
     * blocked until the token expires. A decision under way may have a permit, and begin its call a moment later.
     */
    void stop(@Observes @Priority(FIRST) ShutdownEvent event) throws InterruptedException {
        loop.stop();
        permits.close();
        long until = System.nanoTime() + drainAtMost.toNanos();
        permits.awaitReturned(drainAtMost);
        endings.await(Duration.ofNanos(until - System.nanoTime()));
    }

    private Uni<Void> due(List<String> volumes) {
        return work.due(volumes.stream().map(VolumeName::new).toList())
                .invoke(this::goOn)
                .chain(worked -> StaleDueRows.forget(transactions, VolumeRow.KIND, Identifier.values(worked.gone)));
    }

    private void goOn(VolumeWork.Worked worked) {
        if (!worked.calls.isEmpty()) {
            commitPoints.reached(CommitPoint.CALL_INTENDED);
        }
        if (gate.isOpen()) {
            worked.calls.forEach(this::call);
        } else {
            // Another database answers now, without these intents: the calls are dropped, as if this process had died
            // here.
            worked.calls.forEach(call -> permits.ended(call.queue()));
        }
        barriers.add(worked.unreached);
        if (!worked.needBarrier.isEmpty()) {
            barriers.note(worked.needBarrier);
        }
        if (!worked.freed.isEmpty()) {
            freed(worked.freed);
        }
    }

    private void call(VolumeWork.PlannedCall call) {
        own.begun(call.token().id(), call.volume().name());
        endings.begun();
        controllers
                .call(call.volume(), call.operation(), call.endpoint(), call.deadline())
                .onTermination()
                .invoke(() -> {
                    own.over(call.token().id());
                    permits.ended(call.queue());
                })
                .subscribe()
                .with(
                        ending -> {
                            commitPoints.reached(CommitPoint.CALL_ENDED);
                            endings.ended(
                                    call.volume().name(),
                                    new Reconciliation.Ended(call.token().id(), ending));
                        },
                        // Cannot happen; if it does, the token expires and the call counts as uncertain.
                        failure -> {
                            LOG.errorf(
                                    failure,
                                    "the call for volume %s has no ending",
                                    call.volume().name());
                            own.settled(call.token().id());
                            endings.withoutEnding();
                        });
    }

    /** Calls of this process that the database does not know: they may still change what a new decision relies on. */
    private Uni<String> lostCalls(LedgerTransaction tx) {
        Map<String, VolumeName> calls = own.running();
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

    private void freed(Set<FreedPlaces.Place> places) {
        FreedPlaces.wake(transactions, places)
                .subscribe()
                .with(
                        ignored -> {},
                        failure -> LOG.warnf(
                                "waking who waits for %s failed, they try again by themselves: %s",
                                places, failure.getMessage()));
    }
}

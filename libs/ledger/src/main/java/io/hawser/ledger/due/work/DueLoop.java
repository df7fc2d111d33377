package io.hawser.ledger.due.work;

import io.hawser.ledger.catchup.ClosedGateException;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.due.DueQueues;
import io.hawser.ledger.due.FailingKind;
import io.hawser.ledger.due.KeysUnderWay;
import io.hawser.ledger.due.Leased;
import io.hawser.ledger.due.LookTurns;
import io.hawser.ledger.due.PollPacing;
import io.hawser.ledger.tx.db.Background;
import io.hawser.ledger.tx.db.Transactions;
import io.micrometer.core.instrument.Timer;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * Passes due keys of one kind to a worker, in batches, at most {@code batches} at the same time. Replicas share the
 * keys: each look leases those that it finds. A lease ends with the computed time that the worker stores, or with the
 * work, or when its time has passed. It only spares work: the worker's lock on the entity decides, and a second worker
 * finds nothing left to do. A failed batch is retried key by key, so that one bad key does not block others; a key that
 * fails alone is retried less and less often. With {@link #each}, the keys of one look share a query only, and then
 * each is a batch of its own.
 *
 * <p>Runs on one Vert.x timer and on commits; every field is guarded by {@code this}.
 */
public final class DueLoop implements Background, IdleLook.Loop {
    private static final Logger LOG = Logger.getLogger(DueLoop.class);

    private final DueSettings settings;
    private final Transactions transactions;
    private final Vertx vertx;
    private final DueWork work;
    private final KeysUnderWay underWay = new KeysUnderWay();
    private final FailedWork failures;
    private final PollPacing pacing;
    private final Timer delays;
    private final Timer looks;
    private final IdleLook idle;
    private final LookTurns turns;
    private BooleanSupplier allowed = () -> true;
    private long timer = -1;
    private boolean stopped;

    public DueLoop(
            DueSettings settings,
            Transactions transactions,
            Vertx vertx,
            DueSignal signal,
            Function<List<String>, Uni<Void>> worker) {
        this(settings, transactions, vertx, signal, new DueWork.Together(worker));
    }

    /**
     * A loop whose keys do not wait for each other.
     *
     * @param settings whose batch is the most keys of one look
     * @param reader reads what the work on these keys needs, and returns the worker for each of them
     */
    public static DueLoop each(
            DueSettings settings,
            Transactions transactions,
            Vertx vertx,
            DueSignal signal,
            Function<List<String>, Uni<Function<String, Uni<Void>>>> reader) {
        return new DueLoop(settings, transactions, vertx, signal, new DueWork.Each(reader));
    }

    private DueLoop(DueSettings settings, Transactions transactions, Vertx vertx, DueSignal signal, DueWork work) {
        this.settings = settings;
        this.pacing = new PollPacing(settings.poll());
        this.turns = new LookTurns(settings.batches());
        this.transactions = transactions;
        this.vertx = vertx;
        this.work = work;
        this.failures = new FailedWork(settings.kind(), transactions);
        this.delays = signal.joins(this);
        this.looks = signal.looks(this);
        this.idle = signal.idleLook();
    }

    /** Queries due work only while this condition holds; it is checked at every query. */
    public synchronized DueLoop onlyWhile(BooleanSupplier condition) {
        allowed = condition;
        return this;
    }

    @Override
    public synchronized void start() {
        timer = vertx.setPeriodic(settings.poll().toMillis(), ignored -> poll());
    }

    @Override
    public synchronized void stop() {
        stopped = true;
        failures.stop();
        vertx.cancelTimer(timer);
    }

    @Override
    public String kind() {
        return settings.kind();
    }

    /** How many keys failed at this process's last try. */
    int failing() {
        return failures.count();
    }

    /** The failure to report to people. */
    Optional<FailingKind> failingKind() {
        return failures.failingKind();
    }

    private void poll() {
        PollPacing.Turn turn;
        synchronized (this) {
            turn = pacing.atPoll();
        }
        failures.ask(this::worked);
        switch (turn) {
            case LOOK -> look();
            case LOOK_TOGETHER ->
                idle.look(kinds ->
                        transactions.single(statements -> DueLeases.dueKinds(statements, kinds, settings.lease())));
            case PASS -> {}
        }
    }

    @Override
    public synchronized boolean takesPart() {
        return mayLook() && pacing.takesPart();
    }

    @Override
    public void nothingDue(Duration lookTook) {
        looks.record(lookTook);
        failures.read();
    }

    private synchronized Set<String> worked() {
        return underWay.keys();
    }

    void committed(List<DueChange> changes, Instant now) {
        List<DueChange> ours = changes.stream()
                .filter(change -> change.kind().equals(settings.kind()))
                .toList();
        if (ours.isEmpty()) {
            return;
        }
        synchronized (this) {
            pacing.woken(ours, now);
            underWay.changed(ours, now);
        }
        // A postponed key makes nothing due, but a key that leaves a queue frees a permit for another.
        if (settings.queues() != DueQueues.NONE || ours.stream().anyMatch(change -> change.dueBy(now))) {
            look();
        }
    }

    private boolean mayLook() {
        return !stopped && timer >= 0 && allowed.getAsBoolean();
    }

    @Override
    public synchronized void look() {
        if (!mayLook() || !turns.begin()) {
            return;
        }
        List<String> excluded = List.copyOf(underWay.keys());
        int limit = underWay.limit(work.limit(settings.batch(), turns.free()), turns.free());
        long began = System.nanoTime();
        transactions
                .single(statements -> DueLeases.next(
                        statements, settings.kind(), limit, settings.lease(), excluded, settings.queues()))
                .invoke(() -> looks.record(System.nanoTime() - began, TimeUnit.NANOSECONDS))
                .subscribe()
                .with(this::found, failure -> {
                    failures.unread(failure);
                    lookIf(() -> turns.looked(false));
                });
    }

    private void found(DueLeases.Look found) {
        failures.read();
        settings.queues().looked(found.queues(), found.all());
        List<List<String>> batches;
        boolean begins;
        synchronized (this) {
            begins = !stopped;
            pacing.looked(!found.queues().isEmpty());
            found.leased().forEach(row -> delays.record(row.late()));
            batches = underWay.begin(found.leased(), found.all());
            turns.begun(work.count(batches.size(), found.leased().size()));
        }
        if (begins) {
            batches.forEach(keys -> work.begin(keys, this::done, this::failed));
        } else {
            batches.forEach(keys -> ended(keys, false));
        }
        lookIf(() -> turns.looked(!found.all()));
    }

    private void done(List<String> keys) {
        failures.done(keys);
        ended(keys, true);
    }

    /**
     * Ends the work on a key that this loop works on: nothing has changed, and the next look comes after that pause.
     * Writes one statement, without a lock on the entity.
     *
     * @return false if the key was woken, or decided elsewhere: then a computed time is needed, under the entity's lock
     */
    public Uni<Boolean> putOff(String key, Duration pause) {
        Optional<Leased> lease;
        synchronized (this) {
            lease = underWay.lease(key);
        }
        return lease.map(mine -> transactions
                        .single(statements -> DueLeases.putOff(statements, settings.kind(), mine, pause))
                        .invoke(done -> noted(key, pause, done)))
                .orElseGet(() -> Uni.createFrom().item(false));
    }

    private synchronized void noted(String key, Duration pause, boolean putOff) {
        if (putOff) {
            underWay.putOff(key);
            pacing.woken(pause);
        }
    }

    private void failed(List<String> keys, Throwable failure) {
        if (failure instanceof ClosedGateException) {
            LOG.debugf("due %s %s waits: %s", settings.kind(), keys, failure.getMessage());
            ended(keys, true);
            return;
        }
        if (keys.size() > 1) {
            LOG.warnf(
                    "work on %d due %s together failed, trying one by one: %s", keys.size(), settings.kind(), failure);
            synchronized (this) {
                underWay.failedTogether(keys);
            }
            ended(keys, true);
            return;
        }
        failures.failed(keys.getFirst(), failure).subscribe().with(ok -> ended(keys, true), notPutOff -> {
            synchronized (this) {
                pacing.notPutOff();
            }
            ended(keys, false);
        });
    }

    private void ended(List<String> keys, boolean lookAgain) {
        List<Leased> left;
        synchronized (this) {
            left = underWay.worked(keys);
        }
        if (left.isEmpty()) {
            released(keys, lookAgain);
            return;
        }
        transactions
                .single(statements -> DueLeases.release(statements, settings.kind(), left))
                .subscribe()
                .with(ignored -> released(keys, lookAgain), failure -> {
                    LOG.debugf("leases of due %s end by themselves: %s", settings.kind(), failure.getMessage());
                    released(keys, lookAgain);
                });
    }

    private void released(List<String> keys, boolean lookAgain) {
        lookIf(() -> underWay.released(keys) | (turns.ended() && lookAgain));
    }

    private void lookIf(BooleanSupplier more) {
        boolean look;
        synchronized (this) {
            look = more.getAsBoolean();
        }
        if (look) {
            look();
        }
    }
}

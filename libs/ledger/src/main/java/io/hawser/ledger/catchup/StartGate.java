package io.hawser.ledger.catchup;

import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.LedgerConfig;
import io.hawser.ledger.catchup.GatePhase.Deciding;
import io.hawser.ledger.catchup.GatePhase.Noting;
import io.hawser.ledger.catchup.GatePhase.Open;
import io.hawser.ledger.catchup.GatePhase.Reading;
import io.hawser.ledger.catchup.StoredPositions.Look;
import io.hawser.ledger.position.Cursors;
import io.hawser.ledger.position.PositionRows.LogPartition;
import io.hawser.ledger.tx.DatabaseLife;
import io.hawser.ledger.tx.InOrder;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.Transactions;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * Prevents decisions on a database that may be older than the topics and the plugins: after a start, after another
 * server answered, and after a position went back. Stays shut until the replicas have read the topics up to their ends
 * at that moment, and until the work that was due then and goes first is decided. It does not wait for later records,
 * so load cannot keep it shut.
 *
 * <p>Comparing two numbers tells whether it is open. {@link DatabaseLife} grows within the transaction that meets
 * another server, so work that asks within its own transaction cannot miss that.
 */
@ApplicationScoped
public class StartGate {
    private static final Logger LOG = Logger.getLogger(StartGate.class);
    private static final Duration SAY = Duration.ofSeconds(10);
    private static final Duration WATCH = Duration.ofSeconds(5);
    private static final int BEHIND_ALL = Integer.MAX_VALUE - 1;

    private final Transactions transactions;
    private final DatabaseLife life;
    private final TopicEnds ends;
    private final StoredPositions positions;
    private final Vertx vertx;
    private final String named;
    private final MultiGauge behind;
    private final FirstRows first;
    private final List<Supplier<Uni<Void>>> onceRead = new CopyOnWriteArrayList<>();
    private final List<Function<LedgerTransaction, Uni<String>>> conditions = new CopyOnWriteArrayList<>();
    private final List<Runnable> whenOpened = new CopyOnWriteArrayList<>();
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile long readIn;
    private volatile long openIn;
    private volatile String waitsFor = "the start";

    // From here on, only one step at a time uses these fields.
    private GatePhase phase = new Noting();
    private long shutIn;
    private long shutSince;
    private long said;
    private long watched;

    public StartGate(
            Transactions transactions,
            DatabaseLife life,
            CatchUp catchUp,
            Cursors cursors,
            Rewind rewind,
            Vertx vertx,
            TopicNames names,
            MeterRegistry metrics,
            LedgerConfig config,
            @ConfigProperty(name = "mp.messaging.incoming.intake.topics") List<String> topics) {
        this.transactions = transactions;
        this.life = life;
        this.ends = new TopicEnds(catchUp, names, topics);
        this.positions = new StoredPositions(transactions, life, catchUp, cursors, rewind);
        this.first = new FirstRows(config.gatePatience());
        this.vertx = vertx;
        this.named = String.join(", ", topics);
        Gauge.builder("hawser_gate_open", this, gate -> gate.isOpen() ? 1 : 0).register(metrics);
        behind = MultiGauge.builder("hawser_gate_records_behind").register(metrics);
    }

    void start(@Observes @Priority(BEHIND_ALL) StartupEvent event) {
        vertx.setPeriodic(CatchUp.LOOK_AGAIN.toMillis(), ignored -> tick());
    }

    /**
     * Due work of this kind is decided as soon as the topics are read, and before everything else, except keys whose
     * decisions have failed for long and that are {@code dispensable}.
     */
    public void decideFirst(String kind, BiFunction<LedgerTransaction, Set<String>, Uni<Set<String>>> dispensable) {
        first.add(kind, dispensable);
    }

    /** Runs each time the topics are read, before any decision; runs again if it fails. */
    public void onceRead(Supplier<Uni<Void>> work) {
        onceRead.add(work);
    }

    /** How long after a loss calls may still run whose intents were lost. */
    public void callsTake(Duration most) {
        positions.callsTake(most);
    }

    /** A condition that is checked before the gate opens: the reason against it in words; empty = none. */
    public void openOnlyIf(Function<LedgerTransaction, Uni<String>> condition) {
        conditions.add(condition);
    }

    /** Called each time the gate opens. */
    public void whenOpened(Runnable work) {
        whenOpened.add(work);
    }

    /** Whether the content of the topics at the last start, or at the last change of the server, is stored. */
    public boolean isRead() {
        return readIn == life.number();
    }

    /** Whether the first work is decided too, so that everything is decided now. */
    public boolean isOpen() {
        return openIn == life.number();
    }

    /** For a person; empty if the gate is open. */
    public String waitsFor() {
        return isOpen() ? "" : waitsFor;
    }

    /**
     * As {@link Transactions#run}, but fails with {@link ClosedGateException} if the gate is shut, even if this very
     * transaction discovers that.
     */
    public <T> Uni<T> whenOpen(Function<LedgerTransaction, Uni<T>> work) {
        return only(this::isOpen, work);
    }

    /** The same for work that goes first. */
    public <T> Uni<T> whenRead(Function<LedgerTransaction, Uni<T>> work) {
        return only(this::isRead, work);
    }

    private <T> Uni<T> only(BooleanSupplier allowed, Function<LedgerTransaction, Uni<T>> work) {
        return transactions.run(tx ->
                allowed.getAsBoolean() ? work.apply(tx) : Uni.createFrom().failure(new ClosedGateException(waitsFor)));
    }

    private void tick() {
        if (!busy.compareAndSet(false, true)) {
            return;
        }
        Uni.createFrom().deferred(this::step).subscribe().with(ok -> ended(), failure -> {
            waitsFor = failure.getMessage() == null ? failure.toString() : failure.getMessage();
            LOG.debug("a step of the start gate failed, trying again", failure);
            ended();
        });
    }

    private void ended() {
        if (!isOpen() && shutIn != 0 && System.nanoTime() - said > SAY.toNanos()) {
            said = System.nanoTime();
            LOG.warnf(
                    "nothing is decided for %d s now: this waits for %s",
                    Duration.ofNanos(said - shutSince).toSeconds(), waitsFor);
        }
        busy.set(false);
    }

    private Uni<Void> step() {
        long now = life.number();
        if (now != shutIn) {
            shutIn = now;
            shutSince = System.nanoTime();
            said = shutSince;
            phase = new Noting();
            waitsFor = "how far the topics go";
            LOG.infof("nothing is decided before what stands in %s is read", named);
        }
        return switch (phase) {
            case Noting() ->
                ends.note().invoke(noted -> phase = new Reading(noted)).replaceWithVoid();
            case Reading reading -> look().chain(look -> read(reading, look));
            case Deciding deciding -> look().chain(look -> decided(deciding, look));
            case Open() -> watch();
        };
    }

    private Uni<Look> look() {
        return positions.look().invoke(look -> {
            if (look.standby()) {
                waitsFor = "a database that can be written: this one is a standby";
            }
        });
    }

    /** Whether the phase may continue after this look. */
    private boolean isInOrder(Look look) {
        return !look.standby() && life.number() == shutIn;
    }

    private Uni<Void> read(Reading reading, Look look) {
        if (!isInOrder(look)) {
            return Uni.createFrom().voidItem();
        }
        Map<LogPartition, Long> missing = reading.barrier().missing(look.positions());
        behind.register(
                missing.entrySet().stream()
                        .map(end -> MultiGauge.Row.of(
                                Tags.of("partition", end.getKey().name()),
                                end.getValue() - look.positions().getOrDefault(end.getKey(), 0L)))
                        .toList(),
                true);
        if (!missing.isEmpty()) {
            waitsFor = reading.waitsFor(look.positions());
            return ends.anewIfVain(missing)
                    .invoke(anew -> anew.ifPresent(noted -> phase = new Reading(noted)))
                    .replaceWithVoid();
        }
        long in = shutIn;
        waitsFor = "its own topics, which show whether the database is an older copy";
        return InOrder.each(onceRead, Supplier::get)
                .chain(() -> transactions.run(tx -> first.due(tx).map(keys -> new Deciding(tx.now(), keys))))
                .chain(deciding -> {
                    phase = deciding;
                    readIn = in;
                    return decided(deciding, look);
                });
    }

    private Uni<Void> decided(Deciding deciding, Look look) {
        if (!isInOrder(look)) {
            return Uni.createFrom().voidItem();
        }
        long in = shutIn;
        Uni<Set<String>> left = deciding.keys().isEmpty()
                ? Uni.createFrom().item(Set.<String>of())
                : transactions.run(tx -> first.left(tx, deciding));
        return left.chain(keys -> {
            Deciding now = new Deciding(deciding.since(), keys);
            phase = now;
            if (!keys.isEmpty()) {
                waitsFor = now.waitsFor();
            } else if (positions.mayHaveLostCalls()) {
                waitsFor = "calls that may be under way and whose intents the database has lost";
            } else {
                return objection().invoke(message -> openUnless(message, in)).replaceWithVoid();
            }
            return Uni.createFrom().voidItem();
        });
    }

    /** The first reason against opening; empty = none. */
    private Uni<String> objection() {
        return transactions.run(tx -> {
            Uni<String> found = Uni.createFrom().item("");
            for (Function<LedgerTransaction, Uni<String>> condition : conditions) {
                found = found.chain(message -> message.isEmpty()
                        ? condition.apply(tx)
                        : Uni.createFrom().item(message));
            }
            return found;
        });
    }

    private void openUnless(String message, long in) {
        if (!message.isEmpty()) {
            waitsFor = message;
            return;
        }
        phase = new Open();
        openIn = in;
        watched = System.nanoTime();
        LOG.infof(
                "all that stood in the topics is read; decisions begin after %d ms",
                Duration.ofNanos(watched - shutSince).toMillis());
        whenOpened.forEach(Runnable::run);
    }

    /** A machine restored to a snapshot with its memory does not look like another server. */
    private Uni<Void> watch() {
        if (System.nanoTime() - watched < WATCH.toNanos()) {
            return Uni.createFrom().voidItem();
        }
        watched = System.nanoTime();
        return look().replaceWithVoid();
    }
}

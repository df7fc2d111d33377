package io.hawser.ledger.catchup.work;

import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.catchup.ClosedGateException;
import io.hawser.ledger.position.kafka.Cursors;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Periodic;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.inject.ConfigProperty;

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
    private static final int BEHIND_ALL = Integer.MAX_VALUE - 1;

    private final Transactions transactions;
    private final DatabaseClock clock;
    private final GateSteps.Hooks hooks;
    private final GateSteps steps;
    private final Periodic ticks;

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
        this.clock = new DatabaseClock(life);
        this.hooks = new GateSteps.Hooks(config.gatePatience());
        this.steps = new GateSteps(
                transactions,
                life,
                new TopicEnds(catchUp, names, topics),
                new StoredPositions(transactions, life, catchUp, cursors, rewind, clock),
                clock,
                hooks,
                String.join(", ", topics),
                MultiGauge.builder("hawser_gate_records_behind").register(metrics));
        this.ticks = new Periodic(vertx, CatchUp.LOOK_AGAIN, steps::step, failure -> {});
        Gauge.builder("hawser_gate_open", this, gate -> gate.isOpen() ? 1 : 0).register(metrics);
    }

    void start(@Observes @Priority(BEHIND_ALL) StartupEvent event) {
        ticks.start();
    }

    /**
     * Due work of this kind is decided as soon as the topics are read, and before everything else, except keys whose
     * decisions have failed for long and that are {@code dispensable}.
     */
    public void decideFirst(String kind, BiFunction<LedgerTransaction, Set<String>, Uni<Set<String>>> dispensable) {
        hooks.first().add(kind, dispensable);
    }

    /** Runs each time the topics are read, before any decision; runs again if it fails. */
    public void onceRead(Supplier<Uni<Void>> work) {
        hooks.onceRead().add(work);
    }

    /**
     * How long calls may still run after their intents were lost, or after the database's clock went ahead of them.
     *
     * @param margin in {@code most}: a token lasts longer than its call by this
     */
    public void callsTake(Duration most, Duration margin) {
        clock.callsTake(most, margin);
    }

    /** A condition that is checked before the gate opens: the reason against it in words; empty = none. */
    public void openOnlyIf(Function<LedgerTransaction, Uni<String>> condition) {
        hooks.conditions().add(condition);
    }

    /** Called each time the gate opens. */
    public void whenOpened(Runnable work) {
        hooks.whenOpened().add(work);
    }

    /** Whether the content of the topics at the last start, or at the last change of the server, is stored. */
    public boolean isRead() {
        return steps.isRead();
    }

    /** Whether the first work is decided too, so that everything is decided now. */
    public boolean isOpen() {
        return steps.isOpen();
    }

    /** For a person; empty if the gate is open. */
    public String waitsFor() {
        return isOpen() ? "" : steps.waitsFor();
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
        return transactions.run(tx -> allowed.getAsBoolean()
                ? work.apply(tx)
                : Uni.createFrom().failure(new ClosedGateException(steps.waitsFor())));
    }
}

package io.hawser.ledger.due.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.quarkus.arc.All;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The loops over irreversible due work that relies on missing records. A record against the work may already be
 * written. So high watermarks are noted after the request for the work, and the work is decided when they are read.
 * Each key asks Kafka by itself, which suits rare work: removals of volumes and deletions of services ask once for many
 * keys, in loops of their own.
 */
@ApplicationScoped
public class CaughtUpWork {
    private static final int AT_ONCE = 4;

    private final Transactions transactions;
    private final CatchUp catchUp;
    private final StartGate gate;
    private final LedgerConfig config;
    private final Vertx vertx;
    private final DueSignal signal;
    private List<DueLoop> loops = List.of();

    public CaughtUpWork(
            Transactions transactions,
            CatchUp catchUp,
            StartGate gate,
            LedgerConfig config,
            Vertx vertx,
            DueSignal signal) {
        this.transactions = transactions;
        this.catchUp = catchUp;
        this.gate = gate;
        this.config = config;
        this.vertx = vertx;
        this.signal = signal;
    }

    /**
     * The subject of such work.
     *
     * @param dependsOn topics that may have a record against it
     * @param first whether it is decided as soon as the topics are read; otherwise after the work that goes first
     */
    public record WorkDescription(String kind, Set<HawserTopic> dependsOn, boolean first) {}

    /** Such work; its loop starts with the service. */
    public interface Subject {
        WorkDescription description();

        /** A request for the work without watermarks yet. */
        Uni<Optional<Unnoted>> unnoted(LedgerTransaction tx, String key);

        /** Locks, then decides or postpones. */
        Uni<Void> decide(LedgerTransaction tx, String key);
    }

    /** Stores watermarks with the request found; a later request needs later ones. */
    public interface Unnoted {
        Uni<Void> note(LedgerTransaction tx, String barrier);
    }

    public void start(@Observes StartupEvent event, @All List<Subject> subjects) {
        loops = subjects.stream().map(this::loop).toList();
        loops.forEach(DueLoop::start);
    }

    void stop(@Observes ShutdownEvent event) {
        loops.forEach(DueLoop::stop);
    }

    private DueLoop loop(Subject subject) {
        WorkDescription description = subject.description();
        var settings = new DueSettings(description.kind(), 1, AT_ONCE, config.due());
        return new DueLoop(settings, transactions, vertx, signal, keys -> work(subject, description, keys.getFirst()))
                .onlyWhile(description.first() ? gate::isRead : gate::isOpen);
    }

    /** Asks Kafka between two transactions, after the first: everything written before lies below the watermarks. */
    private Uni<Void> work(Subject subject, WorkDescription description, String key) {
        return transactions
                .read(tx -> subject.unnoted(tx, key))
                .chain(found -> found.isEmpty()
                        ? Uni.createFrom().voidItem()
                        : catchUp.barrier(description.dependsOn())
                                .chain(barrier ->
                                        transactions.run(tx -> found.get().note(tx, barrier.toText()))))
                .chain(() -> description.first()
                        ? gate.whenRead(tx -> subject.decide(tx, key))
                        : gate.whenOpen(tx -> subject.decide(tx, key)));
    }

    /** The watermarks are not read yet. */
    public static Uni<Void> lookAgain(LedgerTransaction tx, String kind, String key) {
        tx.due(new DueChange.At(kind, key, "", tx.now().plus(CatchUp.LOOK_AGAIN)));
        return Uni.createFrom().voidItem();
    }

    /** There is nothing to decide. No row of the entity blocks a concurrent request; the due row does. */
    public static Uni<Void> forget(LedgerTransaction tx, String kind, String key, Supplier<Uni<Boolean>> isAsked) {
        return DueRows.lock(tx.statements(), kind, key)
                .chain(ignored -> isAsked.get())
                .invoke(asked ->
                        tx.due(asked ? new DueChange.Wake(kind, key, tx.now()) : new DueChange.Forget(kind, key)))
                .replaceWithVoid();
    }
}

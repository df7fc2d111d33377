package io.hawser.volume.command.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.LedgerConfig;
import io.hawser.ledger.catchup.Barrier;
import io.hawser.ledger.catchup.CatchUp;
import io.hawser.ledger.catchup.StartGate;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.due.DueLoop;
import io.hawser.ledger.due.DueRows;
import io.hawser.ledger.due.DueSignal;
import io.hawser.ledger.intake.InOrder;
import io.hawser.ledger.position.PositionRows.LogPartition;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.Transactions;
import io.hawser.volume.command.db.DeferredRows;
import io.hawser.volume.command.db.DeferredRows.DeferredRow;
import io.hawser.volume.intake.db.BatchRows;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The loop over volumes whose commands wait. Topics are read in no common order, so a plugin's record may have been
 * written before the command that names it, and be read after it: silence refuses nothing before {@code hawser.plugins}
 * has been read as far as it went when the command was stored.
 */
@ApplicationScoped
public class DeferredWork {
    private static final Set<HawserTopic> DEPENDS_ON = Set.of(HawserTopic.PLUGINS);
    private static final int AT_ONCE = 4;
    private static final Duration CATCHING_UP = Duration.ofMillis(250);

    private final Transactions transactions;
    private final CatchUp catchUp;
    private final StartGate gate;
    private final Commands commands;
    private final DueLoop loop;

    public DeferredWork(
            Transactions transactions,
            CatchUp catchUp,
            StartGate gate,
            Commands commands,
            LedgerConfig ledger,
            Vertx vertx,
            DueSignal signal) {
        this.transactions = transactions;
        this.catchUp = catchUp;
        this.gate = gate;
        this.commands = commands;
        this.loop = new DueLoop(
                        new DueLoop.Settings(
                                DeferredRows.KIND, 1, AT_ONCE, ledger.due().poll()),
                        transactions,
                        vertx,
                        signal,
                        volumes -> work(volumes.getFirst()))
                .onlyWhile(gate::isRead);
    }

    void start(@Observes StartupEvent event) {
        loop.start();
    }

    void stop(@Observes ShutdownEvent event) {
        loop.stop();
    }

    private Uni<Void> work(String volume) {
        return transactions
                .read(tx -> DeferredRows.unmarked(tx.statements(), volume))
                .chain(newest -> newest.isEmpty() ? Uni.createFrom().voidItem() : mark(volume, newest.get()))
                .chain(() -> gate.whenRead(tx -> decide(tx, volume)));
    }

    /** Noted after the commands were stored: whatever was written before them lies below. */
    private Uni<Void> mark(String volume, long newest) {
        return catchUp.barrier(DEPENDS_ON)
                .chain(barrier -> transactions.run(tx -> DeferredRows.mark(tx, volume, newest, barrier.toText())));
    }

    private Uni<Void> decide(LedgerTransaction tx, String volume) {
        return DeferredRows.first(tx.statements(), volume)
                .chain(waiting -> waiting.isEmpty() ? forget(tx, volume) : decide(tx, volume, waiting));
    }

    private Uni<Void> decide(LedgerTransaction tx, String volume, List<DeferredRow> waiting) {
        return catchUp.positions(tx).chain(positions -> {
            List<DeferredRow> ready = waiting.stream()
                    .takeWhile(command -> isRead(command, positions))
                    .toList();
            // Where all of these are decided the next look finds those behind them, or none, and forgets.
            Duration after = ready.size() == waiting.size() ? Duration.ZERO : CATCHING_UP;
            tx.due(new DueChange.At(DeferredRows.KIND, volume, "", tx.now().plus(after)));
            return ready.isEmpty() ? Uni.createFrom().voidItem() : apply(tx, ready);
        });
    }

    private static boolean isRead(DeferredRow command, Map<LogPartition, Long> positions) {
        return command.barrier()
                .map(Barrier::parse)
                .filter(barrier -> barrier.reachedBy(positions))
                .isPresent();
    }

    private Uni<Void> apply(LedgerTransaction tx, List<DeferredRow> ready) {
        return BatchRows.load(
                        tx,
                        ready.stream()
                                .map(command -> command.command().record())
                                .toList())
                .chain(rows -> InOrder.each(ready, command -> commands.applyCaughtUp(tx, rows, command.command())))
                .chain(() -> DeferredRows.remove(tx, ready));
    }

    /** No row holds back who adds one just now; the due row does. */
    private static Uni<Void> forget(LedgerTransaction tx, String volume) {
        return DueRows.lock(tx.statements(), DeferredRows.KIND, volume)
                .chain(() -> DeferredRows.first(tx.statements(), volume))
                .invoke(waiting -> tx.due(
                        waiting.isEmpty()
                                ? new DueChange.Forget(DeferredRows.KIND, volume)
                                : new DueChange.Wake(DeferredRows.KIND, volume, "", tx.now())))
                .replaceWithVoid();
    }
}

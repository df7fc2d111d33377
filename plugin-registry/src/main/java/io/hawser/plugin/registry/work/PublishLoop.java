package io.hawser.plugin.registry.work;

import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.due.work.DueLoop;
import io.hawser.ledger.due.work.DueSettings;
import io.hawser.ledger.due.work.DueSignal;
import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.hawser.plugin.registry.db.LockedRegistry;
import io.hawser.plugin.registry.db.PluginRow;
import io.hawser.plugin.registry.kafka.Announcements;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.util.List;

/** Publishes plugins that changed, came or went while nothing was published. */
@ApplicationScoped
public class PublishLoop {
    private static final int BATCHES = 1;

    @Produces
    final DueLoop loop;

    private final StartGate gate;
    private final Announcements announcements;

    public PublishLoop(
            LedgerConfig ledger,
            Transactions transactions,
            StartGate gate,
            Vertx vertx,
            DueSignal signal,
            Announcements announcements) {
        this.gate = gate;
        this.announcements = announcements;
        loop = new DueLoop(
                        new DueSettings(PluginRow.KIND, ledger.due().batch(), BATCHES, ledger.due()),
                        transactions,
                        vertx,
                        signal,
                        this::publish)
                .onlyWhile(() -> gate.isOpen() && announcements.isCompared());
    }

    private Uni<Void> publish(List<String> names) {
        return InOrder.each(names, name -> gate.whenOpen(tx -> publish(tx, name)));
    }

    private Uni<Void> publish(LedgerTransaction tx, String name) {
        return LockedRegistry.lockPluginOrName(tx, name)
                .invoke(locked -> {
                    tx.due(new DueChange.Forget(PluginRow.KIND, name));
                    announcements.changes(tx, locked, locked.toDomain());
                    if (locked.row(name).isEmpty()) {
                        announcements.gone(tx, name);
                    }
                })
                .replaceWithVoid();
    }
}

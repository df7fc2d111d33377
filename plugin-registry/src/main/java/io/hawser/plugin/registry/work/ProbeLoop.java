package io.hawser.plugin.registry.work;

import io.hawser.ledger.LedgerConfig;
import io.hawser.ledger.catchup.StartGate;
import io.hawser.ledger.due.DueLoop;
import io.hawser.ledger.due.DueSignal;
import io.hawser.ledger.tx.Transactions;
import io.hawser.plugin.registry.db.InstanceRow;
import io.hawser.plugin.wiring.ProbeConfig;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** Asks each instance when it is due, independently: an instance that never answers delays no other. */
@ApplicationScoped
public class ProbeLoop {
    private final DueLoop loop;

    public ProbeLoop(
            LedgerConfig ledger,
            ProbeConfig config,
            Transactions transactions,
            StartGate gate,
            Vertx vertx,
            DueSignal signal,
            ProbeWork work) {
        loop = new DueLoop(
                        new DueLoop.Settings(InstanceRow.KIND, 1, config.atOnce(), ledger.due()),
                        transactions,
                        vertx,
                        signal,
                        keys -> work.work(keys.getFirst()))
                .onlyWhile(gate::isOpen);
    }

    void start(@Observes StartupEvent event) {
        loop.start();
    }

    void stop(@Observes ShutdownEvent event) {
        loop.stop();
    }
}

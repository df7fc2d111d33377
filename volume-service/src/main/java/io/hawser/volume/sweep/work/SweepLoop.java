package io.hawser.volume.sweep.work;

import io.hawser.ledger.LedgerConfig;
import io.hawser.ledger.catchup.StartGate;
import io.hawser.ledger.due.DueLoop;
import io.hawser.ledger.due.DueSignal;
import io.hawser.ledger.tx.Transactions;
import io.hawser.volume.id.PluginName;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;

/** Sweeps due plugins independently: a plugin that never answers does not delay the others. */
@ApplicationScoped
public class SweepLoop {
    private static final int AT_ONCE = 8;

    @Produces
    final DueLoop loop;

    public SweepLoop(
            LedgerConfig ledger,
            Transactions transactions,
            StartGate gate,
            Vertx vertx,
            DueSignal signal,
            SweepWork work) {
        loop = new DueLoop(
                        new DueLoop.Settings(SweepWork.KIND, 1, AT_ONCE, ledger.due()),
                        transactions,
                        vertx,
                        signal,
                        plugins -> work.work(new PluginName(plugins.getFirst())))
                .onlyWhile(gate::isOpen);
    }
}

package io.hawser.plugin.registry.work;

import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.due.work.DueLoop;
import io.hawser.ledger.due.work.DueSettings;
import io.hawser.ledger.due.work.DueSignal;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.hawser.plugin.registry.csi.PluginProbe;
import io.hawser.plugin.registry.db.InstanceRow;
import io.hawser.plugin.wiring.ProbeConfig;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;

/** Asks each instance when it is due, independently: an instance that never answers delays no other. */
@ApplicationScoped
public class ProbeLoop {
    private static final Duration MARGIN = Duration.ofSeconds(5);

    @Produces
    final DueLoop loop;

    public ProbeLoop(
            LedgerConfig ledger,
            ProbeConfig config,
            Transactions transactions,
            StartGate gate,
            Vertx vertx,
            DueSignal signal,
            ProbeWork work) {
        loop = DueLoop.each(
                        new DueSettings(
                                InstanceRow.KIND,
                                ledger.due().batch(),
                                config.atOnce(),
                                ledger.due().poll(),
                                lease(config)),
                        transactions,
                        vertx,
                        signal,
                        keys -> work.read(keys, this::putOff))
                .onlyWhile(gate::isOpen);
    }

    /** Other replicas leave an instance that is asked to the one that asks, for as long as an answer may take. */
    private static Duration lease(ProbeConfig config) {
        return config.callDeadline().multipliedBy(PluginProbe.LIMITS).plus(MARGIN);
    }

    private Uni<Boolean> putOff(String key, Duration pause) {
        return loop.putOff(key, pause);
    }
}

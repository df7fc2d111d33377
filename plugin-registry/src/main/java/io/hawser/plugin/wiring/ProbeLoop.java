package io.hawser.plugin.wiring;

import io.hawser.csi.AllowedEndpoints;
import io.hawser.csi.CsiClient;
import io.hawser.ledger.LedgerConfig;
import io.hawser.ledger.catchup.StartGate;
import io.hawser.ledger.due.DueLoop;
import io.hawser.ledger.due.DueSignal;
import io.hawser.ledger.retention.Remembered;
import io.hawser.ledger.tx.Transactions;
import io.hawser.plugin.probe.ProbeConfig;
import io.hawser.plugin.probe.ProbeWork;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.Startup;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Asks instances when they are due, each by itself: one that never answers keeps nobody else waiting. */
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
                        new DueLoop.Settings(
                                ProbeWork.KIND, 1, config.atOnce(), ledger.due().poll()),
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

    @Produces
    @Singleton
    static Remembered commands(LedgerConfig config) {
        return new Remembered("command", "accepted", config.commandsKept());
    }

    @Produces
    @Singleton
    @Startup
    static AllowedEndpoints allowedEndpoints(ProbeConfig config) {
        return AllowedEndpoints.parse("hawser.probe.endpoints", config.endpoints());
    }

    @Produces
    @Singleton
    static CsiClient csiClient(MeterRegistry metrics) {
        return CsiClient.create(metrics);
    }

    static void close(@Disposes CsiClient client) {
        client.close();
    }
}

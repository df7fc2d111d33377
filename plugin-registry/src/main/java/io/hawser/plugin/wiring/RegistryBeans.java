package io.hawser.plugin.wiring;

import io.hawser.csi.AllowedEndpoints;
import io.hawser.csi.CsiClient;
import io.hawser.csi.Network;
import io.hawser.ledger.LedgerConfig;
import io.hawser.ledger.retention.Remembered;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Beans that are made from the settings. */
@ApplicationScoped
public class RegistryBeans {
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
    static CsiClient csiClient(MeterRegistry metrics, Network network) {
        return CsiClient.create(metrics, network);
    }

    static void close(@Disposes CsiClient client) {
        client.close();
    }
}

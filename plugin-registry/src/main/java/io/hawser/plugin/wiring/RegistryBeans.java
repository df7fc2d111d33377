package io.hawser.plugin.wiring;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.csi.AllowedEndpoints;
import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.due.work.DueSignal;
import io.hawser.ledger.retention.Remembered;
import io.hawser.ledger.silence.work.SilenceWatch;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.hawser.plugin.registry.kafka.RegistryIntake;
import io.quarkus.runtime.Startup;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Singleton;
import java.util.Set;

/** Beans that are made from the settings. */
@ApplicationScoped
public class RegistryBeans {
    @Singleton
    static Remembered commands(LedgerConfig config) {
        return new Remembered("command", "accepted", config.commandsKept());
    }

    @Singleton
    @Startup
    static AllowedEndpoints allowedEndpoints(ProbeConfig config) {
        return AllowedEndpoints.parse("hawser.probe.endpoints", config.endpoints());
    }

    /** Finds nodes whose agents have fallen silent. */
    @Singleton
    static SilenceWatch silenceWatch(
            LedgerConfig ledger,
            ProbeConfig config,
            Transactions transactions,
            CatchUp catchUp,
            Vertx vertx,
            DueSignal signal,
            RegistryIntake intake) {
        return new SilenceWatch(
                transactions,
                catchUp,
                ledger,
                vertx,
                signal,
                Set.of(HawserTopic.FINGERPRINTS),
                config.silenceEvery(),
                intake::silent);
    }
}

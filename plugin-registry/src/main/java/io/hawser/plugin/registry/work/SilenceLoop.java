package io.hawser.plugin.registry.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.LedgerConfig;
import io.hawser.ledger.catchup.CatchUp;
import io.hawser.ledger.due.DueSignal;
import io.hawser.ledger.silence.SilenceWatch;
import io.hawser.ledger.tx.Transactions;
import io.hawser.plugin.registry.kafka.RegistryIntake;
import io.hawser.plugin.wiring.ProbeConfig;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.util.Set;

/** Finds nodes whose agents have fallen silent. */
@ApplicationScoped
public class SilenceLoop {
    @Produces
    final SilenceWatch watch;

    public SilenceLoop(
            LedgerConfig ledger,
            ProbeConfig config,
            Transactions transactions,
            CatchUp catchUp,
            Vertx vertx,
            DueSignal signal,
            RegistryIntake intake) {
        watch = new SilenceWatch(
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

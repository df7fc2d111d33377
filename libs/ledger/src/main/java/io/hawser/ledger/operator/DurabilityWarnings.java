package io.hawser.ledger.operator;

import io.hawser.ledger.catchup.StartGate;
import io.hawser.ledger.tx.Transactions;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.jboss.logging.Logger;

/** Logs faults in the {@link Durability} of each database server that answers. */
@ApplicationScoped
public class DurabilityWarnings {
    private static final Logger LOG = Logger.getLogger(DurabilityWarnings.class);

    private final StartGate gate;
    private final Transactions transactions;

    public DurabilityWarnings(StartGate gate, Transactions transactions) {
        this.gate = gate;
        this.transactions = transactions;
    }

    void start(@Observes StartupEvent event) {
        gate.whenOpened(this::look);
    }

    private void look() {
        transactions
                .single(statements -> statements.select(Durability.QUERY))
                .subscribe()
                .with(
                        rows -> Durability.of(rows.getFirst()).warnings().forEach(LOG::warn),
                        failure -> LOG.warnf("cannot tell how the database replicates: %s", failure.getMessage()));
    }
}

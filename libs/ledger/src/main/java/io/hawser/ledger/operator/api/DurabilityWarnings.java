package io.hawser.ledger.operator.api;

import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.operator.Durability;
import io.hawser.ledger.tx.db.Transactions;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.jboss.logging.Logger;

/** Logs faults in the {@link Durability} of each database server that answers. */
@ApplicationScoped
public class DurabilityWarnings {
    private static final Logger LOG = Logger.getLogger(DurabilityWarnings.class);

    /**
     * What {@link Durability#of} reads. Any role may run this; of another role's replication it sees only the
     * existence.
     */
    private static final String QUERY = """
            select current_setting('synchronous_commit'), current_setting('synchronous_standby_names'),
              current_setting('fsync'),
              greatest((select count(*) from pg_stat_replication),
                       (select count(*) from pg_replication_slots where slot_type = 'physical'))
            """;

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
                .single(statements -> statements.select(QUERY))
                .subscribe()
                .with(
                        rows -> Durability.of(rows.getFirst()).warnings().forEach(LOG::warn),
                        failure -> LOG.warnf("cannot tell how the database replicates: %s", failure.getMessage()));
    }
}

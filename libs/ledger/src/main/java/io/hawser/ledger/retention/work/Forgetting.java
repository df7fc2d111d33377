package io.hawser.ledger.retention.work;

import io.hawser.ledger.retention.Remembered;
import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.tx.db.Periodic;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.quarkus.arc.All;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Deletes expired rows in batches, on a timer of each replica. No replica owns a row: one that another replica is
 * deleting is skipped.
 */
@ApplicationScoped
public class Forgetting {
    private static final Logger LOG = Logger.getLogger(Forgetting.class);
    private static final int BATCH = 1_000;

    private final Transactions transactions;

    @Produces
    final Periodic forgets;

    public Forgetting(@All List<Remembered> tables, Transactions transactions, LedgerConfig config, Vertx vertx) {
        this.transactions = transactions;
        this.forgets = new Periodic(
                vertx,
                config.forgetEvery(),
                () -> InOrder.each(tables, this::all),
                failure -> LOG.warn("deleting old rows failed, trying again", failure));
    }

    private Uni<Void> all(Remembered rows) {
        return Uni.createFrom()
                .deferred(() -> batch(rows))
                .repeat()
                .until(deleted -> deleted < BATCH)
                .onItem()
                .ignoreAsUni()
                // The other tables do not wait for this one.
                .onFailure()
                .invoke(failure -> LOG.warnf(
                        "old rows of %s are not deleted, trying again: %s", rows.table(), failure.getMessage()))
                .onFailure()
                .recoverWithNull();
    }

    private Uni<Integer> batch(Remembered rows) {
        String sql = "delete from " + rows.table() + " where ctid = any(array(select ctid from " + rows.table()
                + " where " + rows.since() + " < $1 order by " + rows.since() + " limit $2 for update skip locked))";
        return transactions.run(tx -> tx.statements().update(sql, tx.now().minus(rows.kept()), BATCH));
    }
}

package io.hawser.ledger.operator.api;

import io.hawser.ledger.tx.db.Transactions;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

@Path("/v1/ledger")
public class LedgerResource {
    private final Transactions transactions;

    public LedgerResource(Transactions transactions) {
        this.transactions = transactions;
    }

    /**
     * How much work is left; both 0 when a service is quiet. The schema has the record's name, and volume-service has
     * another record of counts.
     *
     * @param unsent rows of the outbox
     * @param due entities that are due now or at a known time, without those that wait for a wake-up
     */
    public record LedgerCounts(long unsent, long due) {}

    @GET
    public Uni<LedgerCounts> counts() {
        return transactions
                .single(statements -> statements.select("""
                        select (select count(*) from ledger_outbox),
                               (select count(*) from ledger_due where due < '9999-01-01T00:00:00Z')
                        """))
                .map(rows -> new LedgerCounts((Long) rows.getFirst()[0], (Long) rows.getFirst()[1]));
    }
}

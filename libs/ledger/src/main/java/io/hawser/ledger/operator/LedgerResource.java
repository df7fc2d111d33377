package io.hawser.ledger.operator;

import io.hawser.ledger.tx.Transactions;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Unsent records and due work; both 0 when all is quiet. */
@Path("/v1/ledger")
public class LedgerResource {
    private final Transactions transactions;

    public LedgerResource(Transactions transactions) {
        this.transactions = transactions;
    }

    @GET
    public Uni<LedgerCounts> counts() {
        return transactions.read(LedgerCounts::read);
    }
}

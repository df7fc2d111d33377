package io.hawser.volume.api;

import io.hawser.ledger.tx.db.Transactions;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** How many entities there are, and how much work is left. */
@Path("/v1/counts")
@Produces(MediaType.APPLICATION_JSON)
public class CountsResource {
    private static final String COUNTS = """
            select (select count(*) from volume), (select count(*) from publication), (select count(*) from claim),
                   (select count(*) from ledger_outbox),
                   (select count(*) from ledger_due where due <= now())
            """;

    private final Transactions transactions;

    public CountsResource(Transactions transactions) {
        this.transactions = transactions;
    }

    public record Counts(long volumes, long publications, long claims, long outbox, long due) {}

    @GET
    public Uni<Counts> counts() {
        return transactions
                .read(tx -> tx.statements().select(COUNTS).map(List::getFirst))
                .map(row -> new Counts((Long) row[0], (Long) row[1], (Long) row[2], (Long) row[3], (Long) row[4]));
    }
}

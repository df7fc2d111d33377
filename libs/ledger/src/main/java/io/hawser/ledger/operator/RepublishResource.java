package io.hawser.ledger.operator;

import io.hawser.ledger.intake.InOrder;
import io.hawser.ledger.tx.Transactions;
import io.quarkus.arc.All;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes every state record again, for a topic that was lost or a reader that doubts. Page after page, each in a transaction of its own: the records
 * leave by the outbox while the next page is read, and no lock is held for long. Asked twice at once, records are written twice.
 */
@Path("/v1/republish")
@Produces(MediaType.APPLICATION_JSON)
public class RepublishResource {
    private static final int PAGE = 100;

    private final WriteToken token;
    private final Transactions transactions;
    private final List<StateRecords> kinds;

    public RepublishResource(WriteToken token, Transactions transactions, @All List<StateRecords> kinds) {
        this.token = token;
        this.transactions = transactions;
        this.kinds = kinds;
    }

    /** @param records how many leave */
    public record Republished(long records) {}

    @POST
    public Uni<Republished> republish(@HeaderParam("Authorization") Optional<String> authorization) {
        token.check(authorization);
        AtomicLong records = new AtomicLong();
        return InOrder.each(kinds, kind -> all(kind, records)).map(ignored -> new Republished(records.get()));
    }

    /** Not a chain of pages: that would be subscribed to recursively. */
    private Uni<Void> all(StateRecords kind, AtomicLong records) {
        String[] after = {""};
        return Uni.createFrom()
                .deferred(() -> transactions.run(tx -> kind.again(tx, after[0], PAGE)))
                .invoke(page -> {
                    records.addAndGet(page.records());
                    after[0] = page.last().orElse("");
                })
                .repeat()
                .until(page -> page.last().isEmpty())
                .onItem()
                .ignoreAsUni();
    }
}

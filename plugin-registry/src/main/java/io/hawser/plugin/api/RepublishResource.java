package io.hawser.plugin.api;

import io.hawser.ledger.tx.Transactions;
import io.hawser.plugin.Announcements;
import io.hawser.plugin.registry.db.PluginRow;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.LockModeType;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.Optional;

/** Writes every state record again, unchanged, for a topic that was lost or a reader that doubts. */
@Path("/v1/republish")
public class RepublishResource {
    private final WriteToken token;
    private final Transactions transactions;
    private final Announcements announcements;

    public RepublishResource(WriteToken token, Transactions transactions, Announcements announcements) {
        this.token = token;
        this.transactions = transactions;
        this.announcements = announcements;
    }

    /** @param records how many leave */
    public record Republished(int records) {}

    @POST
    public Uni<Republished> republish(@HeaderParam("Authorization") Optional<String> authorization) {
        token.check(authorization);
        return transactions.run(tx -> tx.session()
                .createSelectionQuery(
                        "from PluginRow row where row.published is not null order by row.name", PluginRow.class)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList()
                .map(rows -> {
                    rows.forEach(row -> announcements.again(tx, row));
                    return new Republished(rows.size());
                }));
    }
}

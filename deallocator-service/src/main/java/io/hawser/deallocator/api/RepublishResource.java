package io.hawser.deallocator.api;

import io.hawser.deallocator.Announcements;
import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.deletion.db.DeletionColumns;
import io.hawser.deallocator.inventory.db.NetworkRow;
import io.hawser.deallocator.inventory.db.ServiceRow;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.Transactions;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.LockModeType;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

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
        return transactions.run(tx -> deallocated(tx, ServiceRow.class)
                .chain(services -> deallocated(tx, NetworkRow.class).map(networks -> {
                    services.forEach(row -> say(tx, Resource.SERVICE, row, ServiceRow::name, ServiceRow::deletion));
                    networks.forEach(row -> say(tx, Resource.NETWORK, row, NetworkRow::name, NetworkRow::deletion));
                    return new Republished(services.size() + networks.size());
                })));
    }

    private static <R> Uni<List<R>> deallocated(LedgerTransaction tx, Class<R> type) {
        return tx.session()
                .createSelectionQuery(
                        "from " + type.getSimpleName() + " row where row.deletion.revision > 0 order by row.name", type)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList();
    }

    private <R> void say(
            LedgerTransaction tx,
            Resource resource,
            R row,
            Function<R, String> name,
            Function<R, DeletionColumns> deletion) {
        if (deletion.apply(row).toDomain() instanceof Deletion.Deallocated(long revision)) {
            announcements.deallocation(tx, resource, name.apply(row), revision);
        }
    }
}

package io.hawser.deallocator.api;

import io.hawser.deallocator.deletion.Holders;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.deletion.db.HolderQueries;
import io.hawser.deallocator.inventory.db.NetworkRow;
import io.hawser.deallocator.inventory.db.ServiceRow;
import io.hawser.ledger.catchup.CatchUp;
import io.hawser.ledger.listing.Listing;
import io.hawser.ledger.position.PositionRows.LogPartition;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.Transactions;
import io.hawser.rest.Page;
import io.hawser.rest.PageRequest;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.NotFoundException;
import java.util.List;
import java.util.Map;

/** Reads rows for people, one page at a time, each with the data that its decision would read now. */
@ApplicationScoped
class Pages {
    private final Transactions transactions;
    private final HolderQueries holders;
    private final CatchUp catchUp;

    Pages(Transactions transactions, HolderQueries holders, CatchUp catchUp) {
        this.transactions = transactions;
        this.holders = holders;
        this.catchUp = catchUp;
    }

    record Positions(Map<LogPartition, Long> byPartition) {}

    /** Converts a row for people. */
    interface View<R, V> {
        V of(R row, Holders holders, Positions positions);
    }

    <R, V> Uni<Page<V>> of(Resource resource, Class<R> type, PageRequest asked, View<R, V> view) {
        return transactions.read(tx -> listing(resource)
                .page(
                        tx,
                        asked,
                        names -> names.isEmpty()
                                ? Uni.createFrom().item(List.of())
                                : tx.session()
                                        .createSelectionQuery(
                                                "from " + type.getSimpleName()
                                                        + " row where row.name in :names order by row.name",
                                                type)
                                        .setParameter("names", names)
                                        .getResultList()
                                        .chain(rows -> views(tx, resource, rows, view))));
    }

    private static Listing listing(Resource resource) {
        return switch (resource) {
            case SERVICE ->
                new Listing(
                        "service r where true",
                        "r.name",
                        "octet_length(array_to_string(r.networks || r.own_volumes, ','))");
            case NETWORK -> new Listing("network r where true", "r.name", "0");
        };
    }

    <R, V> Uni<V> one(Resource resource, Class<R> type, String name, View<R, V> view) {
        return transactions
                .read(tx -> tx.session()
                        .get(type, name)
                        .chain(row -> views(tx, resource, row == null ? List.<R>of() : List.of(row), view)))
                .map(found -> found.stream()
                        .findFirst()
                        .orElseThrow(() -> new NotFoundException("no " + resource.word() + " of this name is known")));
    }

    private <R, V> Uni<List<V>> views(LedgerTransaction tx, Resource resource, List<R> rows, View<R, V> view) {
        return holders.of(tx, resource, rows.stream().map(Pages::name).toList())
                .chain(found -> catchUp.positions(tx).map(Positions::new).map(positions -> rows.stream()
                        .map(row -> view.of(row, found.getOrDefault(name(row), Holders.NONE), positions))
                        .toList()));
    }

    private static String name(Object row) {
        return switch (row) {
            case ServiceRow service -> service.name();
            case NetworkRow network -> network.name();
            default -> throw new IllegalArgumentException("not a row with a deletion: " + row);
        };
    }
}

package io.hawser.deallocator.api;

import io.hawser.deallocator.deletion.Holders;
import io.hawser.deallocator.deletion.db.HolderQueries;
import io.hawser.deallocator.inventory.db.ResourceRow;
import io.hawser.deallocator.inventory.db.ServiceRow;
import io.hawser.ledger.catchup.CatchUp;
import io.hawser.ledger.position.PositionRows.LogPartition;
import io.hawser.ledger.tx.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;

/** Rows for people, each with the data that its decision would read now. */
@ApplicationScoped
class Pages {
    private final HolderQueries holders;
    private final CatchUp catchUp;

    Pages(HolderQueries holders, CatchUp catchUp) {
        this.holders = holders;
        this.catchUp = catchUp;
    }

    record Positions(Map<LogPartition, Long> byPartition) {}

    /** Converts a row for people. */
    interface View<R, V> {
        V of(R row, Holders holders, Positions positions);
    }

    <V> Uni<List<V>> services(LedgerTransaction tx, List<ServiceRow> rows, View<ServiceRow, V> view) {
        return holders.ofServicesCounted(tx, rows.stream().map(ServiceRow::name).toList())
                .chain(found -> catchUp.positions(tx).map(Positions::new).map(positions -> rows.stream()
                        .map(row -> view.of(row, found.getOrDefault(row.name(), Holders.NONE), positions))
                        .toList()));
    }

    <V> Uni<List<V>> resources(LedgerTransaction tx, List<ResourceRow> rows, View<ResourceRow, V> view) {
        return holders.ofResourcesCounted(tx, rows.stream().map(ResourceRow::id).toList())
                .chain(found -> catchUp.positions(tx).map(Positions::new).map(positions -> rows.stream()
                        .map(row -> view.of(row, found.getOrDefault(row.key(), Holders.NONE), positions))
                        .toList()));
    }
}

package io.hawser.deallocator.api;

import io.hawser.deallocator.deletion.Holders;
import io.hawser.deallocator.deletion.db.HolderQueries;
import io.hawser.deallocator.inventory.db.ResourceRow;
import io.hawser.deallocator.inventory.db.ServiceRow;
import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.operator.api.RemadeTopics;
import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rows for people, each with the data that its decision would read now. */
@ApplicationScoped
class Pages {
    private final HolderQueries holders;
    private final CatchUp catchUp;
    private final StartGate gate;
    private final RemadeTopics remade;

    Pages(HolderQueries holders, CatchUp catchUp, StartGate gate, RemadeTopics remade) {
        this.holders = holders;
        this.catchUp = catchUp;
        this.gate = gate;
        this.remade = remade;
    }

    /**
     * How far this service is.
     *
     * @param standstill why it decides nothing now; empty: it decides
     */
    record Progress(Map<LogPartition, Long> positions, Optional<String> standstill) {}

    interface View<R, V> {
        V of(R row, Holders holders, Progress progress);
    }

    <V> Uni<List<V>> services(LedgerTransaction tx, List<ServiceRow> rows, View<ServiceRow, V> view) {
        return holders.ofServicesCounted(tx, rows.stream().map(ServiceRow::name).toList())
                .chain(found -> progress(tx).map(progress -> rows.stream()
                        .map(row -> view.of(row, found.getOrDefault(row.name(), Holders.NONE), progress))
                        .toList()));
    }

    <V> Uni<List<V>> resources(LedgerTransaction tx, List<ResourceRow> rows, View<ResourceRow, V> view) {
        return holders.ofResourcesCounted(tx, rows.stream().map(ResourceRow::id).toList())
                .chain(found -> progress(tx).map(progress -> rows.stream()
                        .map(row -> view.of(row, found.getOrDefault(row.key(), Holders.NONE), progress))
                        .toList()));
    }

    private Uni<Progress> progress(LedgerTransaction tx) {
        Optional<String> standstill =
                Optional.of(gate.waitsFor()).filter(waits -> !waits.isEmpty()).or(remade::standstill);
        return catchUp.positions(tx).map(positions -> new Progress(positions, standstill));
    }
}

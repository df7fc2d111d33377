package io.hawser.deallocator.deletion.kafka;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.inventory.db.DeletionColumns;
import io.hawser.deallocator.inventory.db.NetworkRow;
import io.hawser.deallocator.inventory.db.ServiceRow;
import io.hawser.deallocator.kafka.Announcements;
import io.hawser.ledger.operator.StateRecords;
import io.hawser.ledger.tx.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import java.util.function.Function;

/** Writes deallocations again, with the same content and revision. */
@Dependent
class DeallocationRecords {
    private final Announcements announcements;

    DeallocationRecords(Announcements announcements) {
        this.announcements = announcements;
    }

    @Produces
    @ApplicationScoped
    StateRecords services() {
        return StateRecords.on(
                HawserTopic.DEALLOCATIONS,
                (tx, after, limit) -> again(
                        tx, after, limit, Resource.SERVICE, ServiceRow.class, ServiceRow::name, ServiceRow::deletion));
    }

    @Produces
    @ApplicationScoped
    StateRecords networks() {
        return StateRecords.on(
                HawserTopic.DEALLOCATIONS,
                (tx, after, limit) -> again(
                        tx, after, limit, Resource.NETWORK, NetworkRow.class, NetworkRow::name, NetworkRow::deletion));
    }

    private <R> Uni<StateRecords.Page> again(
            LedgerTransaction tx,
            String after,
            int limit,
            Resource resource,
            Class<R> type,
            Function<R, String> name,
            Function<R, DeletionColumns> deletion) {
        return tx.select(type, """
                        where r.revision > 0 and r.name > $1 order by r.name limit $2 for no key update
                        """, after, limit).map(rows -> {
            rows.forEach(row -> say(tx, resource, name.apply(row), deletion.apply(row)));
            return StateRecords.Page.of(rows, name, rows.size());
        });
    }

    private void say(LedgerTransaction tx, Resource resource, String name, DeletionColumns deletion) {
        if (deletion.toDomain() instanceof Deletion.Deallocated(long revision)) {
            announcements.deallocation(tx, resource, name, revision);
        }
    }
}

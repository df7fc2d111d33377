package io.hawser.deallocator.deletion.kafka;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.inventory.db.ResourceRow;
import io.hawser.deallocator.inventory.db.ServiceRow;
import io.hawser.deallocator.kafka.Announcements;
import io.hawser.deallocator.kafka.Kinds;
import io.hawser.ledger.operator.api.StateRecords;
import io.hawser.ledger.tx.db.LedgerTransaction;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Writes deallocations again, with the same content and revision. */
@Dependent
class DeallocationRecords {
    private final Kinds kinds;
    private final Announcements announcements;

    DeallocationRecords(Kinds kinds, Announcements announcements) {
        this.kinds = kinds;
        this.announcements = announcements;
    }

    @Produces
    @Singleton
    StateRecords services() {
        return records(ServiceRow.class, "name", ServiceRow::name, this::say);
    }

    /** Also the commands of resources that are given back by command; a repeated command has no effect. */
    @Produces
    @Singleton
    StateRecords resources() {
        return records(ResourceRow.class, "id", ResourceRow::key, this::say);
    }

    private static <R> StateRecords records(
            Class<R> type, String column, Function<R, String> key, BiConsumer<LedgerTransaction, R> say) {
        String page =
                "where r.revision > 0 and r.%1$s > $1 order by r.%1$s limit $2 for no key update".formatted(column);
        return new StateRecords(
                Set.of(HawserTopic.DEALLOCATIONS),
                (tx, after, limit) -> tx.select(type, page, after, limit).map(rows -> {
                    rows.forEach(row -> say.accept(tx, row));
                    return StateRecords.Page.of(rows, key, rows.size());
                }));
    }

    private void say(LedgerTransaction tx, ServiceRow row) {
        if (row.deletion().toDomain() instanceof Deletion.Deallocated decided) {
            announcements.service(
                    tx, row.name(), decided.revision(), row.deletion().message());
        }
    }

    private void say(LedgerTransaction tx, ResourceRow row) {
        if (row.deletion().toDomain() instanceof Deletion.Deallocated decided) {
            announcements.resource(
                    tx,
                    kinds.of(row.id().kind()),
                    row.toDomain(),
                    decided,
                    row.deletion().message());
        }
    }
}

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
import jakarta.inject.Singleton;

/** Writes deallocations again, with the same content and revision. */
@Dependent
class DeallocationRecords {
    private static final String DECIDED = "r.revision > 0";

    private final Announcements announcements;

    DeallocationRecords(Announcements announcements) {
        this.announcements = announcements;
    }

    @Singleton
    StateRecords services() {
        return StateRecords.ofRows(
                HawserTopic.DEALLOCATIONS, ServiceRow.class, DECIDED, "name", ServiceRow::name, this::say);
    }

    /** Also the commands of resources that are given back by command; a repeated command has no effect. */
    @Singleton
    StateRecords resources() {
        return StateRecords.ofRows(
                HawserTopic.DEALLOCATIONS, ResourceRow.class, DECIDED, "id", ResourceRow::key, this::say);
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
                    Kinds.HAWSERS.of(row.id().kind()),
                    row.toDomain(),
                    decided,
                    row.deletion().message());
        }
    }
}

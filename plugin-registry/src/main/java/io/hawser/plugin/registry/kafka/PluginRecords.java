package io.hawser.plugin.registry.kafka;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.operator.StateRecords;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.plugin.registry.db.PluginRow;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import java.util.Set;

/** Writes plugins' records again, unchanged. */
@ApplicationScoped
public class PluginRecords implements StateRecords {
    private final Announcements announcements;

    public PluginRecords(Announcements announcements) {
        this.announcements = announcements;
    }

    @Override
    public Set<HawserTopic> topics() {
        return Set.of(HawserTopic.PLUGINS);
    }

    @Override
    public Uni<Page> again(LedgerTransaction tx, String after, int limit) {
        return tx.session()
                .createSelectionQuery(
                        "from PluginRow row where row.published is not null and row.name > :after order by row.name",
                        PluginRow.class)
                .setParameter("after", after)
                .setMaxResults(limit)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList()
                .map(rows -> {
                    rows.forEach(row -> announcements.again(tx, row));
                    return Page.of(rows, PluginRow::name, rows.size());
                });
    }
}

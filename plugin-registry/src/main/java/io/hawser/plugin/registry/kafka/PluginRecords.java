package io.hawser.plugin.registry.kafka;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.operator.api.StateRecords;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.plugin.registry.db.PluginRow;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Set;

/** Writes plugins' records again, with the same content. */
@ApplicationScoped
public class PluginRecords {
    private final Announcements announcements;

    public PluginRecords(Announcements announcements) {
        this.announcements = announcements;
    }

    @Produces
    @Singleton
    StateRecords records() {
        return new StateRecords(Set.of(HawserTopic.PLUGINS), this::page);
    }

    private Uni<StateRecords.Page> page(LedgerTransaction tx, String after, int limit) {
        return tx.select(PluginRow.class, """
                        where r.published is not null and r.name > $1 order by r.name limit $2 for no key update
                        """, after, limit).map(rows -> {
            rows.forEach(row -> announcements.again(tx, row));
            return StateRecords.Page.of(rows, PluginRow::name, rows.size());
        });
    }
}

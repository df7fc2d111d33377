package io.hawser.plugin.registry.kafka;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.operator.api.StateRecords;
import io.hawser.plugin.registry.db.PluginRow;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

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
        return StateRecords.ofRows(
                HawserTopic.PLUGINS,
                PluginRow.class,
                "r.published is not null",
                "name",
                PluginRow::name,
                announcements::again);
    }
}

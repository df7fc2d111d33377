package io.hawser.plugin.registry.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.catchup.OwnRecords;
import io.hawser.ledger.catchup.StartGate;
import io.hawser.ledger.tx.InOrder;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.Transactions;
import io.hawser.plugin.registry.db.LockedRegistry;
import io.hawser.plugin.registry.db.PluginRow;
import io.hawser.plugin.registry.kafka.Announcements;
import io.hawser.v1.Plugin;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Compares the plugins with {@code hawser.plugins} after a start and when another database server answers. A record
 * with a revision above the row's was published by a lost database: its readers keep it until a later one is published,
 * even if the plugin is again as the copy has it.
 */
@ApplicationScoped
public class RestoredPlugins {
    private static final Logger LOG = Logger.getLogger(RestoredPlugins.class);

    private final StartGate gate;
    private final Transactions transactions;
    private final OwnRecords records;
    private final Announcements announcements;

    public RestoredPlugins(StartGate gate, Transactions transactions, OwnRecords records, Announcements announcements) {
        this.gate = gate;
        this.transactions = transactions;
        this.records = records;
        this.announcements = announcements;
    }

    void start(@Observes StartupEvent event) {
        gate.onceRead(
                () -> records.since(HawserTopic.PLUGINS, Instant.EPOCH, Plugin.getDefaultInstance(), this::compare));
    }

    private Uni<Void> compare(List<Plugin> published) {
        return transactions
                .read(tx -> older(tx, published))
                .chain(older -> InOrder.each(
                        published.stream()
                                .filter(plugin -> older.contains(plugin.getName()))
                                .toList(),
                        plugin -> transactions.run(tx -> correct(tx, plugin))));
    }

    /** Most starts find none, and then lock no row. */
    private static Uni<List<String>> older(LedgerTransaction tx, List<Plugin> published) {
        return tx.statements()
                .select(
                        """
                        select p.name from plugin p
                        join unnest($1::text[], $2::bigint[]) as published (name, revision)
                          on p.name = published.name and p.revision < published.revision
                        """,
                        published.stream().map(Plugin::getName).toArray(String[]::new),
                        published.stream().map(Plugin::getRevision).toArray(Long[]::new))
                .map(rows -> rows.stream().map(row -> (String) row[0]).toList());
    }

    private Uni<Void> correct(LedgerTransaction tx, Plugin published) {
        return LockedRegistry.lockPlugin(tx, published.getName())
                .invoke(locked -> locked.row(published.getName())
                        .filter(row -> row.revision() < published.getRevision())
                        .ifPresent(row -> correct(tx, locked, row, published)))
                .replaceWithVoid();
    }

    private void correct(LedgerTransaction tx, LockedRegistry locked, PluginRow row, Plugin published) {
        LOG.warnf("the database is an older copy: plugin=%s was published in a later state", row.name());
        byte[] content = published.toBuilder().clearRevision().build().toByteArray();
        row.published(Optional.of(content), published.getRevision());
        announcements.changes(tx, locked, locked.toDomain());
    }
}

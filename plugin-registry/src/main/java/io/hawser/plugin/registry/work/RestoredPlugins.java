package io.hawser.plugin.registry.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.catchup.work.OwnRecords;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.plugin.registry.Health;
import io.hawser.plugin.registry.Registry;
import io.hawser.plugin.registry.db.InstanceRow;
import io.hawser.plugin.registry.db.LockedRegistry;
import io.hawser.plugin.registry.db.PluginRow;
import io.hawser.plugin.registry.kafka.Announcements;
import io.hawser.plugin.registry.kafka.PluginMessage;
import io.hawser.v1.Plugin;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * Compares the plugins with {@code hawser.plugins} after a start and when another database server answers, and
 * publishes what readers do not have. A record with a revision above the row's was published by a lost database: its
 * readers keep it until a later one is published, even if the plugin is again as the copy has it.
 */
@ApplicationScoped
public class RestoredPlugins {
    private static final Logger LOG = Logger.getLogger(RestoredPlugins.class);

    private final StartGate gate;
    private final Transactions transactions;
    private final DatabaseLife life;
    private final OwnRecords records;
    private final Announcements announcements;

    public RestoredPlugins(
            StartGate gate,
            Transactions transactions,
            DatabaseLife life,
            OwnRecords records,
            Announcements announcements) {
        this.gate = gate;
        this.transactions = transactions;
        this.life = life;
        this.records = records;
        this.announcements = announcements;
    }

    void start(@Observes StartupEvent event) {
        gate.onceRead(this::read);
    }

    private Uni<Void> read() {
        long now = life.number();
        Map<String, Plugin> published = new ConcurrentHashMap<>();
        return records.since(HawserTopic.PLUGINS, Instant.EPOCH, Plugin.getDefaultInstance(), portion -> {
                    portion.forEach(plugin -> published.put(plugin.getName(), plugin));
                    return Uni.createFrom().voidItem();
                })
                .chain(() -> InOrder.each(
                        List.copyOf(published.values()), plugin -> transactions.run(tx -> takeOver(tx, plugin))))
                .invoke(() -> announcements.compared(now))
                .chain(() -> transactions.read(tx -> tx.statements().select("select name from plugin")))
                .chain(rows -> InOrder.each(rows, row -> {
                    String name = (String) row[0];
                    return transactions.run(tx -> publish(tx, name, published.containsKey(name)));
                }));
    }

    private Uni<Void> takeOver(LedgerTransaction tx, Plugin published) {
        String name = published.getName();
        return LockedRegistry.lockPluginOrName(tx, name)
                .invoke(locked -> locked.row(name)
                        .ifPresentOrElse(
                                row -> takeOver(tx, locked, row, published), () -> announcements.gone(tx, name)))
                .replaceWithVoid();
    }

    /** An answer that the copy has of another controller than the record's is older than the record. */
    private void takeOver(LedgerTransaction tx, LockedRegistry locked, PluginRow row, Plugin published) {
        if (published.getRevision() <= row.revision()) {
            return;
        }
        LOG.warnf("the database is an older copy: plugin=%s was published in a later state", row.name());
        byte[] content = published.toBuilder().clearRevision().build().toByteArray();
        row.published(Optional.of(content), published.getRevision());
        if (PluginMessage.hasController(published)) {
            Registry known = locked.toDomain();
            Map<String, io.hawser.plugin.registry.Plugin> plugins = new HashMap<>(known.plugins());
            plugins.computeIfPresent(
                    row.name(),
                    (ignored, plugin) -> plugin.unasked(said -> PluginMessage.contradicts(said, published)));
            locked.write(known.with(plugins));
            plugins.values().stream()
                    .flatMap(plugin -> plugin.instances().stream())
                    .filter(instance -> instance.health() instanceof Health.Unasked)
                    .map(instance -> InstanceRow.id(row.name(), instance.name()))
                    .forEach(key -> tx.due(new DueChange.Wake(InstanceRow.KIND, key, tx.now())));
        }
    }

    /** @param known whether the topic has a record of the plugin: a lost life may have deleted it */
    private Uni<Void> publish(LedgerTransaction tx, String name, boolean known) {
        return LockedRegistry.lockPlugin(tx, name)
                .invoke(locked -> locked.row(name).ifPresent(row -> {
                    long before = row.revision();
                    announcements.changes(tx, locked, locked.toDomain());
                    if (!known && row.revision() == before) {
                        announcements.again(tx, row);
                    }
                }))
                .replaceWithVoid();
    }
}

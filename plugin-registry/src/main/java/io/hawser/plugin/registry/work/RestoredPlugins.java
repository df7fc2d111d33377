package io.hawser.plugin.registry.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.catchup.OwnRecords;
import io.hawser.ledger.catchup.StartGate;
import io.hawser.ledger.tx.DatabaseLife;
import io.hawser.ledger.tx.InOrder;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.Transactions;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * Compares the plugins with {@code hawser.plugins} after a start and when another database server answers, and
 * publishes what readers do not have. A record with a revision above the row's was published by a lost database: its
 * readers keep it until a later one is published, even if the plugin is again as the copy has it. What was read since
 * then may have drawn a higher revision.
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
                .chain(() -> each(published.keySet(), name -> tx -> compare(tx, name, published)))
                .invoke(() -> announcements.compared(now))
                .chain(() -> each(Set.of(), name -> tx -> publish(tx, name)));
    }

    private Uni<Void> each(Set<String> also, Function<String, Function<LedgerTransaction, Uni<Void>>> work) {
        return transactions
                .read(tx -> tx.statements().select("select name from plugin"))
                .chain(rows -> {
                    Set<String> names = new TreeSet<>(also);
                    rows.forEach(row -> names.add((String) row[0]));
                    return InOrder.each(List.copyOf(names), name -> transactions.run(work.apply(name)));
                });
    }

    private Uni<Void> compare(LedgerTransaction tx, String name, Map<String, Plugin> published) {
        Optional<Plugin> lost = Optional.ofNullable(published.get(name));
        return LockedRegistry.lockPluginOrName(tx, name)
                .invoke(locked -> locked.row(name)
                        .ifPresentOrElse(row -> compare(tx, locked, row, lost), () -> announcements.gone(tx, name)))
                .replaceWithVoid();
    }

    private void compare(LedgerTransaction tx, LockedRegistry locked, PluginRow row, Optional<Plugin> lost) {
        Optional<Plugin> known = row.published().map(Announcements::parse);
        boolean later =
                lost.filter(plugin -> plugin.getRevision() > row.revision()).isPresent();
        Optional<Plugin> taught =
                later ? Optional.empty() : lost.flatMap(it -> PluginMessage.withController(it, known));
        if (later) {
            LOG.warnf("the database is an older copy: plugin=%s was published in a later state", row.name());
            Plugin readers = lost.orElseThrow();
            row.published(
                    Optional.of(readers.toBuilder().clearRevision().build().toByteArray()), readers.getRevision());
        }
        taught.ifPresent(plugin -> row.published(Optional.of(plugin.toByteArray()), row.revision()));
        long before = row.revision();
        announcements.changes(tx, locked, locked.toDomain());
        if (row.revision() == before && (lost.isEmpty() || taught.isPresent())) {
            announcements.again(tx, row);
        }
    }

    /** What was not published before the comparison is published now. */
    private Uni<Void> publish(LedgerTransaction tx, String name) {
        return LockedRegistry.lockPlugin(tx, name)
                .invoke(locked -> announcements.changes(tx, locked, locked.toDomain()))
                .replaceWithVoid();
    }
}

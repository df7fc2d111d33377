package io.hawser.volume.lifecycle.work;

import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.due.work.DueLoop;
import io.hawser.ledger.due.work.DueRows;
import io.hawser.ledger.due.work.DueSettings;
import io.hawser.ledger.due.work.DueSignal;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Statements;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.hawser.volume.plugin.db.PluginRow;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The loop over changed plugins: wakes a plugin's volumes page by page, each page when the one before is decided. So a
 * change of a plugin with very many volumes delays neither the intake nor the volumes of other plugins.
 */
@ApplicationScoped
public class ChangedPlugins {
    private static final int AT_ONCE = 4;
    static final int PAGE = 256;
    private static final Duration LOOK = Duration.ofMillis(50);
    /** A page that is not decided by then, because its work fails, does not hold up the next one. */
    private static final int LOOKS = 100;
    /** If this process dies, another one begins again with the first page after this time. */
    private static final Duration PAUSE = Duration.ofSeconds(30);

    private final Transactions transactions;
    private final StartGate gate;

    @Produces
    final DueLoop loop;

    public ChangedPlugins(
            Transactions transactions, StartGate gate, LedgerConfig ledger, DueSignal signal, Vertx vertx) {
        this.transactions = transactions;
        this.gate = gate;
        this.loop = new DueLoop(
                        new DueSettings(PluginRow.KIND, 1, AT_ONCE, ledger.due()),
                        transactions,
                        vertx,
                        signal,
                        plugins -> work(new PluginName(plugins.getFirst())))
                .onlyWhile(gate::isOpen);
    }

    private Uni<Void> work(PluginName plugin) {
        AtomicReference<String> last = new AtomicReference<>("");
        return transactions.single(statements -> changed(statements, plugin)).chain(before -> Multi.createBy()
                .repeating()
                .uni(() -> gate.whenOpen(tx -> page(tx, plugin, last.get()))
                        .call(this::decided)
                        .invoke(names -> last.set(names.isEmpty() ? "" : names.getLast())))
                .until(names -> names.size() < PAGE)
                .onItem()
                .ignoreAsUni()
                .chain(() -> gate.whenOpen(tx -> end(tx, plugin, before))));
    }

    private static Uni<List<String>> page(LedgerTransaction tx, PluginName plugin, String after) {
        tx.due(new DueChange.At(PluginRow.KIND, plugin.value(), "", tx.now().plus(PAUSE)));
        return tx.statements()
                .select(
                        "select name from volume where plugin = $1 and name > $2 order by name limit $3",
                        plugin.value(),
                        after,
                        PAGE)
                .map(rows -> rows.stream().map(row -> (String) row[0]).toList())
                .invoke(names -> names.forEach(name -> VolumeRow.wake(tx, new VolumeName(name))));
    }

    /** A decision writes a computed time over the wake. */
    private Uni<Void> decided(List<String> names) {
        return Uni.createFrom()
                .deferred(() -> transactions.single(
                        statements -> statements.select("""
                        select 1 from ledger_due
                        where kind = 'volume' and key = any($1) and woken and due <= now() limit 1
                        """, (Object) names.toArray(String[]::new))))
                .repeat()
                .withDelay(LOOK)
                .until(List::isEmpty)
                .select()
                .first(LOOKS)
                .onItem()
                .ignoreAsUni();
    }

    /**
     * A page writes a computed time without a lock on the plugin, and so perhaps over the wake of a later change. So
     * the plugin is read again here, under the lock of its due row: either its change is seen, or its wake comes later.
     */
    private static Uni<Void> end(LedgerTransaction tx, PluginName plugin, Optional<Long> before) {
        return DueRows.lock(tx.statements(), PluginRow.KIND, plugin.value())
                .chain(() -> changed(tx.statements(), plugin))
                .invoke(now -> tx.due(
                        before.equals(now)
                                ? new DueChange.Never(PluginRow.KIND, plugin.value())
                                : new DueChange.At(PluginRow.KIND, plugin.value(), "", tx.now())))
                .replaceWithVoid();
    }

    /** @return the revision of the last change; empty if the plugin is gone */
    private static Uni<Optional<Long>> changed(Statements statements, PluginName plugin) {
        return statements
                .select("select changed_revision from plugin where name = $1", plugin.value())
                .map(rows -> rows.stream().findFirst().map(row -> (Long) row[0]));
    }
}

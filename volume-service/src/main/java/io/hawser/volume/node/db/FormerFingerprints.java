package io.hawser.volume.node.db;

import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Statements;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.NodePlugin;
import io.hawser.volume.id.PluginName;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.List;

/**
 * Fingerprints that a node's former agent, or one that never counted, left on the topic, and that do not count here.
 * The present agent may have written some of the same keys meanwhile, so the others get their tombstones only after it
 * has repeated its own. An agent that does not count yet repeats its own, too, so these stay as long as it writes. The
 * lock of the node's speaker guards them.
 */
public final class FormerFingerprints {
    private FormerFingerprints() {}

    /** @param since when another agent took the place, or the one that does not count wrote it last */
    public record Former(NodePlugin id, Instant since) {}

    /** Another agent speaks for their node now. */
    public static Uni<Void> drop(LedgerTransaction tx, List<NodePluginRow> rows) {
        rows.forEach(tx::remove);
        return left(tx, rows.stream().map(NodePluginRow::id).toList());
    }

    /** An agent that does not count has written a key that the node's agent has not. */
    public static Uni<Void> overheard(LedgerTransaction tx, NodePlugin id) {
        return left(tx, List.of(id));
    }

    private static Uni<Void> left(LedgerTransaction tx, List<NodePlugin> ids) {
        if (ids.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        ids.forEach(id -> tx.due(new DueChange.Wake(NodeRow.KIND, id.node().value(), tx.now())));
        return tx.execute(
                """
                insert into former_fingerprint (node, plugin, since)
                select n, p, $3 from unnest($1::text[], $2::text[]) as former (n, p)
                on conflict (node, plugin) do update set since = excluded.since
                """,
                ids.stream().map(id -> id.node().value()).toArray(String[]::new),
                ids.stream().map(id -> id.plugin().value()).toArray(String[]::new),
                tx.now());
    }

    public static Uni<List<Former>> on(LedgerTransaction tx, NodeName node) {
        return tx.statements()
                .select(
                        "select plugin, since from former_fingerprint where node = $1 order by since desc, plugin",
                        node.value())
                .map(rows -> rows.stream()
                        .map(row -> new Former(
                                new NodePlugin(node, new PluginName((String) row[0])), Statements.instant(row[1])))
                        .toList());
    }

    /** The present agent has written this key, or it has its tombstone. */
    public static Uni<Void> ended(LedgerTransaction tx, NodePlugin id) {
        return tx.execute(
                "delete from former_fingerprint where node = $1 and plugin = $2",
                id.node().value(),
                id.plugin().value());
    }
}

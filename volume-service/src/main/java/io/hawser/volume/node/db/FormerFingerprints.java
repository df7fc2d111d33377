package io.hawser.volume.node.db;

import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.NodePlugin;
import io.hawser.volume.id.PluginName;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;

/**
 * Fingerprints that a node's former agent left on the topic, and that count here no more. The present agent may have
 * written some of the same keys meanwhile, so the others get their tombstones only after it has repeated its own. The
 * lock of the node's speaker guards them.
 */
public final class FormerFingerprints {
    private FormerFingerprints() {}

    /** @param since when another agent took the place */
    public record Former(NodePlugin id, Instant since) {}

    /** Another agent speaks for their node now. */
    public static Uni<Void> drop(LedgerTransaction tx, List<NodePluginRow> rows) {
        if (rows.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        rows.forEach(row -> {
            tx.remove(row);
            tx.due(new DueChange.Wake(NodeRow.KIND, row.node, tx.now()));
        });
        return tx.execute(
                """
                insert into former_fingerprint (node, plugin, since)
                select n, p, $3 from unnest($1::text[], $2::text[]) as former (n, p)
                on conflict (node, plugin) do update set since = excluded.since
                """,
                rows.stream().map(row -> row.node).toArray(String[]::new),
                rows.stream().map(row -> row.plugin).toArray(String[]::new),
                tx.now().atOffset(ZoneOffset.UTC));
    }

    public static Uni<List<Former>> on(LedgerTransaction tx, NodeName node) {
        return tx.statements()
                .select(
                        "select plugin, since from former_fingerprint where node = $1 order by since desc, plugin",
                        node.value())
                .map(rows -> rows.stream()
                        .map(row -> new Former(
                                new NodePlugin(node, new PluginName((String) row[0])),
                                ((OffsetDateTime) row[1]).toInstant()))
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

package io.hawser.volume.orphan.db;

import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Statements;
import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.NodeVolume;
import io.hawser.volume.id.VolumeName;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The table of mounts whose volumes do not exist. A person must unmount them. */
public final class UnknownMounts {
    private UnknownMounts() {}

    /**
     * Those of a node.
     *
     * @param volumes some of their names
     * @param since when the first of them was reported
     */
    public record OnNode(NodeName node, long count, List<String> volumes, Instant since) {}

    /**
     * Agents repeat each report every few minutes. What was not repeated for an hour has ended, and no record says so:
     * its agent forgot it, or another machine has the node's name.
     *
     * @param uid of the volume's creation that the node speaks of
     * @return whether the mount was not there yet, or was of another creation
     */
    public static Uni<Boolean> isNew(LedgerTransaction tx, NodeVolume mount, String uid) {
        return tx.statements()
                .select("""
                        with before as (select since from unknown_mount
                                        where key = $1 and uid = $4 and heard > $5::timestamptz - interval '1 hour')
                        insert into unknown_mount as u (key, node, volume, uid, since, heard)
                        values ($1, $2, $3, $4, coalesce((select since from before), $5), $5)
                        on conflict (key) do update
                          set uid = excluded.uid, since = excluded.since, heard = excluded.heard
                        returning not exists (select 1 from before)
                        """, mount.key(), mount.node().value(), mount.volume().value(), uid, tx.now())
                .map(rows -> (Boolean) rows.getFirst()[0]);
    }

    /** Those of these mounts. */
    public static Uni<List<NodeVolume>> among(LedgerTransaction tx, Collection<NodeVolume> mounts) {
        return mounts.isEmpty()
                ? Uni.createFrom().item(List.of())
                : tx.statements()
                        .select("select key from unknown_mount where key = any($1)", (Object) keys(mounts))
                        .map(rows -> rows.stream()
                                .flatMap(row -> NodeVolume.parse((String) row[0]).stream())
                                .toList());
    }

    /**
     * A mount of a volume that does not exist.
     *
     * @param uid of the volume, as the node reports it
     */
    public record Mount(NodeName node, VolumeName volume, String uid) {}

    /** The mounts under these names. The last report of a silent node counts. */
    public static Uni<List<Mount>> under(LedgerTransaction tx, Collection<VolumeName> names) {
        return names.isEmpty()
                ? Uni.createFrom().item(List.of())
                : tx.statements().select("""
                                select u.node, u.volume, u.uid
                                from unknown_mount u left join ledger_heard h on h.name = u.node
                                where u.volume = any($1)
                                  and u.heard > coalesce(h.applied, u.heard) - interval '1 hour'
                                order by u.node
                                """, (Object) Identifier.array(names)).map(rows -> rows.stream()
                        .map(row -> new Mount(
                                new NodeName((String) row[0]), new VolumeName((String) row[1]), (String) row[2]))
                        .toList());
    }

    private static String[] keys(Collection<NodeVolume> mounts) {
        return mounts.stream().map(NodeVolume::key).toArray(String[]::new);
    }

    /** The nodes report something else of these volumes by now, or nothing. */
    public static Uni<Void> gone(LedgerTransaction tx, Collection<NodeVolume> mounts) {
        return mounts.isEmpty()
                ? Uni.createFrom().voidItem()
                : tx.execute("delete from unknown_mount where key = any($1)", (Object) keys(mounts));
    }

    /** The node is removed, and nothing is expected of it. */
    public static Uni<Void> forget(LedgerTransaction tx, NodeName node) {
        return tx.execute("delete from unknown_mount where node = $1", node.value());
    }

    /** By node. A volume may exist by now, if its creation is read again after a restore. A silent node is believed. */
    public static Uni<Map<NodeName, OnNode>> on(Statements statements, List<String> nodes) {
        return statements.select("""
                        select node, count(*), (array_agg(volume order by volume))[1:3], min(since)
                        from unknown_mount u left join ledger_heard h on h.name = u.node
                        where node = any($1) and u.heard > coalesce(h.applied, u.heard) - interval '1 hour'
                          and not exists (select 1 from volume where name = u.volume and uid = u.uid)
                        group by node
                        """, (Object) nodes.toArray(String[]::new)).map(rows -> rows.stream()
                .map(row -> new OnNode(
                        new NodeName((String) row[0]),
                        (Long) row[1],
                        List.of((String[]) row[2]),
                        Statements.instant(row[3])))
                .collect(Collectors.toMap(OnNode::node, there -> there)));
    }
}

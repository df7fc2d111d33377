package io.hawser.volume.orphan.db;

import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Statements;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.MountReport;
import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.NodeVolume;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.node.db.NodePluginRow;
import io.hawser.volume.orphan.UnexplainedMount;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The table of unresolved orphaned mounts. */
public final class OrphanRows {
    /** The kind of this due work; its keys are {@code node/volume}. */
    public static final String KIND = "orphan";

    private OrphanRows() {}

    /**
     * An unresolved orphaned mount.
     *
     * @param report {@code hawser.v1.MountReport}
     * @param barrier how far the logs must be read first; empty = not noted yet
     * @param since when it was first reported
     * @param message why it is unresolved; empty = not examined yet
     * @param csiNodeId the plugin's id of the node, if {@code hawser.volumes} or a listing says that the volume may be
     *     attached there; empty = only the node's report is known
     * @param generation that the node was given last, as far as known
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by isSame only
    public record Orphaned(
            NodeName node,
            VolumeName volume,
            String uid,
            byte[] report,
            Optional<String> barrier,
            Instant since,
            String message,
            String csiNodeId,
            long generation) {
        public String key() {
            return OrphanRows.key(node, volume);
        }

        /** Whether a decision about the one is a decision about the other: nothing was reported in between. */
        public boolean isSame(Orphaned other) {
            return uid.equals(other.uid)
                    && Arrays.equals(report, other.report)
                    && barrier.equals(other.barrier)
                    && csiNodeId.equals(other.csiNodeId)
                    && generation == other.generation;
        }
    }

    public static String key(NodeName node, VolumeName volume) {
        return new NodeVolume(node, volume).key();
    }

    /** A newer report of the same mount replaces the older one. The barrier is noted again; the start time stays. */
    public static Uni<Void> store(LedgerTransaction tx, MountReport report) {
        return tx.execute(
                """
                insert into orphaned_mount as u (key, node, volume, uid, report, since, generation)
                values ($1, $2, $3, $4, $5, $6, $7)
                on conflict (key) do update set uid = excluded.uid, report = excluded.report, barrier = null,
                  generation = case when u.uid = excluded.uid
                    then greatest(u.generation, excluded.generation) else excluded.generation end,
                  since = case when u.uid = excluded.uid then u.since else excluded.since end,
                  message = case when u.uid = excluded.uid then u.message else '' end,
                  csi_node_id = case when u.uid = excluded.uid then u.csi_node_id else '' end
                """,
                key(new NodeName(report.getNode()), new VolumeName(report.getVolume())),
                report.getNode(),
                report.getVolume(),
                report.getUid(),
                Buffer.buffer(report.toByteArray()),
                tx.now(),
                report.getGeneration());
    }

    /**
     * {@code hawser.volumes} after a restore, or a listing, names the node, which may not have reported anything.
     *
     * @param report stands in for the node's own
     */
    public static Uni<Void> perhapsAttached(LedgerTransaction tx, MountReport report, String csiNodeId) {
        String key = key(new NodeName(report.getNode()), new VolumeName(report.getVolume()));
        tx.due(new DueChange.Wake(KIND, key, tx.now()));
        return tx.execute(
                """
                insert into orphaned_mount as u (key, node, volume, uid, report, since, csi_node_id, generation)
                values ($1, $2, $3, $4, $5, $6, $7, $8)
                on conflict (key) do update set csi_node_id = excluded.csi_node_id,
                  generation = greatest(u.generation, excluded.generation)
                where u.uid = excluded.uid
                """,
                key,
                report.getNode(),
                report.getVolume(),
                report.getUid(),
                Buffer.buffer(report.toByteArray()),
                tx.now(),
                csiNodeId,
                report.getGeneration());
    }

    /**
     * The volume may be attached to nodes of its plugin that may never have known of it. Nodes that have a publication
     * of it are left out: that one settles it, perhaps under another id of the node.
     *
     * @param where whether this fingerprint is of such a node
     */
    public static Uni<Void> perhapsAttached(
            LedgerTransaction tx, PluginName plugin, VolumeName volume, String uid, Predicate<Fingerprint> where) {
        return NodePluginRow.of(tx, plugin)
                .map(rows -> rows.stream()
                        .map(NodePluginRow::fingerprint)
                        .filter(where)
                        .toList())
                .chain(nodes -> withoutPublication(tx.statements(), volume, nodes))
                .chain(nodes -> InOrder.each(
                        nodes,
                        node -> perhapsAttached(
                                tx,
                                MountReport.newBuilder()
                                        .setNode(node.getNode())
                                        .setVolume(volume.value())
                                        .setUid(uid)
                                        .build(),
                                node.getCsiNodeId())));
    }

    private static Uni<List<Fingerprint>> withoutPublication(
            Statements statements, VolumeName volume, List<Fingerprint> nodes) {
        return nodes.isEmpty()
                ? Uni.createFrom().item(nodes)
                : statements
                        .select("select node from publication where volume = $1", volume.value())
                        .map(rows -> rows.stream().map(row -> (String) row[0]).collect(Collectors.toSet()))
                        .map(published -> nodes.stream()
                                .filter(node -> !published.contains(node.getNode()))
                                .toList());
    }

    /** The nodes with unresolved orphaned mounts of these volumes. */
    public static Uni<List<MountedSomewhere>> of(Statements statements, Collection<VolumeName> volumes) {
        return statements.select("""
                        select u.volume, u.node, u.since, u.message, u.report, u.generation, p.reported
                        from orphaned_mount u join volume v on v.name = u.volume and v.uid = u.uid
                        left join publication p on p.volume = u.volume and p.node = u.node and p.generation > 0
                        where u.volume = any($1)
                        """, (Object) Identifier.array(volumes)).map(rows -> rows.stream()
                .map(row -> new MountedSomewhere(
                        new VolumeName((String) row[0]),
                        new NodeName((String) row[1]),
                        Statements.instant(row[2]),
                        (String) row[3],
                        UnexplainedMount.of(
                                report(row[4]),
                                (Long) row[5],
                                Optional.ofNullable(row[6]).map(OrphanRows::report))))
                .toList());
    }

    private static MountReport report(Object column) {
        return ColumnCodec.read(MountReport.parser(), Statements.bytes(column));
    }

    /** A node with an orphaned mount of a volume: since when, and why it is unresolved. */
    public record MountedSomewhere(
            VolumeName volume, NodeName node, Instant since, String message, UnexplainedMount mount) {}

    /**
     * The node reports that nothing is left. A volume that may be attached there must still be detached, and a node
     * that has not read its last assignment may yet mount the volume.
     */
    public static Uni<Void> gone(LedgerTransaction tx, NodeName node, VolumeName volume, MountReport report) {
        return tx.execute(
                """
                with detached as (
                  delete from orphaned_mount where key = $1 and uid = $3 and csi_node_id = '' and generation <= $4)
                update orphaned_mount set report = $2, barrier = null
                where key = $1 and uid = $3 and (csi_node_id <> '' or generation > $4)
                """, key(node, volume), Buffer.buffer(report.toByteArray()), report.getUid(), report.getGeneration());
    }

    public static Uni<Optional<Orphaned>> find(Statements statements, String key) {
        return statements.select("""
                        select node, volume, uid, report, barrier, since, message, csi_node_id, generation
                        from orphaned_mount where key = $1
                        """, key).map(rows -> rows.stream()
                .findFirst()
                .map(row -> new Orphaned(
                        new NodeName((String) row[0]),
                        new VolumeName((String) row[1]),
                        (String) row[2],
                        Statements.bytes(row[3]),
                        Optional.ofNullable((String) row[4]),
                        Statements.instant(row[5]),
                        (String) row[6],
                        (String) row[7],
                        (Long) row[8])));
    }

    /** A later report needs a later barrier, so the report must still be the same. */
    public static Uni<Void> note(LedgerTransaction tx, Orphaned seen, String barrier) {
        return tx.execute(
                "update orphaned_mount set barrier = $2 where key = $1 and barrier is null and report = $3",
                seen.key(),
                barrier,
                Buffer.buffer(seen.report()));
    }

    /** A start time in the future (the clock went back) is replaced. */
    public static Uni<Void> waits(LedgerTransaction tx, String key, String message) {
        return tx.execute(
                "update orphaned_mount set message = $2, since = least(since, $3) where key = $1",
                key,
                message,
                tx.now());
    }

    /** A report of a volume that does not exist comes under no lock: what is newer stays, and is decided again. */
    public static Uni<Void> done(LedgerTransaction tx, Orphaned orphaned) {
        return tx.statements()
                .update(
                        """
                        delete from orphaned_mount
                        where key = $1 and uid = $2 and report = $3 and csi_node_id = $4 and generation = $5
                        """,
                        orphaned.key(),
                        orphaned.uid(),
                        Buffer.buffer(orphaned.report()),
                        orphaned.csiNodeId(),
                        orphaned.generation())
                .invoke(deleted -> tx.due(
                        deleted == 0
                                ? new DueChange.Wake(KIND, orphaned.key(), tx.now())
                                : new DueChange.Forget(KIND, orphaned.key())))
                .replaceWithVoid();
    }
}

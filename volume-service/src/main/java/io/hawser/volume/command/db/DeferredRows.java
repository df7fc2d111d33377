package io.hawser.volume.command.db;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.Origin;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Statements;
import io.hawser.message.Events;
import io.hawser.v1.DeferredCommand;
import io.hawser.volume.command.CreationUid;
import io.hawser.volume.command.VolumeCommand;
import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The table of commands that name something unknown, or a name that is not free yet, and therefore wait. The commands
 * of a volume are a queue: none overtakes another. Their locks come before all others, because the volume that they
 * create is found only by a read after they were decided.
 */
public final class DeferredRows {
    /** The kind of this due work; its keys are volumes. */
    public static final String KIND = "deferred";

    private static final int TOGETHER = 100;
    private static final long BYTES_TOGETHER = 1024 * 1024;

    private DeferredRows() {}

    /**
     * A waiting command.
     *
     * @param barrier how far the logs must be read first; empty = not noted yet
     * @param backlog whether a lost database may have acted on it
     */
    public record DeferredRow(long seq, VolumeCommand command, Optional<String> barrier, boolean backlog) {}

    /**
     * Stores a command that waits.
     *
     * @param message what is unknown, for people
     * @param backlog whether a lost database may have acted on it
     */
    public static Uni<Void> add(LedgerTransaction tx, VolumeCommand command, String message, boolean backlog) {
        Decoded.Known record = command.record();
        String volume = command.volume().value();
        Origin origin = record.origin();
        tx.due(new DueChange.Wake(KIND, volume, tx.now()));
        return tx.execute(
                """
                insert into deferred_command (
                  volume, id, type, key, message, topic, topic_id, part, at_offset, waits_for, warnings,
                  backlog)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
                """,
                volume,
                record.id(),
                record.type(),
                record.key(),
                Buffer.buffer(record.message().toByteArray()),
                origin.topic(),
                origin.topicId(),
                origin.partition(),
                origin.offset(),
                message,
                record.warnings().toArray(String[]::new),
                backlog);
    }

    /**
     * The volumes with a waiting command. The last command of each stays undecided until this transaction ends, so a
     * command queued behind it is in the right place. The first may be decided meanwhile if several wait.
     */
    public static Uni<Set<VolumeName>> lock(LedgerTransaction tx, Collection<VolumeName> volumes) {
        if (volumes.isEmpty()) {
            return Uni.createFrom().item(Set.of());
        }
        return tx.statements().select("""
                        select w.volume from unnest($1::text[]) as asked (volume)
                          cross join lateral (
                            select max(seq) as seq from deferred_command d where d.volume = asked.volume) last
                          join deferred_command w on w.seq = last.seq
                        order by w.volume for update of w
                        """, (Object) Identifier.array(volumes)).map(rows -> rows.stream()
                .map(row -> new VolumeName((String) row[0]))
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    /**
     * Whether the volume of this uid exists, or a waiting command creates it. One statement sees the one or the other.
     */
    public static Uni<Boolean> isExpected(Statements statements, VolumeName volume, String uid) {
        return statements.select("""
                        select exists (select 1 from volume where name = $1 and uid = $2),
                          topic, topic_id, part, at_offset, id
                        from (select 1) once left join deferred_command on volume = $1
                        """, volume.value(), uid).map(rows -> rows.stream()
                .anyMatch(row -> (Boolean) row[0] || row[1] != null && uid.equals(uidOf(row))));
    }

    /** A node with a mount of a volume that a waiting command creates, and the id of that volume at its plugin. */
    public record LaterMount(NodeName node, PluginName plugin, String volumeId) {}

    /** Such mounts on these nodes. */
    public static Uni<List<LaterMount>> mountedOn(Statements statements, Collection<NodeName> nodes) {
        return nodes.isEmpty()
                ? Uni.createFrom().item(List.of())
                : statements
                        .select(
                                """
                                select u.uid, d.topic, d.topic_id, d.part, d.at_offset, d.id, d.key, d.type, d.message,
                                  u.node
                                from orphaned_mount u join deferred_command d on d.volume = u.volume
                                where u.node = any($1) and d.type = any($2)
                                """,
                                Identifier.array(nodes),
                                VolumeCommand.PROTOTYPES.keySet().toArray(String[]::new))
                        .map(rows -> rows.stream()
                                .filter(row -> row[0].equals(uidOf(row)))
                                .flatMap(row -> laterMount(row).stream())
                                .toList());
    }

    private static Optional<LaterMount> laterMount(Object[] row) {
        VolumeCommand command = VolumeCommand.stored(
                origin(row), (String) row[6], (String) row[5], (String) row[7], Statements.bytes(row[8]), List.of());
        return command.claimedId()
                .map(id -> new LaterMount(
                        new NodeName((String) row[9]),
                        new PluginName(command.created().orElseThrow().getPlugin()),
                        id));
    }

    private static String uidOf(Object[] row) {
        return CreationUid.of(origin(row), (String) row[5]);
    }

    private static Origin origin(Object[] row) {
        return new Origin((String) row[1], (String) row[2], (Integer) row[3], (Long) row[4]);
    }

    /** The interim answer of a waiting command. */
    public static Uni<Optional<DeferredCommand>> find(LedgerTransaction tx, String id) {
        return tx.statements()
                .select(
                        "select type, volume, waits_for, since from deferred_command where id = $1 order by seq "
                                + "limit 1",
                        id)
                .map(rows -> rows.stream().findFirst().map(row -> DeferredCommand.newBuilder()
                        .setCommandId(id)
                        .setCommandType((String) row[0])
                        .setEntity((String) row[1])
                        .setMessage((String) row[2])
                        .setSince(Events.timestamp(Statements.instant(row[3])))
                        .build()));
    }

    /** The first commands of a volume, locked: at most {@value #TOGETHER}, fewer if they are large. */
    public static Uni<List<DeferredRow>> first(Statements statements, VolumeName volume) {
        return statements
                .select("""
                        select seq, id, type, key, message, topic, topic_id, part, at_offset, barrier, warnings,
                          backlog
                        from deferred_command where seq in (
                          select seq from (
                            select seq, sum(bytes) over (order by seq) - bytes as bytes_before from (
                              select seq, octet_length(message) as bytes
                              from deferred_command where volume = $1 order by seq limit $2) page) sized
                          where bytes_before < $3)
                        order by seq for update
                        """, volume.value(), TOGETHER, BYTES_TOGETHER)
                .map(rows -> rows.stream().map(DeferredRows::read).toList());
    }

    private static DeferredRow read(Object[] row) {
        Origin origin = new Origin((String) row[5], (String) row[6], (Integer) row[7], (Long) row[8]);
        VolumeCommand command = VolumeCommand.stored(
                origin, (String) row[3], (String) row[1], (String) row[2], Statements.bytes(row[4]), List.of((String[])
                        row[10]));
        return new DeferredRow((Long) row[0], command, Optional.ofNullable((String) row[9]), (Boolean) row[11]);
    }

    /** @param message why it waits now, for people */
    public static Uni<Void> waits(LedgerTransaction tx, DeferredRow waiting, String message) {
        return tx.execute(
                "update deferred_command set waits_for = $2 where seq = $1 and waits_for <> $2",
                waiting.seq(),
                message);
    }

    /** The newest command without a barrier; a barrier noted from now on covers it. */
    public static Uni<Optional<Long>> unnoted(Statements statements, VolumeName volume) {
        return statements
                .select("select max(seq) from deferred_command where volume = $1 and barrier is null", volume.value())
                .map(rows -> Optional.ofNullable((Long) rows.getFirst()[0]));
    }

    public static Uni<Void> note(LedgerTransaction tx, VolumeName volume, long upTo, String barrier) {
        return tx.execute(
                "update deferred_command set barrier = $3 where volume = $1 and seq <= $2 and barrier is null",
                volume.value(),
                upTo,
                barrier);
    }

    public static Uni<Void> remove(LedgerTransaction tx, List<DeferredRow> decided) {
        return tx.execute("delete from deferred_command where seq = any($1)", (Object)
                decided.stream().map(DeferredRow::seq).toArray(Long[]::new));
    }
}

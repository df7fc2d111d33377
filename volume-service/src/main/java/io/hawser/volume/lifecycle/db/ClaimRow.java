package io.hawser.volume.lifecycle.db;

import io.hawser.ledger.tx.db.KeyedRows;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.VolumeName;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** {@code lifecycle.Claim}. */
@Entity
@Table(name = "claim")
@IdClass(ClaimRow.Key.class)
public class ClaimRow {
    public record Key(String task, String target) {}

    @Id
    public String task;

    @Id
    public String target;

    public String volume;
    public String source;
    public String node;
    public String targetId;
    public boolean readOnly;
    public String[] mountFlags = {};
    public String state;
    public long requestedAt;
    public long droppedGeneration;
    public String reason = "";
    public String message;
    public String[] awaits;
    public String path;

    public NodeName nodeName() {
        return new NodeName(node);
    }

    /** The volume that the claim holds; a waiting claim has none. */
    public VolumeName volumeName() {
        return new VolumeName(volume);
    }

    /** The claims on each of these volumes that has any; guarded by the volumes' locks. */
    public static Uni<Map<VolumeName, List<ClaimRow>>> of(LedgerTransaction tx, Collection<VolumeName> volumes) {
        return KeyedRows.of(
                        tx,
                        ClaimRow.class,
                        "where r.volume = any($1) order by r.task, r.target",
                        Identifier.values(volumes),
                        RowLock.NONE)
                .map(rows -> rows.stream().collect(Collectors.groupingBy(ClaimRow::volumeName)));
    }

    /** Waiting claims; guarded by the locks of the volumes that match the source. */
    public static Uni<List<ClaimRow>> waitingFor(LedgerTransaction tx, Collection<String> sources) {
        return KeyedRows.of(
                tx,
                ClaimRow.class,
                "where r.state = 'WAITING' and r.source = any($1) order by r.requested_at, r.task, r.target",
                sources,
                RowLock.NONE);
    }

    /** Waiting claims for these volumes, by name or group; guarded by the volumes' locks. */
    public static Uni<List<ClaimRow>> waitingForVolumes(LedgerTransaction tx, Collection<VolumeName> volumes) {
        return KeyedRows.of(tx, ClaimRow.class, """
                where r.state = 'WAITING' and r.source = any($1 || array(
                  select 'group:' || volume_group from volume where name = any($1) and volume_group <> ''))
                order by r.requested_at, r.task, r.target
                """, Identifier.values(volumes), RowLock.NONE);
    }

    public static Uni<List<ClaimRow>> ofTasks(LedgerTransaction tx, Collection<String> tasks) {
        return KeyedRows.of(
                tx, ClaimRow.class, "where r.task = any($1) order by r.task, r.target", tasks, RowLock.NONE);
    }
}

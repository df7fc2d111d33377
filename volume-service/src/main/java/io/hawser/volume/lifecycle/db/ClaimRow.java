package io.hawser.volume.lifecycle.db;

import io.hawser.ledger.tx.KeyedRows;
import io.hawser.ledger.tx.Removable;
import io.hawser.ledger.tx.RowKey;
import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.VolumeName;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.util.Collection;
import java.util.List;
import org.hibernate.LockMode;
import org.hibernate.reactive.mutiny.Mutiny;

/** {@code lifecycle.Claim}. */
@Entity
@Table(name = "claim")
@IdClass(ClaimRow.Key.class)
public class ClaimRow implements Removable {
    public record Key(String task, String target) {}

    @Id
    public String task;

    @Id
    public String target;

    public String volume;
    public String source;
    public String node;

    @Column(name = "target_id")
    public String targetId;

    @Column(name = "read_only")
    public boolean readOnly;

    public String state;

    @Column(name = "requested_at")
    public long requestedAt;

    @Column(name = "dropped_generation")
    public long droppedGeneration;

    public String message;

    public String[] awaits;
    public String path;

    @Override
    public RowKey rowKey() {
        return RowKey.of("claim", "task", task, "target", target);
    }

    /** The volume that the claim holds; a waiting claim has none. */
    public VolumeName volumeName() {
        return new VolumeName(volume);
    }

    public NodeName nodeName() {
        return new NodeName(node);
    }

    /** The claims on these volumes; guarded by the volumes' locks. */
    public static Uni<List<ClaimRow>> of(Mutiny.Session session, Collection<VolumeName> volumes) {
        return KeyedRows.of(
                session,
                ClaimRow.class,
                "from ClaimRow r where r.volume in :keys order by r.task, r.target",
                Identifier.values(volumes),
                LockMode.NONE);
    }

    /** Waiting claims; guarded by the locks of the volumes that match the source. */
    public static Uni<List<ClaimRow>> waitingFor(Mutiny.Session session, Collection<String> sources) {
        return KeyedRows.of(
                session,
                ClaimRow.class,
                "from ClaimRow r where r.state = 'WAITING' and r.source in :keys"
                        + " order by r.requestedAt, r.task, r.target",
                sources,
                LockMode.NONE);
    }

    public static Uni<List<ClaimRow>> ofTasks(Mutiny.Session session, Collection<String> tasks) {
        return KeyedRows.of(
                session,
                ClaimRow.class,
                "from ClaimRow r where r.task in :keys order by r.task, r.target",
                tasks,
                LockMode.NONE);
    }
}

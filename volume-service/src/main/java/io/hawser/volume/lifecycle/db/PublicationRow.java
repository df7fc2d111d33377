package io.hawser.volume.lifecycle.db;

import io.hawser.ledger.tx.db.KeyedRows;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.VolumeName;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code lifecycle.Publication}. */
@Entity
@Table(name = "publication")
@IdClass(PublicationRow.Key.class)
public class PublicationRow {
    public record Key(String volume, String node) {}

    @Id
    public String volume;

    @Id
    public String node;

    public String state;

    @Column(name = "csi_node_id")
    public String csiNodeId;

    @Column(name = "publish_context")
    public byte[] publishContext;

    public long generation;
    public String[] assigned;
    public boolean attempted;
    public boolean uncertain;
    public boolean unconfirmed;
    public int attempt;

    @Column(name = "not_before")
    public @Nullable Instant notBefore;

    public String failure;

    @Column(name = "parked_at")
    public @Nullable Long parkedAt;

    public byte @Nullable [] reported;
    public @Nullable Instant since;
    public String forget = "";

    @Column(name = "forget_announced")
    public boolean forgetAnnounced;

    public String detached = "";

    public boolean busy;

    @Column(name = "mount_flags")
    public String @Nullable [] mountFlags;

    @Column(name = "group_by_agent")
    public boolean groupByAgent;

    @Column(name = "multi_writer")
    public @Nullable Boolean multiWriter;

    @Column(name = "attached_read_only")
    public boolean attachedReadOnly;

    @Column(name = "lost_generation")
    public long lostGeneration;

    public VolumeName volumeName() {
        return new VolumeName(volume);
    }

    public NodeName nodeName() {
        return new NodeName(node);
    }

    /** The publications of each of these volumes that has any, by node; guarded by the volumes' locks. */
    public static Uni<Map<VolumeName, List<PublicationRow>>> of(LedgerTransaction tx, Collection<VolumeName> volumes) {
        return KeyedRows.of(
                        tx,
                        PublicationRow.class,
                        "where r.volume = any($1) order by r.volume, r.node",
                        Identifier.values(volumes),
                        RowLock.NONE)
                .map(rows -> rows.stream().collect(Collectors.groupingBy(PublicationRow::volumeName)));
    }
}

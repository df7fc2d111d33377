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
    public String csiNodeId;
    public byte[] publishContext;
    public long generation;
    public String[] assigned;
    public boolean attempted;
    public boolean uncertain;
    public boolean unconfirmed;
    public int attempt;
    public @Nullable Instant notBefore;
    public String failure;
    public @Nullable Long parkedAt;
    public byte @Nullable [] reported;
    public @Nullable Instant since;
    public String forget = "";
    public boolean forgetAnnounced;
    public String detached = "";
    public boolean busy;
    public String @Nullable [] mountFlags;
    public boolean groupByAgent;
    public @Nullable Boolean multiWriter;
    public boolean attachedReadOnly;
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

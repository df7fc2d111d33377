package io.hawser.volume.store;

import io.hawser.ledger.tx.Removable;
import io.hawser.ledger.tx.RowKey;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

/** {@code lifecycle.Claim}. */
@Entity
@Table(name = "claim")
@IdClass(ClaimRow.Key.class)
public class ClaimRow implements Removable {
    /** A mount of a task. */
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
    public long since;
    public long dropped;
    public String why;

    public String[] awaits;
    public String path;

    @Override
    public RowKey rowKey() {
        return RowKey.of("claim", "task", task, "target", target);
    }
}

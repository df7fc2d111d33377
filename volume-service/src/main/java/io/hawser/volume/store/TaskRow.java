package io.hawser.volume.store;

import io.hawser.ledger.tx.Removable;
import io.hawser.ledger.tx.RowKey;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** The last {@code hawser.v1.Task} of a task, and what was last published about its volumes. */
@Entity
@Table(name = "task")
public class TaskRow implements Removable {
    @Id
    public String name;

    public String node;
    public byte[] message;
    public boolean gone;
    public byte[] published;
    public long revision;

    @Override
    public RowKey rowKey() {
        return RowKey.of("task", "name", name);
    }
}

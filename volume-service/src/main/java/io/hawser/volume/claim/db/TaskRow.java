package io.hawser.volume.claim.db;

import io.hawser.ledger.tx.KeyedRows;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.RowLock;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TaskName;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The last {@code hawser.v1.Task} of a task, and its last published record. */
@Entity
@Table(name = "task")
public class TaskRow {
    /** The kind of this due work; its keys are tasks' names. */
    public static final String KIND = "task";

    @Id
    public String name;

    public String node;
    public byte[] message;
    public boolean gone;
    public byte @Nullable [] published;
    public long revision;

    public TaskName id() {
        return new TaskName(name);
    }

    public NodeName nodeName() {
        return new NodeName(node);
    }

    public static Uni<List<TaskRow>> locked(LedgerTransaction tx, Collection<String> names, RowLock lock) {
        return KeyedRows.of(tx, TaskRow.class, "where r.name = any($1) order by r.name", names, lock);
    }
}

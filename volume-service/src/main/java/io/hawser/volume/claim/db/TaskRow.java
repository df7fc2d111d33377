package io.hawser.volume.claim.db;

import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.db.KeyedRows;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
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
        return KeyedRows.by(tx, TaskRow.class, "name", names, lock);
    }

    public static void wake(LedgerTransaction tx, String task) {
        tx.due(new DueChange.Wake(KIND, task, tx.now()));
    }

    /** Wakes the tasks whose names the statement returns in its first column. */
    public static Uni<Void> wakeFound(LedgerTransaction tx, String statement, Object... parameters) {
        return tx.statements()
                .select(statement, parameters)
                .invoke(found -> found.forEach(row -> wake(tx, (String) row[0])))
                .replaceWithVoid();
    }
}

package io.hawser.volume.claim.db;

import io.hawser.ledger.tx.KeyedRows;
import io.hawser.ledger.tx.Removable;
import io.hawser.ledger.tx.RowKey;
import io.hawser.volume.id.NodeName;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.Collection;
import java.util.List;
import org.hibernate.LockMode;
import org.hibernate.reactive.mutiny.Mutiny;
import org.jspecify.annotations.Nullable;

/** The last {@code hawser.v1.Task} of a task, and its last published record. */
@Entity
@Table(name = "task")
public class TaskRow implements Removable {
    @Id
    public String name;

    public String node;
    public byte[] message;
    public boolean gone;
    public byte @Nullable [] published;
    public long revision;

    @Override
    public RowKey rowKey() {
        return RowKey.of("task", "name", name);
    }

    public NodeName nodeName() {
        return new NodeName(node);
    }

    public static Uni<List<TaskRow>> locked(Mutiny.Session session, Collection<String> names, LockMode lock) {
        return KeyedRows.of(
                session, TaskRow.class, "from TaskRow r where r.name in :keys order by r.name", names, lock);
    }
}

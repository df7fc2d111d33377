package io.hawser.volume.node.db;

import io.hawser.ledger.tx.KeyedRows;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.hibernate.LockMode;
import org.hibernate.reactive.mutiny.Mutiny;

/** The last {@code hawser.v1.Node} of a node. */
@Entity
@Table(name = "node")
public class NodeRow {
    /** The kind of the due work on nodes; its keys are their names. */
    public static final String KIND = "node";

    @Id
    public String name;

    public byte[] message;
    public boolean removed;
    public long fence;

    @Column(name = "fence_barrier")
    public String fenceBarrier;

    @Column(name = "fence_read")
    public boolean fenceRead;

    /** Why it gets no new claims although it is not fenced: a CamelCase word; empty = nothing. */
    public String suspect;

    @Column(name = "suspect_message")
    public String suspectMessage;

    /** When its agent was heard last, or the other reason was found; null = it is not suspect, or not known. */
    @Column(name = "suspect_since")
    public Instant suspectSince;

    protected NodeRow() {}

    /** Fields have no initial value: Hibernate would count that as a change of every row that it loads. */
    public NodeRow(String name) {
        this.name = name;
        suspect = "";
        suspectMessage = "";
    }

    public static Uni<List<NodeRow>> locked(Mutiny.Session session, Collection<String> names, LockMode lock) {
        return KeyedRows.of(
                session, NodeRow.class, "from NodeRow r where r.name in :keys order by r.name", names, lock);
    }
}

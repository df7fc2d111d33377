package io.hawser.volume.node.db;

import io.hawser.ledger.tx.db.KeyedRows;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.NodeName;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The last {@code hawser.v1.Node} of a node. */
@Entity
@Table(name = "node")
public class NodeRow {
    /** The kind of this due work; its keys are nodes' names. */
    public static final String KIND = "node";

    @Id
    public String name;

    public byte[] message;
    public boolean removed;
    public long fence;
    public @Nullable String fenceBarrier;
    public boolean fenceRead;

    /** Why the node gets no new claims without a fence, in CamelCase; empty = no reason. */
    public String suspect;

    public String suspectMessage;

    /** When the agent was last heard, or when the other reason was found; null = not suspect, or unknown. */
    public @Nullable Instant suspectSince;

    protected NodeRow() {}

    @SuppressWarnings("NullAway.Init") // The caller of this constructor sets the other fields.
    public NodeRow(NodeName id) {
        name = id.value();
        suspect = "";
        suspectMessage = "";
    }

    public NodeName id() {
        return new NodeName(name);
    }

    public static Uni<List<NodeRow>> locked(LedgerTransaction tx, Collection<NodeName> ids, RowLock lock) {
        return KeyedRows.by(tx, NodeRow.class, "name", Identifier.values(ids), lock);
    }
}

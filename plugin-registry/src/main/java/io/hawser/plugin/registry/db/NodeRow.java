package io.hawser.plugin.registry.db;

import io.hawser.ledger.tx.UnreadableRowException;
import io.hawser.ledger.tx.db.Statements;
import io.hawser.plugin.registry.NodeState;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

@Entity
@Table(name = "node")
public class NodeRow {
    @Id
    private String name;

    private String state;

    protected NodeRow() {}

    NodeRow(String name, NodeState state) {
        this.name = name;
        this.state = state.name();
    }

    /** Whether the node was removed and its agent's heartbeat has its tombstone: that agent is not expected. */
    public static Uni<Boolean> isGivenUp(Statements statements, String node) {
        return statements.select("""
                        select 1 from node n where n.name = $1 and n.state = 'REMOVED'
                          and not exists (select 1 from ledger_heard a where a.name = n.name)
                        """, node).map(rows -> !rows.isEmpty());
    }

    public String name() {
        return name;
    }

    public NodeState state() {
        return UnreadableRowException.constant(NodeState.class, "node.state", state);
    }

    void set(NodeState state) {
        this.state = state.name();
    }
}

package io.hawser.plugin.registry.db;

import io.hawser.ledger.tx.UnreadableRowException;
import io.hawser.plugin.registry.NodeState;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

@Entity
@Table(name = "node")
public class NodeRow {
    @Id
    private String name;

    @Column(nullable = false)
    private String state;

    protected NodeRow() {}

    NodeRow(String name, NodeState state) {
        this.name = name;
        this.state = state.name();
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

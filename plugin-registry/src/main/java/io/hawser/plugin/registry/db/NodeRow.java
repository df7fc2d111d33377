package io.hawser.plugin.registry.db;

import io.hawser.ledger.tx.Removable;
import io.hawser.ledger.tx.RowKey;
import io.hawser.plugin.registry.NodeState;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

@Entity
@Table(name = "node")
public class NodeRow implements Removable {
    @Id
    private String name;

    @Enumerated(EnumType.STRING)
    @Column(nullable = false, columnDefinition = "text")
    private NodeState state;

    protected NodeRow() {}

    NodeRow(String name, NodeState state) {
        this.name = name;
        this.state = state;
    }

    String name() {
        return name;
    }

    NodeState state() {
        return state;
    }

    void set(NodeState state) {
        this.state = state;
    }

    @Override
    public RowKey rowKey() {
        return RowKey.of("node", "name", name);
    }
}

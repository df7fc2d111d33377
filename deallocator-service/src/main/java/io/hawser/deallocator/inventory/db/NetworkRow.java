package io.hawser.deallocator.inventory.db;

import io.hawser.deallocator.inventory.Network;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

@Entity
@Table(name = "network")
public class NetworkRow {
    @Id
    private String name;

    @Embedded
    private DeletionColumns deletion;

    protected NetworkRow() {}

    NetworkRow(Network network) {
        deletion = new DeletionColumns();
        name = network.name();
        set(network);
    }

    void set(Network network) {
        deletion.set(network.deletion());
    }

    public String name() {
        return name;
    }

    public DeletionColumns deletion() {
        return deletion;
    }

    public Network toDomain() {
        return new Network(name, deletion.toDomain());
    }
}

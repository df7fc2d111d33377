package io.hawser.volume.store;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** The last {@code hawser.v1.Node} of a node. */
@Entity
@Table(name = "node")
public class NodeRow {
    @Id
    public String name;

    public byte[] message;
    public boolean removed;
    public long fence;

    @Column(name = "fence_barrier")
    public String fenceBarrier;

    @Column(name = "fence_read")
    public boolean fenceRead;
}

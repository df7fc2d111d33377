package io.hawser.plugin.registry.db;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

@Entity
@Table(name = "command")
public class CommandRow {
    @Id
    private String id;

    private String digest;

    /** For the statement that deletes old rows. */
    @Column
    private Instant accepted;

    protected CommandRow() {}

    CommandRow(String id, String digest, Instant accepted) {
        this.id = id;
        this.digest = digest;
        this.accepted = accepted;
    }

    String id() {
        return id;
    }

    String digest() {
        return digest;
    }
}

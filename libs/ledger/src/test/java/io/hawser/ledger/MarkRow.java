package io.hawser.ledger;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** Rows of a second table, for what only shows where a transaction writes to two. */
@Entity
@Table(name = "mark")
public class MarkRow {
    @Id
    public String name;
}

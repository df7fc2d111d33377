package io.hawser.ledger;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** Counts what was applied: a record applied twice, or not at all, shows. */
@Entity
@Table(name = "counter")
public class CounterRow {
    @Id
    public String name;

    public int count;
}

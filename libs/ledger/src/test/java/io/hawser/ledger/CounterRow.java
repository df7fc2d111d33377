package io.hawser.ledger;

import io.hawser.ledger.tx.Removable;
import io.hawser.ledger.tx.RowKey;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** Counts what was applied: a record applied twice, or not at all, shows. */
@Entity
@Table(name = "counter")
public class CounterRow implements Removable {
    @Id
    public String name;

    public int count;

    @Override
    public RowKey rowKey() {
        return RowKey.of("counter", "name", name);
    }
}

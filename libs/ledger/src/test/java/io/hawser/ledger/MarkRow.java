package io.hawser.ledger;

import io.hawser.ledger.tx.Removable;
import io.hawser.ledger.tx.RowKey;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** Rows of a second table, for what only shows where a transaction writes to two. */
@Entity
@Table(name = "mark")
public class MarkRow implements Removable {
    @Id
    public String name;

    @Override
    public RowKey rowKey() {
        return RowKey.of("mark", "name", name);
    }
}

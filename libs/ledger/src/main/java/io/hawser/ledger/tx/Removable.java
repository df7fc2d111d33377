package io.hawser.ledger.tx;

/** A row that a transaction can delete: see {@link LedgerTransaction#remove}. */
public interface Removable {
    RowKey rowKey();
}

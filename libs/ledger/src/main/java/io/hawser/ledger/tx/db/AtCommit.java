package io.hawser.ledger.tx.db;

import io.smallrye.mutiny.Uni;

/**
 * What every transaction writes besides the service's own rows: published records and due work. A higher {@link
 * jakarta.annotation.Priority} comes first.
 */
public interface AtCommit {
    /** Writes its part at the transaction's end, when every affected row is locked. */
    Uni<Void> write(LedgerTransaction tx);

    /** The transaction is committed. Only a hint: a poll also finds what it announces. */
    void committed(LedgerTransaction tx);
}

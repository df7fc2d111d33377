package io.hawser.ledger.tx;

import io.smallrye.mutiny.Uni;

/**
 * What belongs to every transaction besides the service's own rows: what it publishes, and what becomes due. Those of a
 * higher {@link jakarta.annotation.Priority} come first.
 */
public interface AtCommit {
    /** Writes its part at the transaction's end, when every row concerned is locked. */
    Uni<Void> write(LedgerTransaction tx);

    /** The transaction is committed. Only a hint: what it announces is also looked for. */
    void committed(LedgerTransaction tx);
}

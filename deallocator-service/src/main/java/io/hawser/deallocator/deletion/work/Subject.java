package io.hawser.deallocator.deletion.work;

import io.hawser.ledger.tx.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.List;

/**
 * Everything of one kind whose deletion is decided. A transaction that changes what a decision reads (a task's life, a
 * service's references or deallocation) locks the row concerned. The lock on that one row therefore protects everything
 * that the decision reads.
 */
interface Subject {
    /** The kind of the due work. */
    String word();

    /** Locks those of these names that exist. */
    Uni<List<Candidate>> lock(LedgerTransaction tx, Collection<String> names);
}

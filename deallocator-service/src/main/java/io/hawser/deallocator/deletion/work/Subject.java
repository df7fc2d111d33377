package io.hawser.deallocator.deletion.work;

import io.hawser.ledger.tx.db.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.List;

/**
 * Everything of one kind whose deletion is decided. A transaction that changes what a decision reads (a task's life, a
 * service's references or deallocation) locks the row concerned, if it is there and its deletion is asked for. It does
 * not see a row that another transaction is adding or marking: such a row may be decided on what ends meanwhile, so
 * what waits for holders is looked at again each minute.
 */
interface Subject {
    /** The kind of the due work. */
    String word();

    /** Locks those of these names that exist. */
    Uni<List<Candidate>> lock(LedgerTransaction tx, Collection<String> names);
}

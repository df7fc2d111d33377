package io.hawser.deallocator.deletion.work;

import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Holders;
import io.hawser.deallocator.deletion.ResourceId;
import io.hawser.deallocator.inventory.db.DeletionColumns;

/**
 * A service or a resource whose row is locked, with the data that its decision reads.
 *
 * @param mayGo whether it may go as soon as nothing holds it
 */
record Candidate(ResourceId id, DeletionColumns deletion, boolean mayGo, Holders holders, Ending ending) {

    /** What follows from the decision, in the same transaction. */
    interface Ending {
        /** Writes what was decided, which the row says already. */
        void decided(Deletion.Deallocated decided);

        /** Writes it again. */
        void again(Deletion.Deallocated decided);

        /** Whether it is written again later; otherwise nothing is to be done until a record says more. */
        boolean isWrittenAgain();
    }
}

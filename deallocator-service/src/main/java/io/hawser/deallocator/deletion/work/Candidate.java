package io.hawser.deallocator.deletion.work;

import io.hawser.deallocator.deletion.Holders;
import io.hawser.deallocator.inventory.db.DeletionColumns;

/**
 * A resource whose row is locked, with what its decision reads.
 *
 * @param whenDeallocated what else follows from its deallocation, in the same transaction
 */
record Candidate(String name, DeletionColumns deletion, Holders holders, Runnable whenDeallocated) {}

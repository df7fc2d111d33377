package io.hawser.deallocator.deletion.work;

import io.hawser.deallocator.deletion.Holders;
import io.hawser.deallocator.inventory.db.DeletionColumns;

/**
 * A resource whose row is locked, with the data that its decision reads.
 *
 * @param whenDeallocated further effects of its deallocation, in the same transaction
 */
record Candidate(String name, DeletionColumns deletion, Holders holders, Runnable whenDeallocated) {}

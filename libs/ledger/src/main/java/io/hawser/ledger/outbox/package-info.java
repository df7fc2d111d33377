/** The places of records that wait: their shard, their order, and how long they may wait. */
@NullMarked
package io.hawser.ledger.outbox;

import org.jspecify.annotations.NullMarked;

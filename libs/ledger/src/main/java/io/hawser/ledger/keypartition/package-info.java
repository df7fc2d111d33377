/**
 * The partition of each key on an orchestrator's topic. Order holds only within a partition, so a key that appears in a
 * second one is refused: its producers partition differently. A key is known until its tombstone or, if records are
 * kept by time, until none of its records is left.
 */
@NullMarked
package io.hawser.ledger.keypartition;

import org.jspecify.annotations.NullMarked;

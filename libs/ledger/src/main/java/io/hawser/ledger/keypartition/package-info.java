/**
 * Which partition a key of an orchestrator's topic is written to. Order holds only within a partition, so a key that
 * turns up in a second one is refused: its producers partition differently. A key is known until its tombstone, or,
 * where records are kept by time, until none of its records is left.
 */
package io.hawser.ledger.keypartition;

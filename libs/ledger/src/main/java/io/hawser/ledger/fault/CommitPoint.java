package io.hawser.ledger.fault;

/** Where a crash can fall between two things that are each durable. {@code DESIGN.md} says for each what heals it. */
public enum CommitPoint {
    /** Records applied, their transaction not committed: they are read again. */
    INTAKE_BEFORE_COMMIT,
    /** Records applied and committed, no process is woken yet: due work and outbox are found by their polls. */
    INTAKE_COMMITTED,
    /** Intent and call token committed, call not sent: the expired call is read as uncertain. */
    CALL_INTENDED,
    /** The plugin answered, the ending is not saved: uncertain, the call is made again. */
    CALL_ENDED,
    /** The ending is saved, its due work not taken up. */
    CALL_SAVED,
    /** Rows read, nothing sent: a relay that stands still here holds what another one sends. */
    OUTBOX_READ,
    /** Records sent, the Kafka transaction not committed: the next relay aborts it and sends them again. */
    OUTBOX_BEFORE_COMMIT,
    /** The Kafka transaction is committed, the rows not deleted: they are sent twice, and read as the same events. */
    OUTBOX_COMMITTED
}

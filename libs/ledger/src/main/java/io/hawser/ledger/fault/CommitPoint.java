package io.hawser.ledger.fault;

/** Points where a crash falls between two durable steps. {@code DESIGN.md} says what repairs each. */
public enum CommitPoint {
    /** Records applied, transaction not committed: they are read again. */
    INTAKE_BEFORE_COMMIT,
    /** Records applied and committed, nothing woken yet: polls find the due work and the outbox. */
    INTAKE_COMMITTED,
    /** Intent and call token committed, call not sent: the expired call counts as uncertain. */
    CALL_INTENDED,
    /** The plugin answered, the outcome is not saved: uncertain, the call is made again. */
    CALL_ENDED,
    /** The outcome is saved, its due work not started. */
    CALL_SAVED,
    /** Rows read, nothing sent: a relay that stops here has rows that another one sends. */
    OUTBOX_READ,
    /** Records sent, the Kafka transaction not committed: the next relay aborts it and sends them again. */
    OUTBOX_BEFORE_COMMIT,
    /**
     * The Kafka transaction is committed, the rows not deleted: they are sent twice, and readers recognize the same
     * events.
     */
    OUTBOX_COMMITTED
}

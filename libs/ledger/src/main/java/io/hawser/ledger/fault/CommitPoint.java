package io.hawser.ledger.fault;

/** Points where a crash falls between two durable steps. {@code DESIGN.md} says what repairs each. */
public enum CommitPoint {
    INTAKE_BEFORE_COMMIT,
    INTAKE_COMMITTED,
    CALL_INTENDED,
    CALL_ENDED,
    CALL_SAVED,
    OUTBOX_READ,
    OUTBOX_BEFORE_COMMIT,
    OUTBOX_COMMITTED
}

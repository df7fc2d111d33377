package io.hawser.ledger.tx;

/**
 * A change of due work, as a transaction collects it. Package {@code due} knows its content; {@code DueChange} is the
 * only implementation.
 */
public interface DueEntry {}

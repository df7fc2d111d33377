package io.hawser.ledger.tx;

/**
 * A change of what is due, as a transaction collects it. What it says is for package {@code due}, whose
 * {@code DueChange} is the only one.
 */
public interface DueEntry {}

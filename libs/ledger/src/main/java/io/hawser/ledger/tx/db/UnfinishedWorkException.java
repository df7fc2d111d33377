package io.hawser.ledger.tx.db;

import java.time.Duration;

/**
 * A transaction's work did not end although the database answers and waits for nothing: its process was stopped, or the
 * work vanished.
 */
public final class UnfinishedWorkException extends RuntimeException {
    UnfinishedWorkException(Duration patience) {
        super("a transaction's work did not end within " + patience);
    }
}

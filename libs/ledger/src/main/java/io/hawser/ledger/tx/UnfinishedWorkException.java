package io.hawser.ledger.tx;

import java.time.Duration;

/**
 * The database answers and waits for nobody, and yet a transaction's work did not end: it was stopped with its process,
 * or it vanished.
 */
public final class UnfinishedWorkException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnfinishedWorkException(Duration patience) {
        super("a transaction's work did not end within " + patience);
    }
}

package io.hawser.ledger.intake;

import io.hawser.ledger.tx.DatabaseFailures;
import io.hawser.ledger.tx.UnreadableRowException;
import java.util.Optional;

/** What follows when a record that came alone fails, and the database is not away. */
sealed interface RecordFailure {
    /** So often a record is tried before it is buried. */
    int TRIES = 3;

    /** It is tried again. */
    record Again() implements RecordFailure {}

    /** The record is at fault: it goes to the dead letters. */
    record Bury() implements RecordFailure {}

    /** We are at fault, and nothing behind it would fare better: its partition waits. */
    record Stop(Throwable cause) implements RecordFailure {}

    /**
     * @param tries how often it failed
     * @param sample how the golden sample failed; empty = it succeeded
     */
    static RecordFailure judge(Throwable failure, Optional<Throwable> sample, int tries) {
        if (sample.isPresent()) {
            return new Stop(sample.get());
        }
        if (DatabaseFailures.isNotTheRecordsFault(failure) || UnreadableRowException.isCauseOf(failure)) {
            return new Stop(failure);
        }
        return tries < TRIES ? new Again() : new Bury();
    }
}

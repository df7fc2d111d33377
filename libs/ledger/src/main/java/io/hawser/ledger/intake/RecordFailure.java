package io.hawser.ledger.intake;

import io.hawser.ledger.tx.UnreadableRowException;
import io.hawser.ledger.tx.db.DatabaseFailures;
import java.util.Optional;

/** What follows when a single record fails although the database is not away. */
sealed interface RecordFailure {
    /** How often a record is tried before it goes to the dead letters. */
    int TRIES = 3;

    record Again() implements RecordFailure {}

    /** The record is at fault: it goes to the dead letters. */
    record Bury() implements RecordFailure {}

    /** This service or its database is at fault, and later records would fail too: the partition waits. */
    record Stop(Throwable cause) implements RecordFailure {}

    /**
     * @param tries how often it failed
     * @param sample how the sample record failed; empty = it succeeded
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

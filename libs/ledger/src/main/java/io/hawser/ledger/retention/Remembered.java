package io.hawser.ledger.retention;

import java.time.Duration;

/**
 * Rows that a service remembers for a while. One bean a table; names are of the code, never of a record.
 *
 * @param table whose rows go
 * @param since the column of type {@code timestamptz} that their age is counted from; indexed
 * @param kept by the database's clock
 */
public record Remembered(String table, String since, Duration kept) {
    public Remembered {
        if (kept.isNegative()) {
            throw new IllegalArgumentException("remembering " + table + " for " + kept + " makes no sense");
        }
    }
}

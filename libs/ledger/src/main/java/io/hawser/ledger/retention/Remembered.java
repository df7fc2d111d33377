package io.hawser.ledger.retention;

import java.time.Duration;

/**
 * Rows that a service keeps for a while; each table has one bean. The names come from code, never from a record.
 *
 * @param table of the rows
 * @param since the column of type {@code timestamptz} where their age begins; indexed
 * @param kept by the database's clock
 */
public record Remembered(String table, String since, Duration kept) {
    public Remembered {
        if (kept.isNegative()) {
            throw new IllegalArgumentException("remembering " + table + " for " + kept + " makes no sense");
        }
    }
}

package io.hawser.ledger.retention;

import io.hawser.bus.topic.HawserTopic;
import java.time.Duration;

/**
 * Rows that a service keeps for a while; each table has one bean. The names come from code, never from a record.
 *
 * @param table of the rows
 * @param since the column of type {@code timestamptz} where their age begins; indexed
 * @param kept by the database's clock; at least as long as a topic keeps commands: one that is read again from the
 *     start of its topic is carried out again if it is forgotten
 */
public record Remembered(String table, String since, Duration kept) {
    private static final Duration LEAST = HawserTopic.COMMANDS_KEPT_AT_MOST;

    public Remembered {
        if (kept.compareTo(LEAST) < 0) {
            throw new IllegalArgumentException("hawser.ledger.commands-kept: must be at least " + LEAST.toDays()
                    + " days, as long as a topic keeps commands");
        }
    }
}

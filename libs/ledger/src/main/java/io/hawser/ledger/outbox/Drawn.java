package io.hawser.ledger.outbox;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a record stands among the rows of its service's outbox. It travels with the record, also with a tombstone, so
 * that the topic can tell whether a row is older than what it holds of that key.
 *
 * @param id of the row; grows within one life of the database, and begins again where a restored one was left
 * @param micros when the row was written, while its entity was locked; grows from one life to the next
 */
record Drawn(long id, long micros) {
    static final String HEADER = "hawser_drawn";

    private static final Pattern TEXT = Pattern.compile("(\\d{1,18})@(\\d{1,18})");

    static Drawn at(long id, OffsetDateTime when) {
        return new Drawn(id, ChronoUnit.MICROS.between(Instant.EPOCH, when.toInstant()));
    }

    /**
     * Whether this row need not be sent: the topic holds it, or what came after it. Both must say so. Within one life
     * ids alone decide, whatever the clock does; and an id that a restored database draws a second time has a later
     * time.
     *
     * @param last that the topic holds of the same key
     */
    boolean overtakenBy(Drawn last) {
        return id <= last.id && micros <= last.micros;
    }

    String toText() {
        return id + "@" + micros;
    }

    /** The inverse of {@link #toText()}; empty for anything else. */
    static Optional<Drawn> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(new Drawn(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }
}

package io.hawser.ledger.outbox;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A record's place among the rows of its service's outbox. It travels with the record, also with a tombstone, so that a
 * row older than the topic's record of that key can be recognized.
 *
 * @param id of the row; grows within one database, and restarts where a restored copy ended
 * @param micros when the row was written, while its entity was locked; grows across restores
 */
public record Drawn(long id, long micros) {
    public static final String HEADER = "hawser_drawn";

    private static final Pattern TEXT = Pattern.compile("(\\d{1,18})@(\\d{1,18})");

    public static Drawn at(long id, OffsetDateTime when) {
        return new Drawn(id, ChronoUnit.MICROS.between(Instant.EPOCH, when.toInstant()));
    }

    /**
     * Whether this row need not be sent, because the topic has it or a later one. Both numbers must say so. Without a
     * restore the ids alone decide, whatever the clock does; an id that a restored database draws again has a later
     * time.
     *
     * @param last the topic's last record of the same key
     */
    public boolean overtakenBy(Drawn last) {
        return id <= last.id && micros <= last.micros;
    }

    public String toText() {
        return id + "@" + micros;
    }

    /** The inverse of {@link #toText()}; empty for anything else. */
    public static Optional<Drawn> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(new Drawn(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }
}

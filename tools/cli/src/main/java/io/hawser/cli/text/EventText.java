package io.hawser.cli.text;

import io.hawser.v1.Event;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;

/** Events as text for people. */
public final class EventText {
    /** Oldest first. */
    public static final Comparator<Event> BY_TIME = Comparator.comparing(EventText::at);

    private EventText() {}

    /** A table with one line for each event. */
    public static Table table() {
        return new Table("TIME", "ENTITY", "REASON", "NODE", "MESSAGE");
    }

    /** An event's line. */
    public static void row(Table table, Event event) {
        table.row(
                at(event).truncatedTo(ChronoUnit.SECONDS).toString(),
                event.getEntity(),
                event.getReason(),
                event.getNode(),
                event.getMessage());
    }

    private static Instant at(Event event) {
        return Since.instant(event.getAt());
    }
}

package io.hawser.cli.text;

import com.google.protobuf.Timestamp;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Formats a time for people, to the second: nobody needs it more precisely. */
public final class Since {
    private Since() {}

    /** For example {@code since 2026-11-23T08:08:59Z}. */
    public static String of(Timestamp since) {
        return of(Instant.ofEpochSecond(since.getSeconds(), since.getNanos()));
    }

    /** The same for a time that does not come from a message. */
    public static String of(Instant since) {
        return "since " + since.truncatedTo(ChronoUnit.SECONDS);
    }
}

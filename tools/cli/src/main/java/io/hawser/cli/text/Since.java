package io.hawser.cli.text;

import com.google.protobuf.Timestamp;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Since when something is so, as people read it: to the second, as no person acts on less. */
public final class Since {
    private Since() {}

    /** Such as {@code since 2026-11-23T08:08:59Z}. */
    public static String of(Timestamp since) {
        return of(Instant.ofEpochSecond(since.getSeconds(), since.getNanos()));
    }

    /** The same of a time that is no message's. */
    public static String of(Instant since) {
        return "since " + since.truncatedTo(ChronoUnit.SECONDS);
    }
}

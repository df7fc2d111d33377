package io.hawser.cli.text;

import com.google.protobuf.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Formats a time for people, to the second. */
public final class Since {
    private Since() {}

    /** For example {@code since 2026-11-23T08:08:59Z}. */
    public static String of(Timestamp since) {
        return of(instant(since));
    }

    public static Instant instant(Timestamp time) {
        return Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
    }

    /** How long ago, in the largest unit that fits, such as {@code 42s} or {@code 3h}; 0s for the future. */
    public static String ago(Instant then, Instant now) {
        Duration age = Duration.between(then, now);
        if (age.isNegative()) {
            return "0s";
        }
        return age.toSeconds() < 120
                ? age.toSeconds() + "s"
                : age.toMinutes() < 120
                        ? age.toMinutes() + "m"
                        : age.toHours() < 48 ? age.toHours() + "h" : age.toDays() + "d";
    }

    /** The same for a time that does not come from a message. */
    public static String of(Instant since) {
        return "since " + since.truncatedTo(ChronoUnit.SECONDS);
    }
}

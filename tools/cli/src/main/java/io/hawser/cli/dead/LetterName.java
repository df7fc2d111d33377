package io.hawser.cli.dead;

import io.hawser.bus.envelope.Origin;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a dead letter for people: its place, as {@code list} prints it, for example {@code
 * hawser.tasks.dead-0@12}. Or the place of a record with its topic's id, as {@code service status} prints it: its
 * letter may be gone.
 */
public final class LetterName {
    private static final Pattern NAME = Pattern.compile("(.+)-(\\d{1,9})@(\\d{1,18})(?:/([\\w-]{22}))?");

    private LetterName() {}

    /** @throws IllegalArgumentException if the text is no such name */
    public static Origin parse(String name) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches() || parts.group(4) == null && !parts.group(1).endsWith(".dead")) {
            throw new IllegalArgumentException(
                    "'" + name + "' names no dead letter: expected TOPIC.dead-PARTITION@OFFSET,"
                            + " as `./hawser dead-letters list` prints it");
        }
        return new Origin(
                parts.group(1),
                parts.group(4) == null ? "" : parts.group(4),
                Integer.parseInt(parts.group(2)),
                Long.parseLong(parts.group(3)));
    }
}

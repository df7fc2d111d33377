package io.hawser.cli.dead;

import io.hawser.bus.envelope.Origin;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a dead letter for people: its place, as {@code list} prints it, for example {@code
 * hawser.tasks.dead-0@12}.
 */
public final class LetterName {
    private static final Pattern NAME = Pattern.compile("(.+\\.dead)-(\\d{1,9})@(\\d{1,18})");

    private LetterName() {}

    /** @throws IllegalArgumentException if the text is no such name */
    public static Origin parse(String name) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "'" + name + "' names no dead letter: expected TOPIC.dead-PARTITION@OFFSET,"
                            + " as `./hawser dead-letters list` prints it");
        }
        return new Origin(parts.group(1), "", Integer.parseInt(parts.group(2)), Long.parseLong(parts.group(3)));
    }
}

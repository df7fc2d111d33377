package io.hawser.cli.dead;

import io.hawser.bus.envelope.Origin;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What people call a dead letter: where it lies, as {@code list} prints it, such as {@code hawser.tasks.dead-0@12}. */
public final class LetterName {
    private static final Pattern NAME = Pattern.compile("(.+\\.dead)-(\\d{1,9})@(\\d{1,18})");

    private LetterName() {}

    /** @throws IllegalArgumentException where it is none */
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

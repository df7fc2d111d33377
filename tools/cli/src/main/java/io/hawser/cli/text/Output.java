package io.hawser.cli.text;

import java.util.Locale;
import java.util.stream.Stream;

/** The readers of a command's output: people or machines. */
public enum Output {
    TABLE,
    JSON;

    /** @throws IllegalArgumentException if there is no such form */
    public static Output parse(String text) {
        return Stream.of(values())
                .filter(form -> form.toString().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is none of table, json"));
    }

    /** The value on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package io.hawser.cli.text;

import java.util.Locale;

/** The readers of a command's output: people or machines. */
public enum Output {
    TABLE,
    JSON;

    /** The value on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

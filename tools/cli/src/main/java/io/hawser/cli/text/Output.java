package io.hawser.cli.text;

import java.util.Locale;

/** For whom a command prints. */
public enum Output {
    TABLE,
    JSON;

    /** As it stands on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

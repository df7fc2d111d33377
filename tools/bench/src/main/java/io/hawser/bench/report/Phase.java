package io.hawser.bench.report;

import java.util.Locale;

/** The phases of a volume, in this order. */
public enum Phase {
    CREATE,
    PUBLISH,
    UNPUBLISH,
    DELETE;

    /** The name in the report. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package io.hawser.bench.report;

import java.util.Locale;

/** What a volume goes through, in this order. */
public enum Phase {
    CREATE,
    PUBLISH,
    UNPUBLISH,
    DELETE;

    /** As it stands in the report. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

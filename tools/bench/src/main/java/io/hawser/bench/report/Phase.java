package io.hawser.bench.report;

import java.util.List;
import java.util.Locale;

/** The phases of a volume, in this order. */
public enum Phase {
    CREATE,
    /** From the task's record to the node's assignment. */
    PUBLISH,
    /** From the node's report of its mount to the task's record that says so. */
    MOUNTED,
    /** From the record of the task's end to the node's assignment to have nothing. */
    RELEASED,
    /** From the node's report that nothing is left to the end of its assignment. */
    UNPUBLISH,
    DELETE;

    /** The phases in which the plugin is called, which a worker without Hawser has, too. */
    public static final List<Phase> CALLING = List.of(CREATE, PUBLISH, UNPUBLISH, DELETE);

    public static final List<Phase> ALL = List.of(values());

    /** The name in the report. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

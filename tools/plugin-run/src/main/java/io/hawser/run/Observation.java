package io.hawser.run;

/** What one look at a plugin's process showed. */
sealed interface Observation {
    /** @param who name and version, as the plugin says */
    record Well(String who) implements Observation {}

    /** The process runs, and does not answer as it should. */
    record Ill(String reason) implements Observation {}

    /** There is no process. */
    record NotStarted(String reason) implements Observation {}

    /** @param how such as "with code 1" */
    record Ended(String how) implements Observation {}
}

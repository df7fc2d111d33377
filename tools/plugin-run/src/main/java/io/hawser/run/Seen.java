package io.hawser.run;

/** What was seen of a plugin's process. */
sealed interface Seen {
    /** @param who name and version, as the plugin says */
    record Well(String who) implements Seen {}

    /** The process runs, and does not answer as it should. */
    record Ill(String reason) implements Seen {}

    /** @param how such as "with code 1" */
    record Ended(String how) implements Seen {}
}

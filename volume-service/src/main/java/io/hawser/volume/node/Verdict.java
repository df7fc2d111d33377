package io.hawser.volume.node;

/** Whether a record counts, and who speaks for the node afterwards. */
public sealed interface Verdict {
    Speaker after();

    /** A record that does not count changes nothing. */
    default boolean counts() {
        return switch (this) {
            case Accepted _, Reboot _, NewAgent _, History _ -> true;
            case Cloned _, Stranger _ -> false;
        };
    }

    /** From the agent that speaks for the node, or from an unnamed agent where none ever named itself. */
    record Accepted(Speaker after) implements Verdict {}

    /** From the same root and machine, under a new boot id. */
    record Reboot(Speaker after) implements Verdict {}

    /** From the first agent that names itself, or from one that replaces an agent that is gone. */
    record NewAgent(Speaker after) implements Verdict {}

    /**
     * From a former boot, or from before agents named themselves, and read late: true when written, but no sign of
     * life.
     */
    record History(Speaker after) implements Verdict {}

    /** Two machines have one root and one machine id: neither counts. */
    record Cloned(Speaker after) implements Verdict {}

    /** From another agent than the one that speaks for the node. */
    record Stranger(Speaker after) implements Verdict {}
}

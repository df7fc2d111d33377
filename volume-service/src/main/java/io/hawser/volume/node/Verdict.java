package io.hawser.volume.node;

/** Whether a word counts, and who speaks for the node from now on. */
public sealed interface Verdict {
    Speaker after();

    /** Whether the word counts; what does not changes nothing. */
    default boolean counts() {
        return switch (this) {
            case Accepted ignored -> true;
            case Reboot ignored -> true;
            case NewAgent ignored -> true;
            case History ignored -> true;
            case Cloned ignored -> false;
            case Stranger ignored -> false;
        };
    }

    /** The agent that speaks for the node, or one that does not name itself where none ever did. */
    record Accepted(Speaker after) implements Verdict {}

    /** The same root and machine, under a new boot id. */
    record Reboot(Speaker after) implements Verdict {}

    /** The first that names itself, or another in the place of one that is gone. */
    record NewAgent(Speaker after) implements Verdict {}

    /**
     * Said by a former boot, or before agents named themselves, and read late: true when it was said, and no sign of
     * life.
     */
    record History(Speaker after) implements Verdict {}

    /** Two machines with one root and one machine id: neither is heard. */
    record Cloned(Speaker after) implements Verdict {}

    /** Another agent than the one that speaks for the node. */
    record Stranger(Speaker after) implements Verdict {}
}

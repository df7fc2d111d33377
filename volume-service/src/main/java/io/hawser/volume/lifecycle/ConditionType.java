package io.hawser.volume.lifecycle;

/** All types of conditions; docs/operations.md says what to do about each. */
public enum ConditionType {
    CREATING("Creating", false),
    QUEUED("Queued", false),
    UNCERTAIN("Uncertain", true),
    REJECTED("Rejected", true),
    NOT_SENT("NotSent", true),
    PLUGIN_UNAVAILABLE("PluginUnavailable", true),
    NODE_ID_UNKNOWN("NodeIdUnknown", false),
    ATTACHING("Attaching", false),
    MOUNTING("Mounting", false),
    NODE_FAILING("NodeFailing", true),
    NODE_SILENT("NodeSilent", false),
    NODE_SUSPECT("NodeSuspect", true),
    LETTING_GO("LettingGo", false),
    DETACHING("Detaching", false),
    UNCONFIRMED_DETACH("UnconfirmedDetach", true),
    ORPHANED_MOUNT("OrphanedMount", false),
    REMOVAL_HELD("RemovalHeld", true),
    NOT_AS_REQUIRED("NotAsRequired", true),
    NOT_LISTED("NotListed", true),
    NOT_ATTACHED("NotAttached", true),
    ATTACHED_ELSEWHERE("AttachedElsewhere", true),
    GENERATION_AHEAD("GenerationAhead", true);

    private final String word;
    private final boolean immediate;

    ConditionType(String word, boolean immediate) {
        this.word = word;
        this.immediate = immediate;
    }

    /** As published: stable. */
    public String word() {
        return word;
    }

    /** Whether it may need a person; any other normally ends by itself, and is shown after 10 seconds. */
    public boolean isImmediate() {
        return immediate;
    }
}

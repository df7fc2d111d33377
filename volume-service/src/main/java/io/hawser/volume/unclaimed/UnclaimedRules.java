package io.hawser.volume.unclaimed;

/** What becomes of a mount that nobody asked for. Total over every input. */
final class UnclaimedRules {
    private UnclaimedRules() {}

    /**
     * What is known about the mount, all of it locked.
     *
     * @param known there is a volume of that name and uid
     * @param created the plugin has said what it calls the volume
     * @param assigned the volume has a publication on the node, and the node was given an assignment for it
     * @param coming there is a claim on the node, or a publication without assignment: one comes, unless the claim goes
     *     before it
     * @param wanted a task on the node that may be running names the volume, by its name or its group
     * @param forced the volume's removal lets nobody keep it
     * @param fence whether the node is fenced
     * @param csiNodeId the plugin's name of the node; empty = not known
     */
    record Facts(
            boolean known,
            boolean created,
            boolean assigned,
            boolean coming,
            boolean wanted,
            boolean forced,
            Fence fence,
            String csiNodeId) {}

    enum Fence {
        NONE,
        /** It is said, and may be taken back in a record that is not read yet. */
        SAID,
        /** It may be acted on. */
        COUNTS
    }

    enum Answer {
        /** An assignment settles it, or it is nobody's business any more. */
        NONE,
        /** Look again later: what would be taken down may be somebody's. */
        WAIT,
        /** The node shall have nothing. */
        NOTHING
    }

    static Answer of(Facts facts) {
        if (!facts.known() || facts.assigned()) {
            return Answer.NONE;
        }
        // What is coming may be withdrawn, and then nothing else knows of the mount.
        if (!facts.created() || facts.coming()) {
            return Answer.WAIT;
        }
        return switch (facts.fence()) {
            // Nothing runs there any more, and nothing is written: it is a debt from now on, which nobody else waits
            // for.
            case COUNTS -> Answer.NOTHING;
            case SAID -> Answer.WAIT;
            // The task's claim is decided after its record is stored, so its silence means nothing yet.
            case NONE ->
                (facts.wanted() && !facts.forced()) || facts.csiNodeId().isEmpty() ? Answer.WAIT : Answer.NOTHING;
        };
    }
}

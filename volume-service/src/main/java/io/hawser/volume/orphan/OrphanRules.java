package io.hawser.volume.orphan;

import java.util.Optional;

/** What becomes of a mount that nobody asked for. Total over every input. */
public final class OrphanRules {
    private OrphanRules() {}

    /**
     * What is known about the mount, all of it locked.
     *
     * @param known there is a volume of that name and uid
     * @param created the plugin has said what it calls the volume
     * @param assigned the volume has a publication on the node, and the node was given an assignment for it
     * @param coming there is a claim on the node, or a publication without assignment: one comes, unless the claim goes
     *     before it
     * @param task one on the node that may be running and names the volume, by its name or its group
     * @param forced the volume's removal lets nobody keep it
     * @param fence whether the node is fenced
     * @param plugin the volume's
     * @param csiNodeId the plugin's name of the node; empty = not known
     */
    public record Facts(
            boolean known,
            boolean created,
            boolean assigned,
            boolean coming,
            Optional<String> task,
            boolean forced,
            Fence fence,
            String plugin,
            String csiNodeId) {}

    public enum Fence {
        NONE,
        /** It is said, and may be taken back in a record that is not read yet. */
        SAID,
        /** It may be acted on. */
        COUNTS
    }

    public sealed interface Answer {
        /** An assignment settles it, or it is nobody's business any more. */
        record None() implements Answer {}

        /**
         * Look again later: what would be taken down may be somebody's.
         *
         * @param message why it waits and what ends it, for the volume's condition
         */
        record Wait(String message) implements Answer {}

        /** The node shall have nothing. */
        record Nothing() implements Answer {}
    }

    public static Answer of(Facts facts) {
        if (!facts.known() || facts.assigned()) {
            return new Answer.None();
        }
        if (!facts.created()) {
            return new Answer.Wait("it is answered when plugin " + facts.plugin() + " has created the volume");
        }
        // What is coming may be withdrawn, and then nothing else knows of the mount.
        if (facts.coming()) {
            return new Answer.Wait("the volume is on its way to this node, or from it: an assignment settles it, else"
                    + " it is answered when that is over");
        }
        return switch (facts.fence()) {
            // Nothing runs there any more, and nothing is written: it is an unconfirmed detach from now on, which
            // nobody else waits for.
            case COUNTS -> new Answer.Nothing();
            case SAID -> new Answer.Wait("the node is said to be fenced: it is told to let go once that is confirmed");
            // The task's claim is decided after its record is stored, so its silence means nothing yet.
            case NONE -> unfenced(facts);
        };
    }

    private static Answer unfenced(Facts facts) {
        if (facts.task().isPresent() && !facts.forced()) {
            return new Answer.Wait("task " + facts.task().get()
                    + " on it names the volume: it is told to let go when no task there does, or the node is fenced");
        }
        if (facts.csiNodeId().isEmpty()) {
            return new Answer.Wait(
                    "plugin " + facts.plugin() + " has not said how it calls this node: it is told to let go once the"
                            + " plugin runs there (hawser plugin list); if it never will, unmount it there and fence"
                            + " the node");
        }
        return new Answer.Nothing();
    }
}

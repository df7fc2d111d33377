package io.hawser.volume.orphan;

import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.TaskName;
import java.util.Optional;

/** Decides about an orphaned mount. Accepts every input. */
public final class OrphanRules {
    private OrphanRules() {}

    /**
     * What is known about the mount of a volume that exists; all of it is locked.
     *
     * @param created the plugin's id of the volume is known
     * @param assigned the volume has a publication with an assignment on the node
     * @param coming a claim on the node, or a publication without assignment: an assignment follows, unless the claim
     *     ends first
     * @param task a task on the node that may be running and may use the mount
     * @param forced the volume's removal is forced, so no task keeps the volume
     * @param fence whether the node is fenced
     * @param plugin the volume's plugin
     * @param csiNodeId the plugin's name of the node; empty = unknown
     */
    public record Facts(
            boolean created,
            boolean assigned,
            boolean coming,
            Optional<TaskName> task,
            boolean forced,
            Fence fence,
            PluginName plugin,
            String csiNodeId) {}

    public enum Fence {
        NONE,
        /** The node's record says so, and a record that is not read yet may take it back. */
        SAID,
        /** The fence is confirmed. */
        COUNTS
    }

    public sealed interface Answer {
        /** An assignment resolves the mount, or it needs no decision any more. */
        record Resolved() implements Answer {}

        /**
         * Decide again later, because a task may use the mount.
         *
         * @param message the reason and what ends the wait, for the volume's condition
         */
        record Wait(String message) implements Answer {}

        /** The node shall have nothing: it has to unmount it. */
        record Unmount() implements Answer {}
    }

    public static Answer of(Facts facts) {
        if (facts.assigned()) {
            return new Answer.Resolved();
        }
        if (!facts.created()) {
            return new Answer.Wait("the node is answered when plugin " + facts.plugin() + " has created the volume");
        }
        // A coming assignment may be withdrawn; then only this row knows of the mount.
        if (facts.coming()) {
            return new Answer.Wait("the volume is on its way to this node, or from it: an assignment settles it, else"
                    + " the node is answered when that is over");
        }
        return switch (facts.fence()) {
            // Nothing runs or writes there any more: the mount becomes an unconfirmed detach, which holds up no
            // other node.
            case COUNTS -> new Answer.Unmount();
            case SAID -> new Answer.Wait("the node has to unmount the volume once its fence is confirmed");
            // A task's claim is decided after its record is stored, so a missing claim means nothing yet.
            case NONE -> unfenced(facts);
        };
    }

    private static Answer unfenced(Facts facts) {
        if (facts.task().isPresent() && !facts.forced()) {
            return new Answer.Wait("task " + facts.task().get()
                    + " there may use the volume: the node has to unmount it when no task there does, or when it is"
                    + " fenced");
        }
        if (facts.csiNodeId().isEmpty()) {
            return new Answer.Wait(
                    "plugin " + facts.plugin() + " has not said how it calls this node: the node has to unmount the"
                            + " volume once the plugin runs there (./hawser plugin status " + facts.plugin()
                            + "); if it never will, unmount it there and fence the node");
        }
        return new Answer.Unmount();
    }
}

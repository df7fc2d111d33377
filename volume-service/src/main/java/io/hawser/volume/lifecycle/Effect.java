package io.hawser.volume.lifecycle;

import com.google.protobuf.Descriptors.Descriptor;
import io.hawser.volume.id.NodeName;
import java.util.List;
import java.util.Optional;

/** What follows from a decision besides the new state. */
public sealed interface Effect {
    /** The node gets an assignment; no targets and {@code nothing} = the node shall have nothing. */
    record Assign(Publication publication, boolean nothing, List<Claim> targets) implements Effect {}

    /** The node's assignment record is deleted. */
    record Unassign(NodeName node) implements Effect {}

    /**
     * An event for people.
     *
     * @param node empty if the event concerns the whole volume
     */
    record RecordEvent(String reason, Optional<NodeName> node, String message) implements Effect {
        public RecordEvent(String reason, String message) {
            this(reason, Optional.empty(), message);
        }

        public RecordEvent(String reason, NodeName node, String message) {
            this(reason, Optional.of(node), message);
        }
    }

    /**
     * A command is carried out. It is answered under its id.
     *
     * @param type of its message
     */
    record CommandDone(String command, Descriptor type, String note) implements Effect {}

    /** The removal waits only for a barrier that is not noted yet. */
    record NoteBarrier() implements Effect {}

    /**
     * The volume may be attached to nodes that this message of the plugin names. Each is asked to unmount it, then it
     * is detached from there.
     */
    record AskNodesNamedIn(String message) implements Effect {}

    /**
     * The volume may be attached to any node of its plugin, and no node has it mounted: it is detached from each, a
     * page of nodes at a time.
     *
     * @param after the last node of the page before; empty = this is the first one
     */
    record DetachEverywhere(Optional<NodeName> after) implements Effect {}
}

package io.hawser.volume.lifecycle;

import java.util.List;

/** What follows from a decision besides the new state. */
public sealed interface Effect {
    /** The node gets an assignment; no targets and {@code nothing} = the node shall have nothing. */
    record Assign(Publication publication, boolean nothing, List<Claim> targets) implements Effect {}

    /** The node's assignment record is deleted. */
    record Unassign(String node) implements Effect {}

    /** An event for people. */
    record RecordEvent(String reason, String node, String message) implements Effect {}

    /** A removal has ended. */
    record Removed(String command, String note) implements Effect {}

    /** A command to forget a mount has ended. */
    record Forgotten(String command, String note) implements Effect {}

    /** The removal waits only for a barrier that is not noted yet. */
    record NoteBarrier() implements Effect {}
}

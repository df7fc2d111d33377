package io.hawser.volume.lifecycle;

import java.util.List;

/** What follows from a decision besides the new state. */
public sealed interface Effect {
    /** The node gets an assignment; no targets and {@code nothing} = shall have nothing. */
    record Assign(Publication publication, boolean nothing, List<Claim> targets) implements Effect {}

    /** No record is kept about this node any more. */
    record Unassign(String node) implements Effect {}

    /** For people. */
    record RecordEvent(String reason, String node, String message) implements Effect {}

    /** A removal came to its end. */
    record Removed(String command, String note) implements Effect {}

    /** What a command asked a node to forget came to its end. */
    record Forgotten(String command, String note) implements Effect {}

    /** The removal waits for nothing but a barrier that nobody has noted. */
    record NoteBarrier() implements Effect {}
}

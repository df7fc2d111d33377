package io.hawser.conformance.history;

import java.time.Instant;

/** Something that the run itself did. */
public sealed interface Action {
    Instant at();

    /**
     * A command was produced, and the broker acknowledged it.
     *
     * @param id the command id
     * @param type CloudEvents type, for example {@code hawser.v1.CreateVolume}
     */
    record Commanded(Instant at, String id, String type, String volume) implements Action {}

    /** The node's processes are gone, its mounts stay, and no service was notified. */
    record NodeLost(Instant at, String node) implements Action {}

    /** Everything on the node's machine is gone, and no service was notified. */
    record NodeDestroyed(Instant at, String node) implements Action {}

    /** An agent on another machine claims to be this node; {@code root} is the id of its root. */
    record StrangerSpeaks(Instant at, String node, String root) implements Action {}

    /**
     * A process was killed, stopped, continued or started, or a service or broker was away. Pauses that span such a
     * moment cannot be measured.
     */
    record Disturbed(Instant at, String process, String what) implements Action {}

    /** Anything else that helps the reader of a breach. */
    record Noted(Instant at, String what) implements Action {}
}

package io.hawser.conformance.history;

import java.time.Instant;

/** Something that the run itself did. */
public sealed interface Deed {
    Instant at();

    /**
     * A command was produced, and the broker took it.
     *
     * @param id the command id
     * @param type CloudEvents type, such as {@code hawser.v1.CreateVolume}
     */
    record Commanded(Instant at, String id, String type, String volume) implements Deed {}

    record TaskStarted(Instant at, String task, String node) implements Deed {}

    /** Its container is gone: nothing of it uses a volume any more. */
    record TaskEnded(Instant at, String task) implements Deed {}

    /** Somebody vouches that the node writes no more, or takes that back. */
    record Fenced(Instant at, String node, boolean fenced) implements Deed {}

    /** The node's processes are gone, its mounts stay, and nobody was told. */
    record NodeLost(Instant at, String node) implements Deed {}

    /** Everything that the node's machine had on it is gone, and nobody was told. */
    record NodeDestroyed(Instant at, String node) implements Deed {}

    /** An agent of another machine says that it is this node; its root is called so. */
    record StrangerSpeaks(Instant at, String node, String root) implements Deed {}

    /**
     * A process was killed, stopped, continued, started; a service or broker was away: pauses cannot be measured over
     * this.
     */
    record Disturbed(Instant at, String process, String what) implements Deed {}

    /** From here on the run only waits for things to settle. */
    record QuietFrom(Instant at) implements Deed {}

    /** Anything else that a reader of a breach should know. */
    record Noted(Instant at, String what) implements Deed {}
}

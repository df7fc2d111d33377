package io.hawser.volume.lifecycle;

/**
 * The commands by which operators say what they did by hand for a volume on a node, because its plugin does not do it.
 * Each is answered once, on its own.
 *
 * @param command id of the one that says that nothing is mounted there any more; it is answered when the node has
 *     dropped its record. Empty = none
 * @param announced the present generation carries it to the node
 * @param detached id of the one that says that the volume was detached from there at the storage system; empty = none
 */
public record Forget(String command, boolean announced, String detached) {
    public static final Forget NO = new Forget("", false, "");

    /** Whether an operator says that nothing is mounted there any more. */
    public boolean asked() {
        return !command.isEmpty();
    }

    /** Whether an operator says that the volume was detached at the storage system. */
    public boolean isDetached() {
        return !detached.isEmpty();
    }

    Forget unmountedBy(String command) {
        return new Forget(command, false, detached);
    }

    Forget announced(boolean announced) {
        return new Forget(command, announced, detached);
    }

    Forget detachedBy(String command) {
        return new Forget(this.command, announced, command);
    }
}

package io.hawser.volume.lifecycle;

import java.util.Objects;
import java.util.Set;

/**
 * One mount of one task.
 *
 * @param source what the task asked for: a volume's name or {@code group:NAME}
 * @param volume the volume granted; empty while waiting
 * @param targetId what the node calls the mount; never used twice
 * @param requestedAt in microseconds requestedAt 1970: smaller is older; kept from the first time the task asked
 * @param droppedGeneration of the assignment that no longer carries the target; 0 = an assignment still carries it, or
 *     none ever did
 * @param message why it waits or failed
 * @param awaits volumes whose present users are its sole reason to wait: there it stands in the queue. A volume of
 *     another node's topology is none of them, whoever uses it. Empty while something else is in the way everywhere,
 *     and when granted
 * @param path on the node, once mounted
 */
public record Claim(
        String task,
        String target,
        String source,
        String volume,
        String node,
        String targetId,
        boolean readOnly,
        State state,
        long requestedAt,
        long droppedGeneration,
        String message,
        Set<String> awaits,
        String path) {

    /** A claim in any of these occupies the volume, except a waiting one. */
    public enum State {
        WAITING,
        GRANTED,
        /** The task has ended; the mount may still be there. */
        RELEASING
    }

    public Claim {
        Objects.requireNonNull(task, "task");
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(volume, "volume");
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(targetId, "targetId");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(message, "message");
        awaits = Set.copyOf(awaits);
        Objects.requireNonNull(path, "path");
    }

    public boolean holds() {
        return state != State.WAITING;
    }

    /** Waits for nothing else than present users. */
    public boolean onlyOccupancy() {
        return !awaits.isEmpty();
    }

    public Claim waiting(String message, Set<String> awaits) {
        return new Claim(
                task, target, source, "", node, targetId, readOnly, State.WAITING, requestedAt, 0, message, awaits, "");
    }

    public Claim granted(String volume) {
        return new Claim(
                task,
                target,
                source,
                volume,
                node,
                targetId,
                readOnly,
                State.GRANTED,
                requestedAt,
                0,
                "",
                Set.of(),
                "");
    }

    public Claim releasing() {
        return new Claim(
                task,
                target,
                source,
                volume,
                node,
                targetId,
                readOnly,
                State.RELEASING,
                requestedAt,
                droppedGeneration,
                message,
                Set.of(),
                path);
    }

    Claim droppedBy(long generation) {
        return new Claim(
                task,
                target,
                source,
                volume,
                node,
                targetId,
                readOnly,
                state,
                requestedAt,
                generation,
                message,
                Set.of(),
                path);
    }

    Claim mounted(String path, String message) {
        return new Claim(
                task,
                target,
                source,
                volume,
                node,
                targetId,
                readOnly,
                state,
                requestedAt,
                droppedGeneration,
                message,
                awaits,
                path);
    }
}

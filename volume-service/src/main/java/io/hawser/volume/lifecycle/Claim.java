package io.hawser.volume.lifecycle;

import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.id.VolumeName;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One mount of one task.
 *
 * @param source what the task asked for: a volume's name or {@code group:NAME}
 * @param volume the volume granted; empty while waiting
 * @param targetId the node's name of the mount; of no other mount, also not later
 * @param flags the task's own mount flags, in their order; the volume's come before them
 * @param requestedAt when the task first asked, in microseconds since 1970; a smaller number is older
 * @param droppedGeneration first generation of the assignment without this target; 0 = the target is still assigned, or
 *     never was
 * @param obstacle why the claim waits or failed
 * @param awaits volumes that the claim waits for only because other claims use them; the claim is in the queue of each.
 *     A volume that the node's topology excludes is never among them. Empty if something else prevents a grant
 *     everywhere, and if the claim is granted
 * @param path on the node, once mounted
 */
public record Claim(
        TaskName task,
        String target,
        String source,
        Optional<VolumeName> volume,
        NodeName node,
        TargetId targetId,
        boolean readOnly,
        List<String> flags,
        State state,
        long requestedAt,
        long droppedGeneration,
        Optional<Obstacle> obstacle,
        Set<VolumeName> awaits,
        String path) {

    /** A claim in each of these states occupies the volume, except a waiting one. */
    public enum State {
        WAITING,
        GRANTED,
        /** The task has ended; its mount may still exist. */
        RELEASING
    }

    public Claim {
        flags = List.copyOf(flags);
        awaits = Set.copyOf(awaits);
    }

    public boolean has(VolumeName other) {
        return volume.filter(other::equals).isPresent();
    }

    public boolean holds() {
        return state != State.WAITING;
    }

    /** Why the claim waits or failed, for a person; empty if it does neither. */
    public String message() {
        return obstacle.map(Obstacle::message).orElse("");
    }

    /** The claim waits only because other claims use the volumes. */
    public boolean onlyOccupancy() {
        return !awaits.isEmpty();
    }

    public Claim waiting(Obstacle obstacle, Set<VolumeName> awaits) {
        return now(State.WAITING, Optional.empty(), 0, Optional.of(obstacle), awaits, "");
    }

    public Claim granted(VolumeName volume) {
        return now(State.GRANTED, Optional.of(volume), 0, Optional.empty(), Set.of(), "");
    }

    public Claim releasing() {
        return now(State.RELEASING, volume, droppedGeneration, obstacle, Set.of(), path);
    }

    Claim droppedBy(long generation) {
        return now(state, volume, generation, obstacle, Set.of(), path);
    }

    Claim mounted(String path, Optional<Obstacle> obstacle) {
        return now(state, volume, droppedGeneration, obstacle, awaits, path);
    }

    private Claim now(
            State state,
            Optional<VolumeName> volume,
            long droppedGeneration,
            Optional<Obstacle> obstacle,
            Set<VolumeName> awaits,
            String path) {
        return new Claim(
                task,
                target,
                source,
                volume,
                node,
                targetId,
                readOnly,
                flags,
                state,
                requestedAt,
                droppedGeneration,
                obstacle,
                awaits,
                path);
    }
}

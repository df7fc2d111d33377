package io.hawser.node.mount;

import io.hawser.node.layout.SafeSegment;
import io.hawser.node.layout.VolumeKey;
import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What this node shall have of one volume: an assignment whose ids were checked.
 *
 * @param assignment as it came; its contexts, secrets and access are passed on unchanged
 */
public record DesiredState(VolumeKey key, Assignment assignment) {

    /** An assignment, or the reason why it is not acted on. */
    public sealed interface Read {
        /** The creation of the volume that it is for, if that part is usable. */
        default Optional<VolumeKey> whose() {
            return switch (this) {
                case Usable(DesiredState desired) -> Optional.of(desired.key());
                case Refused(var key, var field, var message) -> key;
                case NotForThisAgent(var key, var message) -> Optional.of(key);
            };
        }
    }

    /** All ids are usable. */
    public record Usable(DesiredState desired) implements Read {}

    /**
     * Under this assignment the agent neither mounts nor unmounts.
     *
     * @param key the volume that the assignment is for, if that part is usable
     * @param field path of the field at fault
     */
    public record Refused(Optional<VolumeKey> key, String field, String message) implements Read {
        public String sentence() {
            return "assignment refused: " + field + " " + message;
        }
    }

    /**
     * This agent does not count as the node's, so the assignment is not for it.
     *
     * @param message why, for people
     */
    public record NotForThisAgent(VolumeKey key, String message) implements Read {}

    /** Checks every field that becomes a path or a file, or that a call requires. */
    public static Read of(Assignment assignment) {
        return fault(assignment)
                .<Read>map(fault -> new Refused(key(assignment), fault.field(), fault.message()))
                .orElseGet(() -> new Usable(
                        new DesiredState(new VolumeKey(assignment.getVolume(), assignment.getUid()), assignment)));
    }

    public long generation() {
        return assignment.getGeneration();
    }

    /** Whether the node shall have nothing of the volume. */
    public boolean nothing() {
        return assignment.getNothing();
    }

    public boolean wants(String target) {
        return target(target).isPresent();
    }

    public Optional<AssignmentTarget> target(String id) {
        return assignment.getTargetsList().stream()
                .filter(target -> target.getId().equals(id))
                .findFirst();
    }

    /**
     * The group that the agent gives to the volume's files for this target; empty: none. Not for readers, who change
     * nothing, nor where another node may use the files at the same time.
     */
    public Optional<String> groupFor(AssignmentTarget target) {
        boolean gives = assignment.hasMount()
                && !target.getReadOnly()
                && assignment.getScope() != Scope.SCOPE_MULTI_NODE
                && assignment.getSharing() != Sharing.SHARING_READ_ONLY;
        return gives ? Optional.of(assignment.getFsGroup()).filter(group -> !group.isEmpty()) : Optional.empty();
    }

    /** Whether CSI and the volume's users allow one more target beside any other. */
    boolean isShared() {
        return assignment.getScope() == Scope.SCOPE_MULTI_NODE
                && (assignment.getSharing() == Sharing.SHARING_ALL
                        || assignment.getSharing() == Sharing.SHARING_READ_ONLY);
    }

    /** Only what the assignment says of the volume, without its targets, its size and its generation. */
    DesiredState volumeOnly() {
        return new DesiredState(
                key,
                assignment.toBuilder()
                        .clearGeneration()
                        .clearTargets()
                        .clearRequiredBytes()
                        .build());
    }

    private static Optional<VolumeKey> key(Assignment a) {
        return SafeSegment.isSafe(a.getVolume()) && SafeSegment.isSafe(a.getUid())
                ? Optional.of(new VolumeKey(a.getVolume(), a.getUid()))
                : Optional.empty();
    }

    private record Fault(String field, String message) {}

    private static Optional<Fault> fault(Assignment a) {
        if (!SafeSegment.isSafe(a.getVolume())) return unsafe("volume");
        if (!SafeSegment.isSafe(a.getUid())) return unsafe("uid");
        if (a.getGeneration() <= 0) return Optional.of(new Fault("generation", "must be above zero"));
        if (a.getPlugin().isEmpty()) return Optional.of(new Fault("plugin", "is empty"));
        if (a.getVolumeId().isEmpty()) return Optional.of(new Fault("volume_id", "is empty"));
        if (a.getRequiredBytes() < 0) return Optional.of(new Fault("required_bytes", "must not be negative"));
        if (a.getNothing() && a.getTargetsCount() > 0) {
            return Optional.of(new Fault("targets", "must be empty where nothing is wanted"));
        }
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < a.getTargetsCount(); i++) {
            String id = a.getTargets(i).getId();
            if (!SafeSegment.isSafe(id)) return unsafe("targets[" + i + "].id");
            if (!seen.add(id)) return Optional.of(new Fault("targets[" + i + "].id", "is there twice"));
        }
        return Optional.empty();
    }

    private static Optional<Fault> unsafe(String field) {
        return Optional.of(new Fault(field, "is not 1 to 128 characters of [a-z0-9.-] that may be part of a path"));
    }
}

package io.hawser.node.mount;

import java.util.Optional;

/** What the assignments say about one creation of a volume, given the record of what was taken over. */
public sealed interface Order {
    /**
     * There is no usable assignment: the node keeps what it has and mounts nothing more.
     *
     * @param orphaned true: there is no assignment; false: there is one that cannot be acted on
     */
    record Keep(String message, boolean orphaned) implements Order {
        /** Before the first look at the volume, whatever its assignment says. */
        public static final Keep NOT_LOOKED_AT = new Keep("not looked at yet", false);
    }

    /** The node shall have exactly the desired state. */
    record Have(DesiredState desired) implements Order {}

    /**
     * The node shall have nothing.
     *
     * @param desired the assignment that says so; empty: it was taken over before, and the name has belonged to another
     *     volume since
     */
    record LetGo(Optional<DesiredState> desired) implements Order {}

    /** Whether calls for this target may be made under the order. */
    default boolean concerns(String target, MountRecord have) {
        return have.target(target).isPresent()
                || switch (this) {
                    case Have(DesiredState desired) -> desired.wants(target);
                    case LetGo _ -> false;
                    case Keep _ -> true;
                };
    }

    /** The record after it has taken over the order's assignment. */
    default MountRecord takenOver(MountRecord have) {
        return switch (this) {
            case Have(DesiredState desired) -> have.under(desired);
            case LetGo(Optional<DesiredState> desired) ->
                desired.map(have::under).orElse(have);
            case Keep _ -> have;
        };
    }

    /**
     * The order for one creation of a volume.
     *
     * @param latest the newest record that was read for the volume's name, for any creation; empty: none, or a
     *     tombstone
     */
    static Order of(MountRecord have, Optional<DesiredState.Read> latest) {
        return switch (latest.orElse(null)) {
            case null -> new Keep("no assignment", true);
            case DesiredState.Refused refused -> new Keep(refused.sentence(), false);
            case DesiredState.NotForThisAgent(var key, String message) -> new Keep(message, false);
            case DesiredState.Usable(DesiredState desired) -> of(have, desired);
        };
    }

    private static Order of(MountRecord have, DesiredState desired) {
        if (!desired.key().equals(have.key())) {
            // The assignment of "nothing" was taken over before the name was given to another volume.
            return have.leaving() && desired.generation() > have.generation()
                    ? new LetGo(Optional.empty())
                    : new Keep(
                            "no assignment: the name now belongs to another volume, "
                                    + desired.key().uid(),
                            true);
        }
        if (desired.generation() < have.generation()) {
            return new Keep(
                    "the assignment's generation " + desired.generation() + " is older than " + have.generation()
                            + ", which was taken over before",
                    false);
        }
        return desired.nothing() ? new LetGo(Optional.of(desired)) : new Have(desired);
    }
}

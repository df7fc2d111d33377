package io.hawser.hostpath.volume;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/** The parts of a CSI VolumeCapability that matter here. Only a directory has mount flags. */
public record Capability(AccessType type, AccessMode mode, Set<MountFlag> flags) {
    public Capability {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(mode, "mode");
        flags = flags.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(flags));
        if (type == AccessType.BLOCK && !flags.isEmpty())
            throw new IllegalArgumentException("flags: a block device has none");
    }

    public static Capability mount(AccessMode mode, Set<MountFlag> flags) {
        return new Capability(AccessType.MOUNT, mode, flags);
    }

    public static Capability block(AccessMode mode) {
        return new Capability(AccessType.BLOCK, mode, Set.of());
    }

    public boolean readOnly() {
        return mode.readOnly() || flags.contains(MountFlag.RO);
    }

    /** Whether what was made, or published, for this capability can be used with the other one. */
    public boolean covers(Capability other) {
        return type == other.type && mode.covers(other.mode);
    }

    /** For people. */
    public String text() {
        return type == AccessType.BLOCK ? "block device, " + mode : mode.name();
    }
}

package io.hawser.hostpath.volume;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/** The parts of a CSI VolumeCapability that matter for a directory: the access mode and the mount flags. */
public record Capability(AccessMode mode, Set<MountFlag> flags) {
    public Capability {
        Objects.requireNonNull(mode, "mode");
        flags = flags.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(flags));
    }

    public boolean readOnly() {
        return mode.readOnly() || flags.contains(MountFlag.RO);
    }
}

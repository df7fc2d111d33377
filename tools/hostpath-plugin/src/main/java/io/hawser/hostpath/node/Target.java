package io.hawser.hostpath.node;

import io.hawser.hostpath.volume.Capability;
import java.nio.file.Path;
import java.util.Objects;

/** The volume is, or was about to be, mounted at this target path on this node. */
public record Target(Path path, Capability capability, boolean readOnly) {
    public Target {
        if (!path.isAbsolute()) throw new IllegalArgumentException("target path: is not absolute");
        Objects.requireNonNull(capability, "capability");
    }
}

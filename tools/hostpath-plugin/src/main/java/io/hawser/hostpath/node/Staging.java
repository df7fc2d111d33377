package io.hawser.hostpath.node;

import io.hawser.hostpath.volume.Capability;
import java.nio.file.Path;
import java.util.Objects;

/** The volume is, or was about to be, mounted at its staging path on this node. */
public record Staging(Path path, Capability capability) {
    public Staging {
        if (!path.isAbsolute()) throw new IllegalArgumentException("staging path: is not absolute");
        Objects.requireNonNull(capability, "capability");
    }
}

package io.hawser.node.mounttable;

import java.util.Objects;
import java.util.Optional;

/**
 * What is seen at a path.
 *
 * @param mounted {@link MountEntry#what()} of what is mounted there; empty: it is no mount point
 * @param exists whether there is anything, mounted or not
 */
public record Sighting(Optional<String> mounted, boolean exists) {
    public static final Sighting NOTHING = new Sighting(Optional.empty(), false);

    public Sighting {
        Objects.requireNonNull(mounted, "mounted");
    }
}

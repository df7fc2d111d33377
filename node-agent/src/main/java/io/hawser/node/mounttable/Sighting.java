package io.hawser.node.mounttable;

import java.util.Optional;

/**
 * What is seen at a path.
 *
 * @param mounted {@link MountEntry#what()} of the mount there; empty: the path is no mount point
 * @param leaf what lies there; {@link Leaf#UNSEEN} if that was not checked
 */
public record Sighting(Optional<String> mounted, Leaf leaf) {
    public static final Sighting NOTHING = new Sighting(Optional.empty(), Leaf.ABSENT);
}

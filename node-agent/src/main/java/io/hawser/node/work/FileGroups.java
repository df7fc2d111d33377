package io.hawser.node.work;

import io.hawser.mounts.MountEntry;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Gives the files of a mounted volume to a group. */
@FunctionalInterface
public interface FileGroups {

    /**
     * Blocks until all files have the group; that takes long for many files.
     *
     * @param mount where a writer's target is, as the mount table shows it
     * @param cut whether to stop in the middle; a later call begins again
     * @return why not all files have it; empty: they have, or it was cut
     */
    Optional<String> give(MountEntry mount, String group, BooleanSupplier cut);
}

package io.hawser.mounts;

import java.nio.file.Path;
import java.util.Set;

/**
 * One line of the kernel's mount table.
 *
 * @param device {@code major:minor}
 * @param root the mounted part of the file system: {@code /}, or the directory of a bind mount; a string, because it
 *     may be no valid path in this locale; ends in {@code //deleted} when the directory was deleted since
 * @param options of this mount, not of its file system
 * @param source device or server, as the file system names it
 */
public record MountEntry(
        Path mountPoint, String device, String root, Set<String> options, String fsType, String source) {
    public MountEntry {
        options = Set.copyOf(options);
    }

    /** What is mounted, independent of the mount point: equal for two mounts of the same thing. */
    public String what() {
        return device + " " + root;
    }
}

package io.hawser.hostpath.mount;

import java.nio.file.Path;
import java.util.Set;

/**
 * One line of the kernel's mount table (proc(5), mountinfo).
 *
 * @param device major:minor of the file system
 * @param root which directory of that file system is mounted; ends in {@code //deleted} when it has been deleted since
 * @param options of this mount, not of its file system
 */
public record MountEntry(String device, String root, Path mountPoint, Set<String> options) {
    public MountEntry {
        options = Set.copyOf(options);
    }

    /** The mount shows this very directory. */
    public boolean shows(MountSource source) {
        return device.equals(source.device())
                && (root.equals(source.root()) || root.equals(source.root() + "//deleted"));
    }

    /** The mount shows this directory or something in it. */
    public boolean showsInside(MountSource source) {
        return shows(source) || (device.equals(source.device()) && root.startsWith(source.root() + "/"));
    }
}

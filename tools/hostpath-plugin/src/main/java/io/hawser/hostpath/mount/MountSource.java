package io.hawser.hostpath.mount;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import java.nio.file.Path;
import java.util.Collection;

/**
 * A directory, or a device's file, in the mount table's form: the file system, and the path from that file system's own
 * root.
 */
public record MountSource(String device, String root) {
    /**
     * The form of a mount of this file in the table.
     *
     * @param file absolute, without symbolic links; need not exist
     */
    public static MountSource of(Path file, MountTable table) {
        MountEntry over = table.entries().stream()
                .filter(e -> file.startsWith(e.mountPoint()))
                .reduce((a, b) ->
                        b.mountPoint().getNameCount() >= a.mountPoint().getNameCount() ? b : a)
                .orElseThrow(() -> new IllegalStateException("the mount table has no mount above " + file));
        String below = over.mountPoint().relativize(file).normalize().toString();
        if (below.isEmpty()) return new MountSource(over.device(), over.root());
        // Text, because a folder above this mount may have a name that is no valid path in this locale.
        return new MountSource(over.device(), over.root().equals("/") ? "/" + below : over.root() + "/" + below);
    }

    public static boolean anyShownBy(Collection<Path> files, MountEntry mount, MountTable table) {
        return files.stream().anyMatch(file -> of(file, table).shownBy(mount));
    }

    /** Whether the mount shows this same file. */
    public boolean shownBy(MountEntry mount) {
        return mount.device().equals(device)
                && (mount.root().equals(root) || mount.root().equals(root + "//deleted"));
    }

    /** Whether the mount shows this file or something in it. */
    public boolean shownInsideBy(MountEntry mount) {
        return shownBy(mount) || (mount.device().equals(device) && mount.root().startsWith(root + "/"));
    }
}

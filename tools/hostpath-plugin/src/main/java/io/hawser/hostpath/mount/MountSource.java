package io.hawser.hostpath.mount;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import java.nio.file.Path;

/** A directory in the mount table's form: the file system, and the path from that file system's own root. */
public record MountSource(String device, String root) {
    /**
     * The form of a mount of this directory in the table.
     *
     * @param directory absolute, without symbolic links; need not exist
     */
    public static MountSource of(Path directory, MountTable table) {
        MountEntry over = table.entries().stream()
                .filter(e -> directory.startsWith(e.mountPoint()))
                .reduce((a, b) ->
                        b.mountPoint().getNameCount() >= a.mountPoint().getNameCount() ? b : a)
                .orElseThrow(() -> new IllegalStateException("the mount table has no mount above " + directory));
        String below = over.mountPoint().relativize(directory).normalize().toString();
        if (below.isEmpty()) return new MountSource(over.device(), over.root());
        // Text, because a folder above this mount may have a name that is no valid path in this locale.
        return new MountSource(over.device(), over.root().equals("/") ? "/" + below : over.root() + "/" + below);
    }

    /** Whether the mount shows this same directory. */
    public boolean shownBy(MountEntry mount) {
        return mount.device().equals(device)
                && (mount.root().equals(root) || mount.root().equals(root + "//deleted"));
    }

    /** Whether the mount shows this directory or something in it. */
    public boolean shownInsideBy(MountEntry mount) {
        return shownBy(mount) || (mount.device().equals(device) && mount.root().startsWith(root + "/"));
    }
}

package io.hawser.hostpath.mount;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import java.nio.file.Path;

/** A directory as the mount table names it: the file system, and the path from that file system's own root. */
public record MountSource(String device, String root) {
    /**
     * How a mount of this directory looks in the table.
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
        // Text, because what is above ours may have a name that is no path in our locale.
        return new MountSource(over.device(), over.root().equals("/") ? "/" + below : over.root() + "/" + below);
    }

    /** The mount shows this very directory. */
    public boolean shownBy(MountEntry mount) {
        return mount.device().equals(device)
                && (mount.root().equals(root) || mount.root().equals(root + "//deleted"));
    }

    /** The mount shows this directory or something in it. */
    public boolean shownInsideBy(MountEntry mount) {
        return shownBy(mount) || (mount.device().equals(device) && mount.root().startsWith(root + "/"));
    }
}

package io.hawser.local.mount;

import io.hawser.embedded.process.Command;
import io.hawser.mounts.MountTable;
import java.nio.file.Path;
import java.util.List;

/** Counts and unmounts the mounts below a folder. */
public final class Unmount {
    private Unmount() {}

    /**
     * Unmounts everything below {@code folder}, deepest first.
     *
     * @return how many mounts were unmounted
     * @throws IllegalStateException naming the mount that cannot be unmounted; those after it stay
     */
    public static int allBelow(Path folder) {
        List<Path> points = MountTable.read().pointsBelow(folder);
        points.forEach(Unmount::one);
        return points.size();
    }

    /** How many mounts are below {@code folder} now, in words. */
    public static String countedBelow(Path folder) {
        return counted(MountTable.read().pointsBelow(folder).size());
    }

    static String counted(int mounts) {
        return mounts == 1 ? "1 mount" : mounts + " mounts";
    }

    private static void one(Path point) {
        try {
            // -i: runs no helper of the file system; -c: follows no link in the path.
            Command.run("umount", "-i", "-c", "--", point.toString());
        } catch (IllegalStateException e) {
            // On a shared mount, the end of an earlier mount may also end its copies.
            if (MountTable.read().at(point).isPresent()) {
                throw new IllegalStateException("cannot unmount " + point + ": " + e.getMessage(), e);
            }
        }
    }
}

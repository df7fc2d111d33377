package io.hawser.local.mount;

import io.hawser.mounts.MountTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
            Process process = new ProcessBuilder("umount", "-i", "-c", "--", point.toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
            // On a shared mount, the end of an earlier mount may also end its copies.
            if (process.waitFor() != 0 && MountTable.read().at(point).isPresent()) {
                throw new IllegalStateException("cannot unmount " + point + ": " + said);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run umount", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while unmounting " + point, e);
        }
    }
}

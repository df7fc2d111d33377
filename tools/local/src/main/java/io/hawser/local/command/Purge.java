package io.hawser.local.command;

import io.hawser.local.layout.LocalLayout;
import io.hawser.local.mount.Unmount;
import io.hawser.mounts.DeleteTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Deletes a whole data folder, with what is mounted in it. */
final class Purge {
    private Purge() {}

    /**
     * The caller must hold the folder's lock. The lock file goes almost last: otherwise another process could lock a
     * new file while the rest is deleted.
     *
     * @return how many mounts were unmounted
     */
    static int of(LocalLayout layout) {
        int mounts = Unmount.allBelow(layout.home());
        layout.socketsElsewhere().ifPresent(sockets -> delete(sockets));
        String lock = layout.home().relativize(LocalRun.lockFile(layout)).toString();
        delete(layout.home(), lock, LocalLayout.MARK);
        return mounts;
    }

    private static void delete(Path folder, String... last) {
        try {
            DeleteTree.of(folder, last);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + folder, e);
        }
    }
}

package io.hawser.local.command;

import io.hawser.local.layout.LocalLayout;
import io.hawser.local.mount.DeleteTree;
import io.hawser.local.mount.Unmount;

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
        layout.socketsElsewhere().ifPresent(sockets -> DeleteTree.of(sockets, LocalLayout.MARK));
        String lock = layout.home().relativize(LocalRun.lockFile(layout)).toString();
        DeleteTree.of(layout.home(), lock, LocalLayout.MARK);
        return mounts;
    }
}

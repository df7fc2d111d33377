package io.hawser.local.command;

import io.hawser.local.layout.LocalLayout;
import io.hawser.local.mount.DeleteTree;
import io.hawser.local.mount.Unmount;

/** Takes a data folder away whole, with what is mounted in it. */
final class Purge {
    private Purge() {}

    /**
     * Only for who holds the folder's lock. Its file goes almost last: a new one in its place could be taken while the
     * rest is deleted.
     *
     * @return how many mounts went
     */
    static int of(LocalLayout layout) {
        int mounts = Unmount.allBelow(layout.home());
        layout.socketsElsewhere().ifPresent(sockets -> DeleteTree.of(sockets, LocalLayout.MARK));
        String lock = layout.home().relativize(LocalRun.lockFile(layout)).toString();
        DeleteTree.of(layout.home(), lock, LocalLayout.MARK);
        return mounts;
    }
}

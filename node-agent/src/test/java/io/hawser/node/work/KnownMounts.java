package io.hawser.node.work;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.mounttable.files.Kernel;
import java.util.List;

/** A kernel that knows these mounts. */
class KnownMounts implements Kernel {
    private final List<MountEntry> mounts;
    private final String boot;

    KnownMounts(List<MountEntry> mounts) {
        this(mounts, "boot-1");
    }

    KnownMounts(List<MountEntry> mounts, String boot) {
        this.mounts = mounts;
        this.boot = boot;
    }

    @Override
    public MountTable mounts() {
        return new MountTable(mounts);
    }

    @Override
    public String bootId() {
        return boot;
    }
}

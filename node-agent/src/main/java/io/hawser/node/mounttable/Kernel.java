package io.hawser.node.mounttable;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the kernel knows about mounts. */
public interface Kernel {
    MountTable mounts();

    /** Differs after each boot. */
    String bootId();

    /** What is mounted at the path. The path itself is not accessed. */
    default Sighting mountAt(Path path) {
        return new Sighting(mounts().at(path).map(MountEntry::what), Leaf.UNSEEN);
    }

    /**
     * What is at the path, mounted or not. A mount, and what lies in a mount, is not accessed: a dead file system may
     * never answer.
     *
     * @param folder at or below which a mount counts; the folder itself is on the root's own file system
     */
    default Sighting look(Path path, Path folder) {
        MountTable table = mounts();
        return new Sighting(
                table.at(path).map(MountEntry::what), table.covers(path, folder) ? Leaf.UNSEEN : Leaf.at(path));
    }

    /** The kernel of this machine, as this process sees it. */
    static Kernel ofThisMachine() {
        return new Kernel() {
            /**
             * Before Linux 5.8, a read during a mount or an unmount may skip lines. A mount therefore counts if one of
             * two reads shows it.
             */
            @Override
            public MountTable mounts() {
                return MountTable.ofTwoReads(MountTable::read);
            }

            @Override
            public String bootId() {
                try {
                    return Files.readString(Path.of("/proc/sys/kernel/random/boot_id"))
                            .trim();
                } catch (IOException e) {
                    throw new UncheckedIOException("the kernel's boot id cannot be read", e);
                }
            }
        };
    }
}

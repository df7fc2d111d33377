package io.hawser.node.mounttable.files;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.mounts.WatchedTable;
import io.hawser.node.mounttable.Leaf;
import io.hawser.node.mounttable.Sighting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the kernel knows about mounts. */
public interface Kernel {
    MountTable mounts();

    /** Differs after each boot; the same for as long as this process runs. */
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
                table.at(path).map(MountEntry::what), table.covers(path, folder) ? Leaf.UNSEEN : leaf(path));
    }

    /** Reads the path. Only for paths that no mount covers: a mounted file system may never answer. */
    private static Leaf leaf(Path path) {
        try {
            BasicFileAttributes leaf = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (leaf.isSymbolicLink()) {
                return Leaf.LINK;
            }
            if (leaf.isDirectory()) {
                return folder(path);
            }
            return leaf.isRegularFile() && leaf.size() == 0 ? Leaf.EMPTY_FILE : Leaf.OTHER;
        } catch (NoSuchFileException absent) {
            return Leaf.ABSENT;
        } catch (IOException unknown) {
            return Leaf.OTHER;
        }
    }

    private static Leaf folder(Path path) {
        try (DirectoryStream<Path> children = Files.newDirectoryStream(path)) {
            return children.iterator().hasNext() ? Leaf.FOLDER : Leaf.EMPTY_FOLDER;
        } catch (IOException unknown) {
            return Leaf.FOLDER;
        }
    }

    /** The kernel of this machine, as this process sees it. */
    static Kernel ofThisMachine() {
        // If a read may lack lines, a mount counts if one of two reads shows it.
        Supplier<MountTable> reads = readsMayLackLines(text("/proc/sys/kernel/osrelease"))
                ? () -> MountTable.ofTwoReads(MountTable::read)
                : MountTable::read;
        WatchedTable table = new WatchedTable(reads, System::nanoTime);
        String boot = text("/proc/sys/kernel/random/boot_id");
        return new Kernel() {
            @Override
            public MountTable mounts() {
                return table.read();
            }

            @Override
            public String bootId() {
                return boot;
            }
        };
    }

    /**
     * Before Linux 5.8, a read of the mount table during a mount or an unmount may skip lines.
     *
     * @param release as in {@code uname -r}; one that is not understood counts as old
     */
    static boolean readsMayLackLines(String release) {
        Matcher numbers = Pattern.compile("([0-9]{1,4})\\.([0-9]{1,4}).*").matcher(release);
        if (!numbers.matches()) {
            return true;
        }
        int major = Integer.parseInt(numbers.group(1));
        return major < 5 || (major == 5 && Integer.parseInt(numbers.group(2)) < 8);
    }

    private static String text(String file) {
        try {
            return Files.readString(Path.of(file)).trim();
        } catch (IOException e) {
            throw new UncheckedIOException("the kernel does not tell " + file, e);
        }
    }
}

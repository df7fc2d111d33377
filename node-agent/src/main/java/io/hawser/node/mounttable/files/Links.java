package io.hawser.node.mounttable.files;

import io.hawser.mounts.MountTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Symbolic links in folders that plugins may write in. The agent follows none: it would make, remove or mount something
 * elsewhere.
 */
public final class Links {
    private Links() {}

    /**
     * The first link on the way from {@code root} to the path, both left out. What a mount covers is not accessed: the
     * kernel mounts on no link.
     *
     * @param folder at or below which a mount counts
     */
    public static Optional<Path> onTheWay(Path root, Path path, Path folder, MountTable table) {
        Path way = root;
        for (Path name : root.relativize(path)) {
            way = way.resolve(name);
            if (way.equals(path) || table.covers(way, folder)) {
                break;
            }
            if (Files.isSymbolicLink(way)) {
                return Optional.of(way);
            }
        }
        return Optional.empty();
    }
}

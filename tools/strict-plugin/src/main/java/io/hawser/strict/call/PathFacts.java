package io.hawser.strict.call;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * The state of a node call's paths on its arrival, as the plugin's process sees them.
 *
 * @param stagingIsDirectory the staging path is a directory; empty if the call has none
 * @param stagingIsOpen it can be read and written; empty if it is no directory
 * @param targetParentIsDirectory the target's parent is a directory; empty if the call has no target
 * @param targetParentIsOpen it can be read and written; empty if it is no directory
 * @param targetExists something is at the target; empty if the call has no target
 */
public record PathFacts(
        Optional<Boolean> stagingIsDirectory,
        Optional<Boolean> stagingIsOpen,
        Optional<Boolean> targetParentIsDirectory,
        Optional<Boolean> targetParentIsOpen,
        Optional<Boolean> targetExists) {

    public static final PathFacts NONE =
            new PathFacts(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Looks at the paths. An empty string means that the call has no such path. */
    public static PathFacts look(String staging, String target) {
        Optional<Path> from = absolute(staging).filter(path -> !dead(path));
        Optional<Path> at = absolute(target);
        Optional<Path> parent = at.map(Path::getParent);
        return new PathFacts(
                from.map(PathFacts::isDirectory),
                from.filter(PathFacts::isDirectory).map(PathFacts::isOpen),
                at.map(path -> parent.filter(PathFacts::isDirectory).isPresent()),
                parent.filter(PathFacts::isDirectory).map(PathFacts::isOpen),
                at.map(path -> Files.exists(path, LinkOption.NOFOLLOW_LINKS)));
    }

    private static boolean isDirectory(Path path) {
        return Files.isDirectory(path);
    }

    /** A dead file system covers the path: what the caller made below it cannot be seen. */
    private static boolean dead(Path path) {
        try {
            Files.readAttributes(path, BasicFileAttributes.class);
            return false;
        } catch (FileSystemException e) {
            return String.valueOf(e.getReason()).contains("not connected");
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isOpen(Path directory) {
        return Files.isReadable(directory) && Files.isWritable(directory);
    }

    private static Optional<Path> absolute(String path) {
        try {
            return Optional.of(path).filter(text -> text.startsWith("/")).map(Path::of);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}

package io.hawser.testkit.strict;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How a node call's paths stood when it arrived.
 *
 * @param stagingIsDirectory the staging path is a directory; empty where none was named
 * @param targetParentIsDirectory the target's parent is a directory; empty where no target was named
 * @param targetExists something stands at the target; empty where no target was named
 */
public record PathFacts(
        Optional<Boolean> stagingIsDirectory,
        Optional<Boolean> targetParentIsDirectory,
        Optional<Boolean> targetExists) {

    public static final PathFacts NONE = new PathFacts(Optional.empty(), Optional.empty(), Optional.empty());

    /** Looks at the paths; empty strings mean that none is named. */
    public static PathFacts look(String staging, String target) {
        Optional<Path> at = absolute(target);
        return new PathFacts(
                absolute(staging).map(Files::isDirectory),
                at.map(path -> path.getParent() != null && Files.isDirectory(path.getParent())),
                at.map(path -> Files.exists(path, LinkOption.NOFOLLOW_LINKS)));
    }

    private static Optional<Path> absolute(String path) {
        try {
            return Optional.of(path).filter(text -> text.startsWith("/")).map(Path::of);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}

package io.hawser.node.layout;

import java.nio.file.Path;

/**
 * How plugins see the agent's root: a plugin in a container may have it at another path.
 *
 * @param ours the root on the agent's side
 * @param theirs the same folder on the plugins' side
 */
public record PluginPaths(Path ours, Path theirs) {

    /** The same path below the root, as a request to a plugin names it. */
    public Path of(Path path) {
        return theirs.resolve(ours.relativize(path));
    }
}

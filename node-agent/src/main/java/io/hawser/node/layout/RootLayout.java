package io.hawser.node.layout;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Where things are below an agent's root. Records lie beside the mounts, in folders that no plugin knows.
 *
 * @param root absolute, and without symbolic links: what is below it is looked for by name in the kernel's mount table
 */
public record RootLayout(Path root) {
    public RootLayout {
        if (!root.isAbsolute()) {
            throw new IllegalArgumentException("root: '" + root + "' is not an absolute path");
        }
        root = root.normalize();
    }

    /** Held by the one agent of this root. */
    public Path lock() {
        return root.resolve("lock");
    }

    /** Whose root this is: its id, and the node that it belongs to. */
    public Path identity() {
        return root.resolve("identity");
    }

    /** Which topic the assignments were read from. */
    public Path topicIdentity() {
        return root.resolve("assignments-topic");
    }

    /** Up to where revisions were given out. */
    public Path revisions() {
        return root.resolve("revisions");
    }

    /** Plugin instances that were registered and not deregistered. */
    public Path registeredPlugins() {
        return root.resolve("registered-plugins");
    }

    public Path volumes() {
        return root.resolve("volumes");
    }

    public Path volume(VolumeKey key) {
        return volumes().resolve(key.volume()).resolve(key.uid());
    }

    public Path record(VolumeKey key) {
        return volume(key).resolve("record");
    }

    /** Made by the agent before the volume is staged. */
    public Path staging(VolumeKey key) {
        return volume(key).resolve("staging");
    }

    /** Made by the agent; the leaves in it are the plugin's. */
    public Path targets(VolumeKey key) {
        return volume(key).resolve("targets");
    }

    public Path target(VolumeKey key, String target) {
        return targets(key).resolve(SafeSegment.of("target", target));
    }

    /**
     * The root that a plugin's mount point lies in, this one or another; empty: it is neither a staging path nor a
     * target.
     */
    public static Optional<RootLayout> of(Path mountPoint) {
        return inverse(mountPoint, 4, (layout, key) -> layout.staging(key))
                .or(() -> inverse(mountPoint, 5, (layout, key) -> layout.targets(key)
                        .resolve(mountPoint.getFileName().toString())));
    }

    private static Optional<RootLayout> inverse(
            Path mountPoint, int depth, BiFunction<RootLayout, VolumeKey, Path> path) {
        int root = mountPoint.getNameCount() - depth;
        if (root < 1) {
            return Optional.empty();
        }
        String volume = mountPoint.getName(root + 1).toString();
        String uid = mountPoint.getName(root + 2).toString();
        RootLayout layout = new RootLayout(mountPoint.getRoot().resolve(mountPoint.subpath(0, root)));
        return SafeSegment.isSafe(volume)
                        && SafeSegment.isSafe(uid)
                        && path.apply(layout, new VolumeKey(volume, uid)).equals(mountPoint)
                ? Optional.of(layout)
                : Optional.empty();
    }
}

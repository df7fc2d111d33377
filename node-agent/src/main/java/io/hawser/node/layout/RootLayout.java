package io.hawser.node.layout;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The paths below an agent's root. Plugins are given the folder {@code volumes} and no other: records lie beside it.
 *
 * @param root absolute, and without symbolic links: paths below it are looked up by name in the kernel's mount table
 */
public record RootLayout(Path root) {
    private static final String RECORD = ".record";

    public RootLayout {
        if (!root.isAbsolute()) {
            throw new IllegalArgumentException("root: '" + root + "' is not an absolute path");
        }
        root = root.normalize();
    }

    /** The lock file that this root's one agent holds. */
    public Path lock() {
        return root.resolve("lock");
    }

    /** The root's id, and the node that the root belongs to. */
    public Path identity() {
        return root.resolve("identity");
    }

    /** The topic that the assignments were read from. */
    public Path topicIdentity() {
        return root.resolve("assignments-topic");
    }

    /** The greatest revision that is reserved. */
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

    public Path records() {
        return root.resolve("records");
    }

    /** All creations of a volume have their records in this folder. */
    public Path records(String volume) {
        return records().resolve(SafeSegment.of("volume", volume));
    }

    public Path record(VolumeKey key) {
        return records(key.volume()).resolve(key.uid() + RECORD);
    }

    /** Whose record a file of {@link #records(String)} is; empty: it is no record. */
    public static Optional<VolumeKey> recorded(String volume, String file) {
        String uid = file.endsWith(RECORD) ? file.substring(0, file.length() - RECORD.length()) : "";
        return SafeSegment.isSafe(volume) && SafeSegment.isSafe(uid)
                ? Optional.of(new VolumeKey(volume, uid))
                : Optional.empty();
    }

    /** The agent makes this folder before the volume is staged. */
    public Path staging(VolumeKey key) {
        return volume(key).resolve("staging");
    }

    /** The agent makes this folder; the plugin makes the leaves in it. */
    public Path targets(VolumeKey key) {
        return volume(key).resolve("targets");
    }

    public Path target(VolumeKey key, String target) {
        return targets(key).resolve(SafeSegment.of("target", target));
    }

    /**
     * The root that contains a plugin's mount point, this one or another; empty: the path is neither a staging path nor
     * a target.
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

package io.hawser.node.layout;

import java.nio.file.Path;

/**
 * Where things are below an agent's root. Records lie beside the mounts, in folders that no plugin is told of.
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
}

package io.hawser.strict.backend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The plugin's work in a node's file system. Staging directories and targets' parents belong to the caller. */
public interface NodeFiles {

    default void stage(String volumeId, Path staging) throws IOException {}

    default void unstage(String volumeId, Path staging) throws IOException {}

    /** Creates the target and makes the volume visible there; {@code block} means a file instead of a directory. */
    default void publish(String volumeId, Path target, boolean readonly, boolean block) throws IOException {
        prepare(target, block);
    }

    /** Creates the target only. */
    default void prepare(Path target, boolean block) throws IOException {
        createLeaf(target, block);
    }

    /** Removes the target, which may be gone already. */
    default void unpublish(Path target) throws IOException {
        Files.deleteIfExists(target);
    }

    /** Whether paths are real, so that rules can judge them. */
    default boolean real() {
        return true;
    }

    /** Mounts nothing: a published volume is an empty directory (or file), made and removed in constant time. */
    static NodeFiles directories() {
        return new NodeFiles() {};
    }

    /** Touches no file at all, for callers whose nodes are simulated. */
    static NodeFiles none() {
        return new NodeFiles() {
            @Override
            public boolean real() {
                return false;
            }

            @Override
            public void prepare(Path target, boolean block) {}

            @Override
            public void unpublish(Path target) {}
        };
    }

    /** Creates a missing target: a directory for a file system, a file for a block device. */
    static void createLeaf(Path target, boolean block) throws IOException {
        if (Files.exists(target)) {
            return;
        }
        if (block) {
            Files.createFile(target);
        } else {
            Files.createDirectory(target);
        }
    }
}

package io.hawser.node.work;

import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.MountRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Keeps what this node has over restarts. Each volume's record is written by one thread at a time; different volumes'
 * by many. Failures to write are {@link java.io.UncheckedIOException}.
 */
public interface Records {

    /**
     * What a root holds.
     *
     * @param unreadable why, by volume: nothing is done for these, neither up nor down
     */
    record Stock(List<MountRecord> records, Map<VolumeKey, String> unreadable) {}

    Stock load() throws IOException;

    /** Returns when the record would survive a power cut. */
    void save(MountRecord record);

    /**
     * Makes the folders that the agent owes a plugin: the staging path itself, and the parent of all targets. What is
     * mounted is there, and is not
     * touched.
     */
    void prepare(VolumeKey key);

    /** Removes an empty leaf that the plugin left behind. Nothing else is touched, and nothing that is mounted. */
    void removeLeaf(VolumeKey key, String target);

    /**
     * Removes what is empty, the record last. Never deletes a file or anything below a mount.
     *
     * @return what was left because it is not empty
     */
    List<Path> forget(VolumeKey key);
}

package io.hawser.node.record;

import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.MountRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Stores the mount records. One thread at a time writes a volume's record; many threads write those of different
 * volumes. A failed write throws {@link java.io.UncheckedIOException}.
 */
public interface Records {

    /**
     * All records of a root.
     *
     * @param unreadable the reason by volume: the agent neither mounts nor unmounts these
     * @param folders the reason by a volume's name, where not even the list of its records can be read
     */
    record Stock(List<MountRecord> records, Map<VolumeKey, String> unreadable, Map<String, String> folders) {}

    Stock load() throws IOException;

    /** Returns when the record would survive a power cut. */
    void save(MountRecord record);

    /**
     * Makes the folders that a plugin expects: the staging path itself, and the parent of all targets. An existing
     * mount point is not touched.
     */
    void prepare(VolumeKey key);

    /**
     * Whether the staging path is there. It is made before the first call and removed with the record, so without a
     * record it shows that a record was lost: the volume may be staged, also where no mount is visible.
     */
    boolean mayBeStaged(VolumeKey key);

    /** Removes an empty leaf that the plugin left behind. Touches nothing else, and no mount. */
    void removeLeaf(VolumeKey key, String target);

    /**
     * Removes empty folders and the empty leaves of targets, and the record last. Never deletes a file with content
     * or anything below a mount.
     *
     * @return folders that stay because they are not empty
     */
    List<Path> forget(VolumeKey key);
}

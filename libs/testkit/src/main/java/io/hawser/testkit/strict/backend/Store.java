package io.hawser.testkit.strict.backend;

import io.hawser.csi.v1.Snapshot;
import io.hawser.csi.v1.VolumeGroupSnapshot;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Everything that the plugin holds, found by id or by name in constant time. Not safe for several threads. */
public final class Store {

    private final TreeMap<String, StoredVolume> volumes = new TreeMap<>();
    private final Map<String, StoredVolume> volumesByName = new HashMap<>();
    private final Map<String, Integer> volumesOfNode = new HashMap<>();
    final TreeMap<String, Snapshot> snapshots = new TreeMap<>();
    final Map<String, String> snapshotNames = new HashMap<>();
    final Map<String, VolumeGroupSnapshot> groups = new HashMap<>();
    final Map<String, String> groupNames = new HashMap<>();
    private long drawn;

    /** A number never drawn before in this process, also after {@link #clear}. */
    long draw() {
        return ++drawn;
    }

    long drawn() {
        return drawn;
    }

    /** Numbers up to this one are taken. */
    void drawnUpTo(long taken) {
        drawn = Math.max(drawn, taken);
    }

    Optional<StoredVolume> volume(String id) {
        return Optional.ofNullable(volumes.get(id));
    }

    Optional<StoredVolume> volumeNamed(String name) {
        return Optional.ofNullable(volumesByName.get(name));
    }

    void put(StoredVolume volume) {
        volumes.put(volume.id, volume);
        volumesByName.put(volume.name, volume);
    }

    void remove(StoredVolume volume) {
        volumes.remove(volume.id);
        volumesByName.remove(volume.name, volume);
    }

    void attach(StoredVolume volume, String node, StoredVolume.Attachment attachment) {
        if (volume.attachments.put(node, attachment) == null) {
            volumesOfNode.merge(node, 1, Integer::sum);
        }
    }

    void detach(StoredVolume volume, String node) {
        if (volume.attachments.remove(node) != null) {
            volumesOfNode.merge(node, -1, Integer::sum);
        }
    }

    int attachedTo(String node) {
        return volumesOfNode.getOrDefault(node, 0);
    }

    /** The volumes after this id, in the order of ids; an empty id stands before all. */
    Collection<StoredVolume> volumesAfter(String id) {
        return volumes.tailMap(id, false).values();
    }

    Collection<StoredVolume> volumes() {
        return volumes.values();
    }

    /** Forgets everything, as a plugin without durable state does when it dies. */
    void clear() {
        volumes.clear();
        volumesByName.clear();
        volumesOfNode.clear();
        snapshots.clear();
        snapshotNames.clear();
        groups.clear();
        groupNames.clear();
    }
}

package io.hawser.strict.backend;

import io.hawser.csi.v1.Snapshot;
import io.hawser.csi.v1.VolumeGroupSnapshot;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All of the plugin's objects, found by id or by name without a search; only the removal of a snapshot or group looks
 * for its name. Not thread-safe.
 */
public final class Store {

    private final NavigableMap<String, StoredVolume> volumes = new TreeMap<>();
    private final Map<String, StoredVolume> volumesByName = new HashMap<>();
    private final Map<String, Integer> volumesOfNode = new HashMap<>();
    final NavigableMap<String, Snapshot> snapshots = new TreeMap<>();
    final Map<String, VolumeGroupSnapshot> groups = new HashMap<>();
    /** By name. */
    final Map<String, String> snapshotIds = new HashMap<>();

    /** By name. */
    final Map<String, String> groupIds = new HashMap<>();

    private long drawn;

    /** A number that this process has never drawn before, even after {@link #clear}. */
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

    /** The volumes whose ids follow this one; an empty id lists all. */
    Collection<StoredVolume> volumesAfter(String id) {
        return volumes.tailMap(id, false).values();
    }

    List<StoredVolume> volumes() {
        return List.copyOf(volumes.values());
    }

    Optional<Snapshot> snapshot(String id) {
        return Optional.ofNullable(snapshots.get(id));
    }

    void removeSnapshot(String id) {
        snapshots.remove(id);
        snapshotIds.values().remove(id);
    }

    void removeGroup(String id) {
        groups.remove(id);
        groupIds.values().remove(id);
    }

    /** Forgets everything, like the death of a plugin without durable state. */
    void clear() {
        volumes.clear();
        volumesByName.clear();
        volumesOfNode.clear();
        snapshots.clear();
        groups.clear();
        snapshotIds.clear();
        groupIds.clear();
    }
}

package io.hawser.hostpath.volume;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The controller's whole record of one volume, stored as one file.
 *
 * @param capacityBytes above 0; the size of a block device, but only recorded and reported for a directory
 * @param capabilities what the volume was made for, at least one, all of one type of access
 * @param accessibleFrom the nodes that may have it; empty: every node
 * @param publications by node
 */
public record Volume(
        VolumeId id,
        VolumeName name,
        Phase phase,
        long capacityBytes,
        List<Capability> capabilities,
        Map<String, String> parameters,
        SortedSet<NodeId> accessibleFrom,
        SortedMap<NodeId, Publication> publications) {
    /**
     * DELETING is written before the data is deleted. A half-deleted volume is then not used, and the deletion is
     * finished after a crash.
     */
    public enum Phase {
        READY,
        DELETING
    }

    public Volume {
        Objects.requireNonNull(phase, "phase");
        if (!id.key().equals(name.key())) throw new IllegalArgumentException("id: does not belong to the name");
        if (capacityBytes <= 0) throw new IllegalArgumentException("capacityBytes: must be above 0");
        if (capabilities.isEmpty()) throw new IllegalArgumentException("capabilities: at least one");
        capabilities = List.copyOf(capabilities);
        if (capabilities.stream().map(Capability::type).distinct().count() > 1)
            throw new IllegalArgumentException("capabilities: a volume is either a directory or a block device");
        parameters = Map.copyOf(parameters);
        accessibleFrom = Collections.unmodifiableSortedSet(new TreeSet<>(accessibleFrom));
        publications = Collections.unmodifiableSortedMap(new TreeMap<>(publications));
    }

    public Optional<Publication> publicationOn(NodeId node) {
        return Optional.ofNullable(publications.get(node));
    }

    /** Whether the volume was made for this type of access, and for this mode or one that requires more. */
    public boolean covers(Capability wanted) {
        return capabilities.stream().anyMatch(c -> c.covers(wanted));
    }

    public boolean isBlock() {
        return capabilities.getFirst().type() == AccessType.BLOCK;
    }

    boolean reachableFrom(NodeId node) {
        return accessibleFrom.isEmpty() || accessibleFrom.contains(node);
    }

    public Volume with(Publication publication) {
        TreeMap<NodeId, Publication> all = new TreeMap<>(publications);
        all.put(publication.node(), publication);
        return withPublications(all);
    }

    public Volume withoutPublications(Set<NodeId> nodes) {
        TreeMap<NodeId, Publication> all = new TreeMap<>(publications);
        all.keySet().removeAll(nodes);
        return withPublications(all);
    }

    public Volume withCapacity(long bytes) {
        return new Volume(id, name, phase, bytes, capabilities, parameters, accessibleFrom, publications);
    }

    public Volume deleting() {
        return new Volume(
                id, name, Phase.DELETING, capacityBytes, capabilities, parameters, accessibleFrom, publications);
    }

    private Volume withPublications(SortedMap<NodeId, Publication> all) {
        return new Volume(id, name, phase, capacityBytes, capabilities, parameters, accessibleFrom, all);
    }
}

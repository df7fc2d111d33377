package io.hawser.deallocator.inventory;

import io.hawser.deallocator.deletion.Deletion;
import java.util.Objects;
import java.util.Set;

/**
 * A service according to its last record.
 *
 * @param networks that it refers to
 * @param ownVolumes volumes that are removed with it (policy {@code DELETE}); others stay and are not stored
 * @param origin where its last valid record is
 */
public record Service(String name, Set<String> networks, Set<String> ownVolumes, Deletion deletion, String origin) {
    public Service {
        Objects.requireNonNull(name, "name");
        networks = Set.copyOf(networks);
        ownVolumes = Set.copyOf(ownVolumes);
        Objects.requireNonNull(deletion, "deletion");
        Objects.requireNonNull(origin, "origin");
    }

    public Service with(Deletion deletion) {
        return new Service(name, networks, ownVolumes, deletion, origin);
    }

    /**
     * Id of the command that removes one of its volumes. It is made from the record, not the clock: an empty database
     * reads the record again and writes the same command, which volume-service knows.
     */
    public String removalOf(String volume) {
        return "deallocation/" + name + "/" + origin + "/" + volume;
    }
}

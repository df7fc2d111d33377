package io.hawser.deallocator.inventory;

import io.hawser.deallocator.deletion.Deletion;
import java.util.Objects;
import java.util.Set;

/**
 * A service as last told.
 *
 * @param networks that it refers to
 * @param ownVolumes that go with it (policy {@code DELETE}); the others stay and are not remembered
 * @param origin where the last of its records stood that counted
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
     * Id of the command that one of its volumes goes. Made of the record, not of the clock: an empty database, which
     * reads the record again, says the same command, and volume-service knows it.
     */
    public String removalOf(String volume) {
        return "deallocation/" + name + "/" + origin + "/" + volume;
    }
}

package io.hawser.deallocator.inventory;

import io.hawser.deallocator.deletion.Deletion;
import java.util.Objects;
import java.util.Set;

/**
 * A service as last told.
 *
 * @param networks that it refers to
 * @param ownVolumes that go with it (policy {@code DELETE}); the others stay and are not remembered
 */
public record Service(String name, Set<String> networks, Set<String> ownVolumes, Deletion deletion) {
    public Service {
        Objects.requireNonNull(name, "name");
        networks = Set.copyOf(networks);
        ownVolumes = Set.copyOf(ownVolumes);
        Objects.requireNonNull(deletion, "deletion");
    }

    public Service with(Deletion deletion) {
        return new Service(name, networks, ownVolumes, deletion);
    }
}

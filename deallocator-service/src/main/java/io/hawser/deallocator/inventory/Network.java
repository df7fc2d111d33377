package io.hawser.deallocator.inventory;

import io.hawser.deallocator.deletion.Deletion;
import java.util.Objects;

/** A network according to its last record. The references to it are kept with the services. */
public record Network(String name, Deletion deletion) {
    public Network {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(deletion, "deletion");
    }

    public Network with(Deletion deletion) {
        return new Network(name, deletion);
    }
}

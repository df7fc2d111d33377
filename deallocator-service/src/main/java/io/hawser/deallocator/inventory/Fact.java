package io.hawser.deallocator.inventory;

import java.util.Set;

/** The content of one accepted record. */
public sealed interface Fact {
    String name();

    record TaskLives(String name, String service) implements Fact {}

    /** The task ended, or its record is gone: no container runs, and none will. */
    record TaskEnded(String name) implements Fact {}

    /** @param origin where the record is, in a form that no other record of a service shares */
    record ServiceIs(String name, Set<String> networks, Set<String> ownVolumes, boolean pendingDelete, String origin)
            implements Fact {
        public ServiceIs {
            networks = Set.copyOf(networks);
            ownVolumes = Set.copyOf(ownVolumes);
        }
    }

    record ServiceGone(String name) implements Fact {}

    record NetworkIs(String name, boolean pendingDelete) implements Fact {}

    record NetworkGone(String name) implements Fact {}
}

package io.hawser.deallocator.inventory;

import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Reference;
import io.hawser.deallocator.deletion.ResourceId;
import io.hawser.deallocator.deletion.Votes;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A service according to its last record.
 *
 * @param references at most one to each resource
 * @param origin where its last valid record is
 * @param since when its references last changed
 */
public record Service(String name, Set<Reference> references, Deletion deletion, String origin, Instant since) {
    public Service {
        references = Set.copyOf(references);
    }

    public Service with(Deletion value) {
        return new Service(name, references, value, origin, since);
    }

    public Set<ResourceId> resources() {
        return references.stream().map(Reference::resource).collect(Collectors.toUnmodifiableSet());
    }

    /** The service as its votes name it: when it ends, it leaves them with its resources. */
    public Votes.Owner owner() {
        return new Votes.Owner(name, origin);
    }
}

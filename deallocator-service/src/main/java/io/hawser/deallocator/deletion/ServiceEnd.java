package io.hawser.deallocator.deletion;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What follows for the resources of a service when it is deallocated.
 *
 * @param fates of everything that it refers to
 * @param voted those that keep what the service said about them
 */
public record ServiceEnd(Map<ResourceId, Fate> fates, Map<ResourceId, Resource> voted) {
    public ServiceEnd {
        fates = Map.copyOf(fates);
        voted = Map.copyOf(voted);
    }

    /**
     * @param known the resources of which a record or an earlier vote is known
     * @param others the other services that refer to a resource
     */
    public static ServiceEnd of(
            Set<Reference> references,
            Votes.Owner owner,
            Map<ResourceId, Resource> known,
            Function<ResourceId, List<String>> others,
            Instant now) {
        Map<ResourceId, Fate> fates = new TreeMap<>();
        Map<ResourceId, Resource> voted = new TreeMap<>();
        for (Reference reference : references) {
            ResourceId id = reference.resource();
            Optional<Resource> resource = Optional.ofNullable(known.get(id));
            fates.put(id, Fate.of(reference, resource, others.apply(id)));
            // All topics were read, so the resource does not exist. Only its removal is kept in mind: a command that
            // creates it may be on its way.
            if (resource.isPresent() || reference.policy() == Reference.Policy.DELETE) {
                voted.put(id, resource.orElseGet(() -> Resource.named(id)).voted(reference.policy(), owner, now));
            }
        }
        return new ServiceEnd(fates, voted);
    }
}

package io.hawser.deallocator.deletion;

import java.time.Duration;
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
 * @param voted those that keep what the service said about them, and those that another service wants to be deleted
 */
public record ServiceEnd(Map<ResourceId, Fate> fates, Map<ResourceId, Resource> voted) {
    /** The volume's time and the decision's come from the clocks of two databases. In doubt the volume is kept. */
    private static final Duration CLOCKS = Duration.ofMinutes(10);

    public ServiceEnd {
        fates = Map.copyOf(fates);
        voted = Map.copyOf(voted);
    }

    /**
     * @param lostDecision when a lost database decided the same. A volume that was requested since then, or less than
     *     ten minutes before, may be another one of that name, and stays
     * @param known the resources of which a record, or a RETAIN of an earlier service, was read
     * @param others the other services that refer to a resource
     */
    public static ServiceEnd of(
            Set<Reference> references,
            Votes.Owner owner,
            Optional<Instant> lostDecision,
            Map<ResourceId, Resource> known,
            Function<ResourceId, List<String>> others,
            Instant now) {
        Map<ResourceId, Fate> fates = new TreeMap<>();
        Map<ResourceId, Resource> voted = new TreeMap<>();
        for (Reference reference : references) {
            ResourceId id = reference.resource();
            Optional<Resource> resource = Optional.ofNullable(known.get(id))
                    .map(each -> each.with(each.deletion().held(now)));
            List<String> holders = others.apply(id);
            Optional<Instant> lost = lostDecision.filter(at -> reference.policy() == Reference.Policy.DELETE);
            if (lost.isPresent() && resource.isEmpty() && holders.isEmpty()) {
                // If it existed, its removal was sent with the first decision.
                fates.put(id, new Fate.Goes("it does not exist: it is gone, or was never there"));
                continue;
            }
            boolean later = lost.flatMap(at -> resource.filter(each -> isLater(each, at)))
                    .isPresent();
            if (later && resource.filter(ServiceEnd::isAsked).isPresent()) {
                // Another service wants it to be deleted, which this end may make possible.
                fates.put(id, Fate.of(reference, resource, holders));
                voted.put(id, resource.get());
                continue;
            }
            if (later) {
                fates.put(
                        id,
                        new Fate.Kept("the service was deallocated before, at " + lostDecision.get()
                                + ", and the volume was requested after that, or less than ten minutes before"));
                continue;
            }
            fates.put(id, Fate.of(reference, resource, holders));
            // All topics were read, so a resource without a record does not exist. A later one of that name may be
            // another one, so no vote waits for it.
            resource.ifPresent(each -> voted.put(id, each.voted(reference.policy(), owner, now)));
        }
        return new ServiceEnd(fates, voted);
    }

    private static boolean isAsked(Resource resource) {
        return resource.deletion() instanceof Deletion.Asked;
    }

    private static boolean isLater(Resource resource, Instant decision) {
        return resource.requested()
                .filter(at -> at.isAfter(decision.minus(CLOCKS)))
                .isPresent();
    }
}

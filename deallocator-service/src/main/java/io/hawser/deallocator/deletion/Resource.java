package io.hawser.deallocator.deletion;

import java.time.Instant;
import java.util.Optional;

/**
 * A resource according to its last record. The references to it are kept with the services.
 *
 * @param uid of this creation; empty if its kind has none, or if only a service that retains it is known
 * @param leaving whether its owner is already removing it
 * @param requested when its creation was asked for; empty if its record does not say it
 */
public record Resource(
        ResourceId id, String uid, boolean leaving, Optional<Instant> requested, Votes votes, Deletion deletion) {
    /** Known only by a service that retains it. */
    public static Resource named(ResourceId id) {
        return new Resource(id, "", false, Optional.empty(), Votes.NONE, new Deletion.NotAsked());
    }

    public Resource with(Deletion value) {
        return new Resource(id, uid, leaving, requested, votes, value);
    }

    /**
     * Its record was read. The DELETE of a service that ended before the first one is not about it; a replica of an
     * older release may have left one.
     */
    public Resource seen(String seenUid, boolean seenLeaving, Optional<Instant> seenRequested) {
        boolean first = uid.isEmpty() && !seenUid.isEmpty();
        return new Resource(
                id,
                seenUid,
                seenLeaving,
                seenRequested,
                first ? new Votes(Optional.empty(), votes.retain()) : votes,
                first ? new Deletion.NotAsked() : deletion);
    }

    /** A service that ended leaves its vote. DELETE asks for the resource's deletion. */
    public Resource voted(Reference.Policy policy, Votes.Owner owner, Instant now) {
        Deletion asked = policy == Reference.Policy.DELETE ? deletion.asked(now) : deletion;
        return new Resource(id, uid, leaving, requested, votes.with(policy, owner), asked);
    }
}

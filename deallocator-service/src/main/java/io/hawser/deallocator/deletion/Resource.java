package io.hawser.deallocator.deletion;

import java.time.Instant;
import java.util.Optional;

/**
 * A resource according to its last record. The references to it are kept with the services.
 *
 * @param uid of this creation; empty if no record of it was read, or if its kind has none
 * @param leaving whether its owner is already removing it
 * @param requested when its creation was asked for; empty if its record does not say it
 */
public record Resource(
        ResourceId id, String uid, boolean leaving, Optional<Instant> requested, Votes votes, Deletion deletion) {
    /** Known only by what services say about it. */
    public static Resource named(ResourceId id) {
        return new Resource(id, "", false, Optional.empty(), Votes.NONE, new Deletion.NotAsked());
    }

    public Resource with(Deletion value) {
        return new Resource(id, uid, leaving, requested, votes, value);
    }

    public Resource seen(String seenUid, boolean seenLeaving, Optional<Instant> seenRequested) {
        return new Resource(id, seenUid, seenLeaving, seenRequested, votes, deletion);
    }

    /**
     * A service that ended before the resource was requested does not mean it: no DELETE of such a service counts. Its
     * RETAIN does, because it only protects.
     *
     * @param creation when the creation that is known from now on was asked for
     */
    public Resource meantBy(Optional<Instant> creation) {
        boolean later = uid.isEmpty()
                && creation.filter(at -> deletion.asked().filter(at::isAfter).isPresent())
                        .isPresent();
        return later
                ? new Resource(
                        id,
                        uid,
                        leaving,
                        requested,
                        new Votes(Optional.empty(), votes.retain()),
                        new Deletion.NotAsked())
                : this;
    }

    /** A service that ended leaves its vote. DELETE asks for the resource's deletion. */
    public Resource voted(Reference.Policy policy, Votes.Owner owner, Instant now) {
        Deletion asked = policy == Reference.Policy.DELETE ? deletion.asked(now) : deletion;
        return new Resource(id, uid, leaving, requested, votes.with(policy, owner), asked);
    }
}

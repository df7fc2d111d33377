package io.hawser.deallocator.inventory;

import io.hawser.deallocator.deletion.Reference;
import io.hawser.deallocator.deletion.ResourceId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** The content of one record. */
public sealed interface Fact {

    /** @param written when the record was written */
    record TaskLives(String name, String service, Instant written) implements Fact {}

    /** The task ended, or its record is gone: no container runs, and none will. */
    record TaskEnded(String name) implements Fact {}

    /**
     * @param place of the record, with its topic's id
     * @param service as far as the record could be read
     * @param written when the record was written
     */
    record TaskUnreadable(String place, Optional<String> key, Optional<String> service, Instant written)
            implements Fact {}

    /** A person has discarded that record: its content is not waited for. */
    record TaskDiscarded(String place) implements Fact {}

    /**
     * @param origin where the record is, in a form that no other record of a service shares
     * @param written when the record was written
     */
    record ServiceIs(String name, Set<Reference> references, boolean pendingDelete, String origin, Instant written)
            implements Fact {
        public ServiceIs {
            references = Set.copyOf(references);
        }
    }

    /**
     * The record is refused, but may be meant: the service may use what it lists.
     *
     * @param references as far as they could be read; none of policy DELETE
     */
    record ServiceRefused(String name, Set<Reference> references, String origin) implements Fact {
        public ServiceRefused {
            references = Set.copyOf(references);
        }
    }

    /** @param written when the tombstone was written */
    record ServiceGone(String name, Instant written) implements Fact {}

    /**
     * @param pendingDelete empty if records of this kind do not say it
     * @param leaving whether its owner is already removing it
     * @param requested when its creation was asked for; empty if the record does not say it
     */
    record ResourceIs(
            ResourceId id, Optional<Boolean> pendingDelete, String uid, boolean leaving, Optional<Instant> requested)
            implements Fact {}

    record ResourceGone(ResourceId id) implements Fact {}
}

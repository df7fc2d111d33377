package io.hawser.ledger.due;

import io.hawser.ledger.tx.DueEntry;
import java.time.Instant;

/** A change of what is due. */
public sealed interface DueChange extends DueEntry {
    /** Which loop works on it, such as {@code volume}. */
    String kind();

    /** The entity. */
    String key();

    /** Whether the entity is to be looked at by that time. */
    default boolean dueBy(Instant now) {
        return switch (this) {
            case At at -> !at.when().isAfter(now);
            case Wake wake -> true;
            case Never never -> false;
            case Forget forget -> false;
        };
    }

    /**
     * Due at that time, whatever was said before. Only for who holds the entity's lock and computed the time from the
     * locked row: an older record's wake-up is replaced because the new time already counts it in.
     *
     * @param queue the queue that it waits in, see {@link DueQueues}; empty = none
     */
    record At(String kind, String key, String queue, Instant when) implements DueChange {}

    /** Nothing to do until somebody wakes it. Under the same lock. */
    record Never(String kind, String key) implements DueChange {}

    /** The entity is gone. Under the same lock. */
    record Forget(String kind, String key) implements DueChange {}

    /**
     * Something that the entity's decision reads has changed: look at once. Needs no lock on the entity, because the
     * decision locks what it reads: either it saw the change, or it comes after this. Takes the entity out of its
     * queue.
     */
    record Wake(String kind, String key, String queue, Instant now) implements DueChange {}
}

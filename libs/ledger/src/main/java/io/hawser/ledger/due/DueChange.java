package io.hawser.ledger.due;

import java.time.Instant;

/** A change of due work. */
public sealed interface DueChange {
    /** The loop that works on it, such as {@code volume}. */
    String kind();

    /** The entity. */
    String key();

    /** Whether the entity is due by that time. */
    default boolean dueBy(Instant now) {
        return switch (this) {
            case At at -> !at.when().isAfter(now);
            case Wake wake -> true;
            case Never never -> false;
            case Forget forget -> false;
        };
    }

    /**
     * Due at that time, whatever was set before. Only under the entity's lock, with a time computed from the locked
     * row: the time replaces an earlier wake-up because it already includes its cause.
     *
     * @param queue the queue that it waits in, see {@link DueQueues}; empty = none
     */
    record At(String kind, String key, String queue, Instant when) implements DueChange {}

    /** Not due until a wake-up. Under the same lock. */
    record Never(String kind, String key) implements DueChange {}

    /** The entity is gone. Under the same lock. */
    record Forget(String kind, String key) implements DueChange {}

    /**
     * An input of the entity's decision has changed: due immediately. Needs no lock on the entity, because the decision
     * locks its inputs: either it saw the change, or it comes after this. Takes the entity out of its queue.
     */
    record Wake(String kind, String key, Instant now) implements DueChange {}
}

package io.hawser.deallocator.deletion;

import java.util.function.Predicate;

/**
 * The one thing that the deletion of a service or a resource needs next. The same rule decides, and explains to people
 * why a deletion waits.
 */
public sealed interface NextStep {

    /** The deletion is not asked for. */
    record Nothing() implements NextStep {}

    /** A service that ended keeps the resource. */
    record Kept() implements NextStep {}

    /** Something holds the resource; the holder's end makes the deletion due, or else the next look. */
    record WaitFor(Holders holders) implements NextStep {}

    /** In what was read so far, nothing holds the resource. The ends of the topics are noted next. */
    record NoteWatermarks() implements NextStep {}

    /** The topics are read to the noted ends; a holder would appear on the way. */
    record CatchUp(String watermarks) implements NextStep {}

    /** Certainly nothing holds the resource. */
    record Deallocate(Deletion.Asked asked) implements NextStep {}

    /** It is decided, and had no effect yet: it is written again at an interval. */
    record WriteAgain(Deletion.Deallocated decided) implements NextStep {}

    /**
     * @param mayGo whether it may go as soon as nothing holds it
     * @param reached whether everything below these watermarks has been read and stored
     */
    static NextStep of(Deletion deletion, boolean mayGo, Holders holders, Predicate<String> reached) {
        return switch (deletion) {
            case Deletion.NotAsked() -> new Nothing();
            case Deletion.Deallocated decided -> new WriteAgain(decided);
            case Deletion.Asked asked when !mayGo -> new Kept();
            case Deletion.Asked asked when holders.any() -> new WaitFor(holders);
            case Deletion.Asked asked ->
                asked.watermarks()
                        .<NextStep>map(noted -> reached.test(noted) ? new Deallocate(asked) : new CatchUp(noted))
                        .orElseGet(NoteWatermarks::new);
        };
    }

    /**
     * Whether watermarks are to be noted, for the first time or in place of those of a log that has lost its end.
     *
     * @param reachable whether the logs go as far as these watermarks
     */
    default boolean needsWatermarks(Predicate<String> reachable) {
        return this instanceof NoteWatermarks || this instanceof CatchUp(String noted) && !reachable.test(noted);
    }
}

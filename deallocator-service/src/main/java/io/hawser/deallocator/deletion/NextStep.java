package io.hawser.deallocator.deletion;

import java.util.Optional;
import java.util.function.Predicate;

/**
 * The one thing that the deletion of a resource needs next. The same rule decides, and explains to people why a
 * deletion waits.
 */
public sealed interface NextStep {

    /** The deletion is not asked for, or final. */
    record Nothing() implements NextStep {}

    /** Something holds the resource; the holder's end makes the deletion due. */
    record WaitFor(Holders holders) implements NextStep {}

    /** In what was read so far, nothing holds the resource. The ends of the topics are noted next. */
    record NoteWatermarks() implements NextStep {}

    /** The topics are read to the noted ends; a holder would appear on the way. */
    record CatchUp(String watermarks) implements NextStep {}

    /** Certainly nothing holds the resource. */
    record Deallocate(Deletion.Asked asked) implements NextStep {}

    /** @param reached whether everything below these watermarks has been read and stored */
    static NextStep of(Deletion deletion, Holders holders, Predicate<String> reached) {
        return switch (deletion) {
            case Deletion.NotAsked() -> new Nothing();
            case Deletion.Deallocated(long ignored) -> new Nothing();
            case Deletion.Asked asked when holders.any() -> new WaitFor(holders);
            case Deletion.Asked(Optional<String> watermarks) when watermarks.isEmpty() -> new NoteWatermarks();
            case Deletion.Asked asked when reached.test(asked.watermarks().get()) -> new Deallocate(asked);
            case Deletion.Asked asked -> new CatchUp(asked.watermarks().get());
        };
    }
}

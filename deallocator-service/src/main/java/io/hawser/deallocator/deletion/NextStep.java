package io.hawser.deallocator.deletion;

import java.util.Optional;
import java.util.function.Predicate;

/**
 * The one thing that the deletion of a resource needs next. The same rule decides, and tells people why something
 * waits.
 */
public sealed interface NextStep {

    /** Not asked for, or already final. */
    record Nothing() implements NextStep {}

    /** Something holds it; its end will wake us. */
    record WaitFor(Holders holders) implements NextStep {}

    /** As far as we have read nothing holds it. Note how much there is to read. */
    record NoteWatermarks() implements NextStep {}

    /** Read on to what was noted; whatever holds it will show up on the way. */
    record CatchUp(String watermarks) implements NextStep {}

    /** Nothing holds it, and we know it. */
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

package io.hawser.deallocator.api;

import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Holders;
import io.hawser.deallocator.deletion.InWords;
import io.hawser.deallocator.deletion.NextStep;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.ledger.catchup.Barrier;
import io.hawser.ledger.position.PositionRows.LogPartition;
import java.util.List;
import java.util.Map;

/**
 * The progress of a deletion.
 *
 * @param state {@code not-asked}, {@code asked} or {@code deallocated}
 * @param message what the deletion waits for, in words
 * @param stillToRead while it catches up: the partition, its position, and the offset that must be reached
 * @param revision of the deallocation; 0 before
 */
public record DeletionView(String state, String message, List<String> stillToRead, long revision) {
    static DeletionView of(Resource resource, Deletion deletion, Holders holders, Map<LogPartition, Long> positions) {
        NextStep next =
                NextStep.of(deletion, holders, text -> Barrier.parse(text).reachedBy(positions));
        List<String> stillToRead =
                next instanceof NextStep.CatchUp(String watermarks) ? behind(watermarks, positions) : List.of();
        String message = InWords.of(resource, deletion, next);
        return switch (deletion) {
            case Deletion.NotAsked() -> new DeletionView("not-asked", message, stillToRead, 0);
            case Deletion.Asked ignored -> new DeletionView("asked", message, stillToRead, 0);
            case Deletion.Deallocated(long revision) -> new DeletionView("deallocated", message, stillToRead, revision);
        };
    }

    private static List<String> behind(String watermarks, Map<LogPartition, Long> positions) {
        return Barrier.parse(watermarks).ends().entrySet().stream()
                .filter(end -> positions.getOrDefault(end.getKey(), -1L) < end.getValue())
                .map(end -> end.getKey().topic() + "-" + end.getKey().partition() + ": at "
                        + positions.getOrDefault(end.getKey(), 0L) + " of " + end.getValue())
                .sorted()
                .toList();
    }
}

package io.hawser.deallocator.api;

import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Holders;
import io.hawser.deallocator.deletion.InWords;
import io.hawser.deallocator.deletion.NextStep;
import io.hawser.ledger.catchup.Barrier;
import io.hawser.ledger.position.LogPartition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The progress of a deletion.
 *
 * @param state {@code not-asked}, {@code asked} or {@code deallocated}
 * @param message what the deletion waits for, in words
 * @param since when it was asked for; after the decision, when that was made
 * @param heldBy the number of holders, also while the deletion is not asked for
 * @param holders the first few
 * @param stillToRead while it catches up: the partition, its position, and the offset that must be reached
 * @param revision of the deallocation; 0 before
 */
public record DeletionView(
        String state,
        String message,
        Optional<Instant> since,
        long heldBy,
        List<Holders.Holder> holders,
        List<String> stillToRead,
        long revision) {
    static DeletionView of(Deletion deletion, boolean mayGo, Holders holders, Pages.Progress progress) {
        Map<LogPartition, Long> positions = progress.positions();
        NextStep next = NextStep.of(
                deletion, mayGo, holders, text -> Barrier.parse(text).reachedBy(positions));
        List<String> stillToRead =
                next instanceof NextStep.CatchUp(String watermarks) ? behind(watermarks, positions) : List.of();
        String message = InWords.of(next, progress.standstill());
        return new DeletionView(
                switch (deletion) {
                    case Deletion.NotAsked() -> "not-asked";
                    case Deletion.Asked asked -> "asked";
                    case Deletion.Deallocated decided -> "deallocated";
                },
                message,
                deletion.asked(),
                holders.count(),
                holders.some(),
                stillToRead,
                deletion instanceof Deletion.Deallocated decided ? decided.revision() : 0);
    }

    private static List<String> behind(String watermarks, Map<LogPartition, Long> positions) {
        return Barrier.parse(watermarks).missing(positions).entrySet().stream()
                .map(end -> end.getKey().topic() + "-" + end.getKey().partition() + ": at "
                        + positions.getOrDefault(end.getKey(), 0L) + " of " + end.getValue())
                .sorted()
                .toList();
    }
}

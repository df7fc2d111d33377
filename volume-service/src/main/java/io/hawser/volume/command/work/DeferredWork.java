package io.hawser.volume.command.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.due.work.CaughtUpWork;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.volume.command.db.DeferredRows;
import io.hawser.volume.command.db.DeferredRows.DeferredRow;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.intake.db.BatchRows;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The loop over volumes with waiting commands. Topics are read in no common order, so a plugin's record may be older
 * than the command that names the plugin, and still be read later. A missing plugin refuses a command only after {@code
 * hawser.plugins} has been read up to its end at the time when the command was stored. A creation that a lost database
 * may have carried out waits for the end of the earlier volume of its name, which that database had removed.
 */
@ApplicationScoped
public class DeferredWork implements CaughtUpWork.Subject {
    /** Pause before a creation is looked at again that waits for the end of an earlier volume of its name. */
    private static final Duration BEING_REMOVED = Duration.ofSeconds(2);

    private final CatchUp catchUp;
    private final Commands commands;

    public DeferredWork(CatchUp catchUp, Commands commands) {
        this.catchUp = catchUp;
        this.commands = commands;
    }

    @Override
    public CaughtUpWork.WorkDescription description() {
        return new CaughtUpWork.WorkDescription(DeferredRows.KIND, Set.of(HawserTopic.PLUGINS), true);
    }

    @Override
    public Uni<Optional<CaughtUpWork.Unnoted>> unnoted(LedgerTransaction looking, String key) {
        VolumeName volume = new VolumeName(key);
        return DeferredRows.unnoted(looking.statements(), volume)
                .map(found -> found.map(newest -> (tx, barrier) -> DeferredRows.note(tx, volume, newest, barrier)));
    }

    @Override
    public Uni<Void> decide(LedgerTransaction tx, String key) {
        VolumeName volume = new VolumeName(key);
        return DeferredRows.first(tx.statements(), volume)
                .chain(waiting -> waiting.isEmpty()
                        ? CaughtUpWork.forget(tx, DeferredRows.KIND, key, () -> isAsked(tx, volume))
                        : decide(tx, key, waiting));
    }

    private Uni<Void> decide(LedgerTransaction tx, String key, List<DeferredRow> waiting) {
        return catchUp.reached(tx).chain(reached -> {
            List<DeferredRow> ready = waiting.stream()
                    .takeWhile(row -> row.barrier().filter(reached).isPresent())
                    .toList();
            if (ready.size() < waiting.size()) {
                CaughtUpWork.lookAgain(tx, DeferredRows.KIND, key);
            } else {
                // The next round finds later commands, or finds none and removes the due row.
                tx.due(new DueChange.At(DeferredRows.KIND, key, "", tx.now()));
            }
            return ready.isEmpty() ? Uni.createFrom().voidItem() : apply(tx, key, ready);
        });
    }

    /** None overtakes one that waits for the end of another volume. */
    private Uni<Void> apply(LedgerTransaction tx, String key, List<DeferredRow> ready) {
        return BatchRows.load(
                        tx, ready.stream().map(row -> row.command().record()).toList())
                .chain(rows -> {
                    for (int done = 0; done < ready.size(); done++) {
                        DeferredRow first = ready.get(done);
                        Optional<String> why = commands.applyCaughtUp(tx, rows, first);
                        if (why.isPresent()) {
                            tx.due(new DueChange.At(
                                    DeferredRows.KIND, key, "", tx.now().plus(BEING_REMOVED)));
                            return DeferredRows.remove(tx, ready.subList(0, done))
                                    .chain(() -> DeferredRows.waits(tx, first, why.get()));
                        }
                    }
                    return DeferredRows.remove(tx, ready);
                });
    }

    private static Uni<Boolean> isAsked(LedgerTransaction tx, VolumeName volume) {
        return DeferredRows.first(tx.statements(), volume).map(waiting -> !waiting.isEmpty());
    }
}

package io.hawser.volume.lifecycle.work;

import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Periodic;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Operation;
import io.hawser.volume.lifecycle.Reconciliation;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Wakes a volume that waits in a queue of its plugin, when it gets a condition or may make a call of another kind: a
 * queued volume has no due time of its own. The volume keeps the time at which its wait began.
 */
@ApplicationScoped
public class LongQueued {
    private static final Logger LOG = Logger.getLogger(LongQueued.class);
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final int BATCH = 200;

    @Produces
    final Periodic looks;

    public LongQueued(Transactions transactions, Vertx vertx) {
        this.looks = new Periodic(
                vertx,
                EVERY,
                () -> transactions.run(tx -> next(tx, tx.now())
                        .invoke(found -> found.forEach(volume -> VolumeRow.wake(tx, new VolumeName(volume))))),
                failure -> LOG.warnf(
                        "looking for volumes that wait for long failed, trying again: %s", failure.getMessage()));
    }

    /** The kinds of the calls that the volume could make now. */
    static List<Operation.Kind> kinds(Reconciliation.Outcome outcome) {
        return outcome.calls().stream().map(Operation::kind).distinct().toList();
    }

    /**
     * When a volume that waits for a permit is decided without one: it waits in the queue of one kind only, and in no
     * queue for a call that is due later.
     *
     * @param toTell when its next condition is to be shown
     */
    static Optional<Instant> lookAt(Reconciliation.Outcome outcome, Optional<Instant> toTell, Instant now) {
        Optional<Instant> otherKind = kinds(outcome).size() > 1 ? Optional.of(now.plus(EVERY)) : Optional.empty();
        return Stream.of(otherKind, outcome.next(), toTell)
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder());
    }

    /**
     * The first time counts: a repeated decision does not cost the volume its place in the queue. A time ahead is of
     * another clock, and would keep the volume waiting until this one has caught up.
     *
     * @param known since when it waits; null = not yet
     */
    static Instant since(@Nullable Instant known, Instant now) {
        return known == null || known.isAfter(now) ? now : known;
    }

    /** The volumes whose look is due, each once: the decision names the next look. */
    static Uni<List<String>> next(LedgerTransaction tx, Instant until) {
        return tx.statements()
                .select("""
                        update volume set look_at = null where name in (
                          select name from volume where look_at <= $1 order by look_at limit $2 for update skip locked)
                        returning name
                        """, until, BATCH)
                .map(rows -> rows.stream().map(row -> (String) row[0]).toList());
    }
}

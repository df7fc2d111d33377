package io.hawser.volume.lifecycle.work;

import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.Periodic;
import io.hawser.ledger.tx.Statements;
import io.hawser.ledger.tx.Transactions;
import io.hawser.volume.lifecycle.Conditions;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Wakes a volume once when it has waited more than 10 s in its plugin's queue, so that it gets its condition: a queued
 * volume has no due time of its own. The volume keeps its place in the queue.
 */
@ApplicationScoped
public class LongQueued {
    private static final Logger LOG = Logger.getLogger(LongQueued.class);
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final int BATCH = 200;

    @Produces
    final Periodic looks;

    private Place woken = new Place(Instant.EPOCH, "");

    public LongQueued(Transactions transactions, Vertx vertx) {
        this.looks = new Periodic(
                vertx,
                EVERY,
                () -> transactions.run(this::wake).invoke(last -> woken = last),
                failure -> LOG.warnf(
                        "looking for volumes that wait for long failed, trying again: %s", failure.getMessage()));
    }

    /** A place in the order of the look. Volumes that one transaction queued have the same time. */
    record Place(Instant since, String volume) {}

    /** @return the place of the last volume woken so far */
    private Uni<Place> wake(LedgerTransaction tx) {
        return next(tx.statements(), woken, tx.now().minus(Conditions.QUIET)).map(found -> {
            found.forEach(queued -> tx.due(new DueChange.Wake(VolumeRow.KIND, queued.volume(), tx.now())));
            return found.isEmpty() ? woken : found.getLast();
        });
    }

    /** The longest queued volumes after that place, queued until then. */
    static Uni<List<Place>> next(Statements statements, Place after, Instant until) {
        return statements
                .select(
                        """
                        select due, key from ledger_due
                        where kind = 'volume' and queue > '' and due >= $1 and (due, key) > ($1, $2) and due <= $3
                        order by due, key limit $4
                        """,
                        after.since().atOffset(ZoneOffset.UTC),
                        after.volume(),
                        until.atOffset(ZoneOffset.UTC),
                        BATCH)
                .map(found -> found.stream()
                        .map(row -> new Place(((OffsetDateTime) row[0]).toInstant(), (String) row[1]))
                        .toList());
    }
}

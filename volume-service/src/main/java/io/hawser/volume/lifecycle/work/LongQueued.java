package io.hawser.volume.lifecycle.work;

import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.Periodic;
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

    private Instant reported = Instant.EPOCH;

    public LongQueued(Transactions transactions, Vertx vertx) {
        this.looks = new Periodic(
                vertx,
                EVERY,
                () -> transactions.run(this::wake).invoke(until -> reported = until),
                failure -> LOG.warnf(
                        "looking for volumes that wait for long failed, trying again: %s", failure.getMessage()));
    }

    /** @return since when the last volume woken so far has waited */
    private Uni<Instant> wake(LedgerTransaction tx) {
        Instant until = tx.now().minus(Conditions.QUIET);
        return tx.statements()
                .select("""
                        select key, due from ledger_due where kind = 'volume' and queue > '' and due > $1 and due <= $2
                        order by due limit $3
                        """, reported.atOffset(ZoneOffset.UTC), until.atOffset(ZoneOffset.UTC), BATCH)
                .map(found -> {
                    found.forEach(row -> tx.due(new DueChange.Wake(VolumeRow.KIND, (String) row[0], tx.now())));
                    return found.size() < BATCH ? until : ((OffsetDateTime) found.getLast()[1]).toInstant();
                });
    }
}

package io.hawser.volume.lifecycle.db;

import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Statements;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;

/**
 * Until when all records that this service wrote are known to the tables, those on {@code hawser.volumes} by a
 * comparison. No revision of a volume tells that: after a restore, volumes get new revisions before all of them are
 * compared with the topic.
 */
public final class KnownRecords {
    /** A record's time comes from the relay's clock or the broker's. */
    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(5);

    private KnownRecords() {}

    /** {@link Instant#EPOCH} if nothing was compared yet. */
    public static Uni<Instant> until(LedgerTransaction tx) {
        return tx.statements().select("select until from known_records").map(rows -> rows.stream()
                .findFirst()
                .map(row -> Statements.instant(row[0]))
                .orElse(Instant.EPOCH));
    }

    /** From when on a topic is read for what the tables may lack. */
    public static Instant beforeClocks(Instant until) {
        return until.equals(Instant.EPOCH) ? until : until.minus(CLOCKS_DIFFER);
    }

    public static Uni<Void> note(LedgerTransaction tx, Instant until) {
        return tx.execute(
                "insert into known_records (until) values ($1) on conflict (one) do update set until = excluded.until",
                until);
    }
}

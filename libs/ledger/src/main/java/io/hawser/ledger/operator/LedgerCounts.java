package io.hawser.ledger.operator;

import io.hawser.ledger.tx.LedgerTransaction;
import io.smallrye.mutiny.Uni;

/**
 * How much work is left; both 0 when a service is quiet.
 *
 * @param unsent rows of the outbox
 * @param due entities that are due now or at a known time, without those that wait for a wake-up
 */
public record LedgerCounts(long unsent, long due) {
    public static Uni<LedgerCounts> read(LedgerTransaction tx) {
        return tx.statements()
                .select("""
                        select (select count(*) from ledger_outbox),
                               (select count(*) from ledger_due where due < '9999-01-01T00:00:00Z')
                        """)
                .map(rows -> new LedgerCounts((Long) rows.getFirst()[0], (Long) rows.getFirst()[1]));
    }
}

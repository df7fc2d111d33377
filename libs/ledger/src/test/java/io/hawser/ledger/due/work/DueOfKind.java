package io.hawser.ledger.due.work;

import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.db.Transactions;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;

/** What is due of one kind, in the database. */
record DueOfKind(Transactions transactions, String kind) {
    private static final Duration SOON = Duration.ofSeconds(60);

    /** Due since long, and no loop of this process was woken. */
    void unheard(String key) {
        transactions
                .run(tx -> tx.execute(
                        "insert into ledger_due (kind, key, queue, due, woken) values ($1, "
                                + "$2, '', now() - interval '1 hour', false)",
                        kind,
                        key))
                .await()
                .atMost(SOON);
    }

    void wake() {
        makeDue("key");
    }

    void makeDue(String... keys) {
        makeDue(List.of(keys));
    }

    void makeDue(List<String> keys) {
        commit(keys.stream()
                .map(key -> new DueChange.Wake(kind, key, Instant.now()))
                .toArray(DueChange[]::new));
    }

    void commit(DueChange... changes) {
        transactions
                .run(tx -> {
                    List.of(changes).forEach(tx::due);
                    return Uni.createFrom().voidItem();
                })
                .await()
                .atMost(SOON);
    }

    Uni<Void> done(List<String> keys) {
        return transactions.run(tx -> {
            keys.forEach(key -> tx.due(new DueChange.Never(kind, key)));
            return Uni.createFrom().voidItem();
        });
    }

    long count(String key, String where) {
        return transactions
                .single(statements -> statements.select(
                        "select count(*) from ledger_due where kind = $1 and key = $2 and " + where, kind, key))
                .map(rows -> (Long) rows.getFirst()[0])
                .await()
                .atMost(SOON);
    }

    long due() {
        return transactions
                .single(statements ->
                        statements.select("select count(*) from ledger_due where kind = $1 and due <= now()", kind))
                .map(rows -> (Long) rows.getFirst()[0])
                .await()
                .atMost(SOON);
    }

    void leasedUntil(String key, Instant until) {
        makeDue(key);
        transactions
                .single(statements -> statements.update(
                        "update ledger_due set leased = $3 where kind = $1 and key = $2",
                        kind,
                        key,
                        until.atOffset(ZoneOffset.UTC)))
                .await()
                .atMost(SOON);
    }

    Instant leasedUntil(String key) {
        return transactions
                .single(statements ->
                        statements.select("select leased from ledger_due where kind = $1 and key = $2", kind, key))
                .map(rows -> ((OffsetDateTime) rows.getFirst()[0]).toInstant())
                .await()
                .atMost(SOON);
    }
}

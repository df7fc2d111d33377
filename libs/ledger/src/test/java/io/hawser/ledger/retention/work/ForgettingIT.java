package io.hawser.ledger.retention.work;

import static org.awaitility.Awaitility.await;

import io.hawser.ledger.LedgerServices;
import io.hawser.ledger.retention.Remembered;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class ForgettingIT {
    private static final Duration AT_MOST = Duration.ofMinutes(1);

    @Inject
    Transactions transactions;

    @Inject
    LedgerConfig config;

    @Inject
    Vertx vertx;

    @Test
    @DisplayName("A table whose old rows cannot be deleted does not keep those of other tables")
    void oneTableFails() {
        // Given
        String table = "old_" + UUID.randomUUID().toString().replace('-', '_');
        execute("create table " + table + " as select now() - interval '9 days' as at");
        List<Remembered> tables = List.of(
                new Remembered("no_such_table", "at", Duration.ofDays(8)),
                new Remembered(table, "at", Duration.ofDays(8)));
        Forgetting forgetting = new Forgetting(tables, transactions, config, vertx);

        // When
        forgetting.forgets.run();

        // Then
        await().atMost(AT_MOST).until(() -> rows(table) == 0);
        execute("drop table " + table);
    }

    private void execute(String sql) {
        transactions.run(tx -> tx.execute(sql)).await().atMost(AT_MOST);
    }

    private long rows(String table) {
        return transactions
                .read(tx -> tx.statements().select("select count(*) from " + table))
                .map(rows -> (Long) rows.getFirst()[0])
                .await()
                .atMost(AT_MOST);
    }
}

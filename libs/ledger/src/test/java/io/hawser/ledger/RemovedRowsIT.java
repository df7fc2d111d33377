package io.hawser.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.ledger.tx.db.Transactions;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class RemovedRowsIT {
    private static final Duration AT_MOST = Duration.ofMinutes(1);
    private static final int ROUNDS = 50;
    private static final int AT_ONCE = 4;

    @Inject
    Transactions transactions;

    @Test
    @DisplayName("Transactions that delete rows of one table at once all end, and their rows are gone")
    void manyAtOnce() {
        // Given
        List<String> names = IntStream.range(0, ROUNDS * AT_ONCE)
                .mapToObj(i -> "r" + UUID.randomUUID())
                .toList();
        // A few at a time: no transaction takes long, however busy the machine is.
        rounds(names).forEach(some -> transactions
                .run(tx -> {
                    some.stream().map(RemovedRowsIT::row).forEach(tx::add);
                    some.stream().map(RemovedRowsIT::mark).forEach(tx::add);
                    return Uni.createFrom().voidItem();
                })
                .await()
                .atMost(AT_MOST));

        // When
        for (List<String> some : rounds(names)) {
            List<Uni<Void>> together = some.stream().map(this::replace).toList();
            Uni.join().all(together).andCollectFailures().await().atMost(AT_MOST);
        }

        // Then
        assertThat(left(names)).isEmpty();
        assertThat(left(names.stream().map(RemovedRowsIT::after).toList())).hasSize(names.size());
    }

    @Test
    @DisplayName("A row that comes, goes and comes again in one transaction is there")
    void comesAndGoesAndComes() {
        // Given
        String name = "r" + UUID.randomUUID();
        CounterRow first = row(name);
        CounterRow second = row(name);
        second.count = 2;

        // When
        transactions
                .run(tx -> {
                    tx.add(first);
                    return tx.flush().invoke(() -> {
                        tx.remove(first);
                        tx.add(second);
                    });
                })
                .await()
                .atMost(AT_MOST);

        // Then
        assertThat(left(List.of(name))).singleElement().satisfies(row -> assertThat(row.count)
                .isEqualTo(2));
    }

    @Test
    @DisplayName("A row that somebody else deleted meanwhile fails the transaction that deletes it")
    void goneMeanwhile() {
        // Given
        String name = "r" + UUID.randomUUID();
        transactions
                .run(tx -> Uni.createFrom().voidItem().invoke(() -> tx.add(row(name))))
                .await()
                .atMost(AT_MOST);

        // When
        Uni<Void> twice = transactions.run(tx -> tx.select(CounterRow.class, "where name = $1", name)
                .invoke(rows -> rows.forEach(tx::remove))
                .chain(() -> tx.execute("delete from counter where name = $1", name)));

        // Then
        assertThatThrownBy(() -> twice.await().atMost(AT_MOST))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("counter");
        assertThat(left(List.of(name))).hasSize(1);
    }

    private static List<List<String>> rounds(List<String> names) {
        return IntStream.range(0, ROUNDS)
                .mapToObj(round -> names.subList(round * AT_ONCE, (round + 1) * AT_ONCE))
                .toList();
    }

    private Uni<Void> replace(String name) {
        return transactions.run(tx -> tx.select(MarkRow.class, "where name = $1", name)
                .invoke(rows -> rows.forEach(tx::remove))
                .chain(() -> tx.select(CounterRow.class, "where name = $1", name))
                .invoke(rows -> rows.forEach(tx::remove))
                .invoke(() -> tx.add(row(after(name))))
                .replaceWithVoid());
    }

    private static String after(String name) {
        return name + "-after";
    }

    private List<CounterRow> left(List<String> names) {
        return transactions
                .read(tx ->
                        tx.select(CounterRow.class, "where r.name = any($1)", (Object) names.toArray(String[]::new)))
                .await()
                .atMost(AT_MOST);
    }

    private static MarkRow mark(String name) {
        MarkRow row = new MarkRow();
        row.name = name;
        return row;
    }

    private static CounterRow row(String name) {
        CounterRow row = new CounterRow();
        row.name = name;
        return row;
    }
}

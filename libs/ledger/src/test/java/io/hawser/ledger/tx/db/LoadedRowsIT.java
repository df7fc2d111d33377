package io.hawser.ledger.tx.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.ledger.EveryTypeRow;
import io.hawser.ledger.LedgerServices;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class LoadedRowsIT {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final String OF_ONE = "where r.one = any($1) order by r.other";
    private static final List<String> TEXTS = List.of("", "a", "a, b", "\"", "\\", "{}", "NULL", "null", "ä €", "a\nb");

    @Inject
    Transactions transactions;

    private final String one = "one" + UUID.randomUUID();
    private final Random random = new Random();

    @RepeatedTest(5)
    @DisplayName("Each field of each row is read as it was written, and only changed rows are written again")
    void everyField() {
        // Given
        List<EveryTypeRow> rows =
                IntStream.range(0, 40).mapToObj(i -> row("r" + i)).toList();
        in(tx -> rows.forEach(tx::add));
        Map<String, Long> versions = versions();

        // When
        List<EveryTypeRow> read = read();

        // Then
        assertThat(texts(read)).isEqualTo(texts(rows));

        // When
        Map<String, EveryTypeRow> wanted = read.stream()
                .filter(row -> random.nextInt(3) == 0)
                .collect(Collectors.toMap(row -> row.other, row -> row(row.other)));
        changed(row -> {
            // An equal array is no change.
            row.texts = row.texts == null ? null : row.texts.clone();
            row.bytes = row.bytes == null ? null : row.bytes.clone();
            EveryTypeRow now = wanted.get(row.other);
            if (now != null) {
                int which = random.nextInt(4);
                row.texts = which == 0 ? now.texts : row.texts;
                row.bytes = which == 1 ? now.bytes : row.bytes;
                row.inner.text = which == 2 ? now.inner.text : row.inner.text;
                row.number = which == 3 ? now.number : row.number;
                wanted.put(row.other, row);
            }
        });

        // Then
        Map<String, Long> versionsNow = versions();
        assertThat(texts(read().stream()
                        .filter(row -> wanted.containsKey(row.other))
                        .toList()))
                .isEqualTo(texts(wanted.values()));
        assertThat(versionsNow).allSatisfy((other, version) -> {
            if (!wanted.containsKey(other)) {
                assertThat(version).isEqualTo(versions.get(other));
            }
        });
    }

    @Test
    @DisplayName("A row that is read twice is one object, and has the values that it had when it was locked")
    void readTwice() {
        // Given
        in(tx -> tx.add(row("r")));

        // When
        List<EveryTypeRow> seen = transactions
                .run(tx -> rows(tx, RowLock.NONE).call(() -> changeElsewhere(7)).chain(first -> rows(tx, RowLock.UPDATE)
                        .map(second -> List.of(first.getFirst(), second.getFirst()))))
                .await()
                .atMost(SOON);

        // Then
        assertThat(seen.getFirst()).isSameAs(seen.getLast());
        assertThat(seen.getFirst().number).isEqualTo(7);
    }

    @Test
    @DisplayName("A row that is changed before it is locked, while others change it, fails the transaction")
    void changedTooEarly() {
        // Given
        in(tx -> tx.add(row("r")));

        // When
        Uni<List<EveryTypeRow>> work = transactions.run(tx -> rows(tx, RowLock.NONE)
                .invoke(rows -> rows.getFirst().large++)
                .call(() -> changeElsewhere(7))
                .chain(() -> rows(tx, RowLock.UPDATE)));

        // Then
        assertThatThrownBy(() -> work.await().atMost(SOON))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("every_type");
    }

    @Test
    @DisplayName("A row that somebody else deleted meanwhile fails the transaction that changes it")
    void goneMeanwhile() {
        // Given
        in(tx -> tx.add(row("r")));

        // When
        Uni<Void> work = transactions.run(tx -> rows(tx, RowLock.NONE)
                .invoke(rows -> rows.getFirst().large++)
                .chain(() -> tx.execute("delete from every_type where one = $1", one)));

        // Then
        assertThatThrownBy(() -> work.await().atMost(SOON))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("every_type");
    }

    private static List<String> texts(Collection<EveryTypeRow> rows) {
        return rows.stream().map(EveryTypeRow::toString).sorted().toList();
    }

    private Uni<Void> changeElsewhere(int number) {
        return transactions.run(
                other -> other.execute("update every_type set number = $2 where one = $1", one, number));
    }

    private Uni<List<EveryTypeRow>> rows(LedgerTransaction tx, RowLock lock) {
        return KeyedRows.of(tx, EveryTypeRow.class, OF_ONE, List.of(one), lock);
    }

    private List<EveryTypeRow> read() {
        return transactions.run(tx -> rows(tx, RowLock.NONE)).await().atMost(SOON);
    }

    private void changed(Consumer<EveryTypeRow> change) {
        transactions
                .run(tx -> rows(tx, RowLock.UPDATE).invoke(rows -> rows.forEach(change)))
                .await()
                .atMost(SOON);
    }

    private void in(Consumer<LedgerTransaction> work) {
        transactions
                .run(tx -> Uni.createFrom().voidItem().invoke(() -> work.accept(tx)))
                .await()
                .atMost(SOON);
    }

    private Map<String, Long> versions() {
        return transactions
                .run(tx ->
                        tx.statements().select("select other, xmin::text::bigint from every_type where one = $1", one))
                .await()
                .atMost(SOON)
                .stream()
                .collect(Collectors.toMap(row -> (String) row[0], row -> (Long) row[1]));
    }

    private EveryTypeRow row(String other) {
        EveryTypeRow row = new EveryTypeRow();
        row.one = one;
        row.other = other;
        row.texts = maybe(r -> texts().toArray(String[]::new));
        row.bytes = maybe(r -> {
            byte[] bytes = new byte[r.nextInt(5)];
            r.nextBytes(bytes);
            return bytes;
        });
        row.flag = random.nextBoolean();
        row.number = random.nextInt();
        row.large = random.nextLong();
        row.maybe = maybe(Random::nextLong);
        row.at = maybe(LoadedRowsIT::instant);
        row.ints = maybe(r -> r.ints(r.nextInt(4)).boxed().toArray(Integer[]::new));
        row.inner = new EveryTypeRow.Inner();
        row.inner.text = TEXTS.get(random.nextInt(TEXTS.size()));
        row.inner.innerAt = maybe(LoadedRowsIT::instant);
        return row;
    }

    private Collection<String> texts() {
        return random.ints(random.nextInt(4), 0, TEXTS.size())
                .mapToObj(TEXTS::get)
                .toList();
    }

    private static Instant instant(Random random) {
        return Instant.EPOCH.plus(random.nextLong(4_000_000_000_000_000L), ChronoUnit.MICROS);
    }

    private <T> T maybe(Function<Random, T> value) {
        return random.nextInt(4) == 0 ? null : value.apply(random);
    }
}

package io.hawser.ledger.silence.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.LedgerServices;
import io.hawser.ledger.silence.Heard;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Silence by the broker's clock, which is years ahead of the database's here. */
@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class HeardRowsIT {
    private static final Duration AT_MOST = Duration.ofMinutes(1);
    private static final Instant WRITTEN = Instant.parse("2090-01-01T00:00:00Z");
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    @Inject
    Transactions transactions;

    @BeforeEach
    void nobodyIsHeard() {
        run(tx -> tx.execute("delete from ledger_heard"));
    }

    @Test
    @DisplayName("Who was read a moment ago is silent all the same where the broker took another's word more than "
            + "three intervals later")
    void byTheBrokersClock() {
        // Given
        hears(word("old", WRITTEN), word("just", WRITTEN.plusSeconds(1)), word("new", WRITTEN.plusSeconds(31)));
        hears(new Heard("untimed", Optional.empty(), Instant.EPOCH, INTERVAL));

        // When: as of the moment they were read, so by our clock nobody is silent
        List<String> fallen = fallen(10);

        // Then
        assertThat(fallen).containsExactly("old");
        assertThat(known())
                .hasEntrySatisfying("old", old -> assertThat(old.silent()).isTrue());
        assertThat(known().values()).filteredOn(HeardRows.Silence::silent).hasSize(1);
        assertThat(fallen(10)).isEmpty();
    }

    @Test
    @DisplayName(
            "The broker's time of the last record is stored, and a topic that keeps its producers' times brings none")
    void theBrokersTimeIsStored() {
        // Given
        hears(word("timed", WRITTEN), new Heard("untimed", Optional.empty(), Instant.EPOCH, INTERVAL));
        assertThat(appended("timed")).contains(WRITTEN);
        assertThat(appended("untimed")).isEmpty();

        // When: the topic keeps its producers' times now
        hears(new Heard("timed", Optional.empty(), Instant.EPOCH, INTERVAL));

        // Then
        assertThat(appended("timed")).contains(WRITTEN);

        // When
        hears(word("timed", WRITTEN.plusSeconds(5)));

        // Then
        assertThat(appended("timed")).contains(WRITTEN.plusSeconds(5));
    }

    @Test
    @DisplayName("A broker's clock that was hours ahead makes nobody silent once it is right, and once the agents that "
            + "it wrote for are silent")
    void aBrokersClockThatWasAhead() {
        // Given
        hears(word("a", WRITTEN.plus(Duration.ofHours(2))), word("b", WRITTEN));

        // When: the clock is right, and then only b is heard
        hears(word("a", WRITTEN.plusSeconds(10)), word("b", WRITTEN.plusSeconds(10)));

        // Then
        assertThat(fallen(10)).isEmpty();

        // When: it was ahead until a ended
        hears(word("a", WRITTEN.plus(Duration.ofHours(2))));
        run(tx -> tx.execute("update ledger_heard set applied = applied - interval '1 hour' where name = 'a'"));
        hears(word("b", WRITTEN.plusSeconds(20)));

        // Then
        List<String> fallen = run(tx -> HeardRows.fallen(tx, tx.now(), 10));
        assertThat(fallen).containsExactly("a");
    }

    @Test
    @DisplayName("Who was silent by the broker's clock and is heard again is named once, and silent no longer")
    void heardAgain() {
        // Given
        hears(word("old", WRITTEN), word("new", WRITTEN.plusSeconds(31)));
        fallen(10);

        // When
        List<String> again = hears(word("old", WRITTEN.plusSeconds(32)), word("new", WRITTEN.plusSeconds(32)));

        // Then
        assertThat(again).containsExactly("old");
        assertThat(hears(word("old", WRITTEN.plusSeconds(33)))).isEmpty();
        assertThat(fallen(10)).isEmpty();
    }

    @Test
    @DisplayName("Of many that have fallen silent so many are marked as were asked for, and the rest the next time")
    void aFewAtATime() {
        // Given
        hears(word("a", WRITTEN), word("b", WRITTEN), word("c", WRITTEN), word("new", WRITTEN.plusSeconds(31)));

        // Then
        assertThat(fallen(2)).containsExactly("a", "b");
        assertThat(fallen(2)).containsExactly("c");
    }

    private static Heard word(String name, Instant appended) {
        return new Heard(name, Optional.of(appended), Instant.EPOCH, INTERVAL);
    }

    private List<String> hears(Heard... words) {
        return run(tx -> HeardRows.heard(tx, List.of(words)));
    }

    private List<String> fallen(int most) {
        Instant read = known().values().stream()
                .map(each -> each.last().applied())
                .min(Instant::compareTo)
                .orElseThrow();
        return run(tx -> HeardRows.fallen(tx, read, most));
    }

    private Optional<Instant> appended(String name) {
        return known().get(name).last().appended();
    }

    private Map<String, HeardRows.Silence> known() {
        List<String> names = Stream.of("old", "just", "new", "timed", "untimed", "a", "b", "c")
                .toList();
        return run(tx -> HeardRows.of(tx.statements(), names));
    }

    private <T> T run(Function<LedgerTransaction, Uni<T>> work) {
        return transactions.run(work).await().atMost(AT_MOST);
    }
}

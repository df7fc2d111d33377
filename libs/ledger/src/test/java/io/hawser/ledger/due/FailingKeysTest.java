package io.hawser.ledger.due;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.tx.db.DatabaseFailures;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FailingKeysTest {
    private static final Exception OURS = new IllegalStateException("this is wrong");
    private static final Exception NO_COLUMN = new SQLException("column x does not exist", "42703", 0);
    private static final Duration LONG = FailingKeys.WARN_AFTER.plusSeconds(1);

    private final FailingKeys keys = new FailingKeys("volume");
    private Duration now = Duration.ofHours(1);

    @Test
    @DisplayName("Failures of a key are counted until it succeeds, each key's for itself")
    void countsInARow() {
        // When
        fails("a", OURS);
        fails("b", OURS);
        // Then
        assertThat(fails("a", OURS).tries()).isEqualTo(2);
        // When
        keys.done(List.of("a", "c"), now);
        // Then
        assertThat(fails("a", OURS).tries()).isEqualTo(1);
        assertThat(fails("b", OURS).tries()).isEqualTo(2);
        assertThat(keys.count()).isEqualTo(2);
    }

    @Test
    @DisplayName("Of keys without number those that failed first are forgotten")
    void isBounded() {
        // When
        fails("first", OURS);
        for (int i = 0; i < 10_000; i++) {
            fails("key-" + i, OURS);
        }
        // Then
        assertThat(keys.count()).isEqualTo(10_000);
        assertThat(fails("key-9999", OURS).tries()).isEqualTo(2);
        assertThat(fails("first", OURS).tries()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "A key that failed three times over more than 10 s is reported with the reason of its last failure, and"
                    + " takes the service from nobody")
    void oneKeyIsTold() {
        // Given
        fails("v1", NO_COLUMN);
        later(LONG);
        fails("v1", NO_COLUMN);
        assertThat(keys.failing(now)).isEmpty();
        // When
        fails("v1", OURS);
        // Then
        assertThat(keys.failing(now))
                .contains(new FailingKind("volume v1 has failed 3 times in a row, for 11 s: this is wrong", false));
        // When
        keys.done(List.of("v1"), now);
        // Then
        assertThat(keys.failing(now)).isEmpty();
        assertThat(keys.count()).isZero();
    }

    @Test
    @DisplayName("What failed often within 10 s is not reported yet")
    void notAtOnce() {
        // When
        failsForLong("v1", OURS, FailingKeys.WARN_AFTER);
        // Then
        assertThat(keys.failing(now)).isEmpty();
    }

    @Test
    @DisplayName("The reason is reported where the failure has no words, too, and how many more fail")
    void withoutWords() {
        // When
        fails("v2", OURS);
        keys.done(List.of("v2"), now);
        later(Duration.ofSeconds(1));
        failsForLong("v1", new NullPointerException(), LONG);
        fails("v2", OURS);
        fails("v3", OURS);
        // Then
        assertThat(keys.failing(now))
                .contains(new FailingKind(
                        "volume v1 has failed 3 times in a row, for 11 s: java.lang.NullPointerException;"
                                + " so have 2 more",
                        false));
    }

    @Test
    @DisplayName("Two keys that fail while nothing of their kind gets done tell of the whole kind")
    void nothingElseGetsDone() {
        // Given
        keys.done(List.of("v3"), now);
        later(Duration.ofSeconds(1));
        fails("v2", OURS);
        failsForLong("v1", OURS, LONG);
        fails("v2", OURS);
        // Then
        assertThat(nothingElse()).contains(false);
        // When
        fails("v2", OURS);
        // Then
        assertThat(nothingElse()).contains(true);
        // When
        keys.done(List.of("v3"), now);
        // Then
        assertThat(nothingElse()).contains(false);
    }

    @Test
    @DisplayName("What fails first at the very moment when another is done says nothing of the whole kind yet")
    void failsWhileAnotherIsDone() {
        // Given
        keys.done(List.of("v3"), now);
        fails("v2", OURS);
        failsForLong("v1", OURS, LONG);
        fails("v2", OURS);
        // When
        fails("v2", OURS);
        // Then
        assertThat(nothingElse()).contains(false);
    }

    @Test
    @DisplayName(
            "One key that fails for what was asked of the database tells of the whole kind, unless others get done")
    void theSchemaIsNotOurs() {
        // When
        failsForLong("v1", NO_COLUMN, LONG);
        // Then
        assertThat(keys.failing(now))
                .contains(new FailingKind(
                        "volume v1 has failed 3 times in a row, for 11 s: column x does not exist", true));
        // When
        keys.done(List.of("v2"), now);
        // Then
        assertThat(nothingElse()).contains(false);
    }

    @Test
    @DisplayName("What is due and cannot be read for more than 10 s tells of the whole kind until it is read")
    void cannotBeRead() {
        // Given
        keys.unread(judged(OURS), now);
        later(FailingKeys.WARN_AFTER);
        assertThat(keys.failing(now)).isEmpty();
        // When
        later(Duration.ofSeconds(2));
        keys.unread(judged(NO_COLUMN), now);
        // Then
        assertThat(keys.failing(now))
                .contains(new FailingKind(
                        "what is due of volume cannot be read for 12 s: column x does not exist", true));
        // When
        keys.read();
        // Then
        assertThat(keys.failing(now)).isEmpty();
    }

    @Test
    @DisplayName("A key that another process has done is forgotten, unless it failed here again since that was asked")
    void doneElsewhere() {
        // Given
        List.of("known", "again", "under-way").forEach(key -> {
            fails(key, OURS);
            keys.noted(key);
        });
        fails("unknown", OURS);
        keys.noted("nobody");
        // When
        var asked = keys.noted(Set.of("under-way"));
        // Then
        assertThat(asked).containsOnlyKeys("known", "again");
        // When
        fails("again", OURS);
        keys.doneElsewhere(asked);
        // Then
        assertThat(keys.count()).isEqualTo(3);
        assertThat(keys.noted(Set.of())).containsOnlyKeys("again", "under-way");
    }

    private Optional<Boolean> nothingElse() {
        return keys.failing(now).map(FailingKind::nothingElse);
    }

    /** Three times. */
    private void failsForLong(String key, Exception message, Duration time) {
        fails(key, message);
        fails(key, message);
        later(time);
        fails(key, message);
    }

    private FailingKeys.Failing fails(String key, Exception message) {
        return keys.failed(key, judged(message), now);
    }

    private void later(Duration by) {
        now = now.plus(by);
    }

    private static FailingKeys.Failure judged(Exception failure) {
        return new FailingKeys.Failure(DatabaseFailures.words(failure), DatabaseFailures.isNotTheRecordsFault(failure));
    }
}

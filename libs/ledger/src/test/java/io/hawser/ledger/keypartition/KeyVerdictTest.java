package io.hawser.ledger.keypartition;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.Origin;
import io.hawser.ledger.keypartition.KeyVerdict.Key;
import io.hawser.v1.Task;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeyVerdictTest {
    private static final Key A = new Key("id", "tasks", "a");

    @Test
    void aKeyStaysWithThePartitionThatItCameByFirst() {
        // When
        KeyVerdict verdict = KeyVerdict.of(List.of(task(0, 1), task(1, 1), task(0, 2)), Map.of(), topic -> true);

        // Then
        assertThat(verdict.records()).hasSize(3);
        assertThat(verdict.records().get(1))
                .isInstanceOfSatisfying(Decoded.Invalid.class, refused -> assertThat(refused.message())
                        .contains("'a'")
                        .contains("partition 0 of tasks")
                        .contains("by partition 1")
                        .endsWith("write the key's tombstone to partition 0, and then the record again"));
        assertThat(verdict.records().get(1))
                .isInstanceOfSatisfying(Decoded.Invalid.class, refused -> assertThat(refused.field())
                        .isEqualTo("key"));
        assertThat(verdict.written()).containsExactly(Map.entry(A, 0));
    }

    @Test
    void whatIsStoredCountsLikeARecordBefore() {
        // When
        KeyVerdict verdict = KeyVerdict.of(List.of(task(1, 1)), Map.of(A, 0), topic -> true);

        // Then
        assertThat(verdict.records()).singleElement().isInstanceOf(Decoded.Invalid.class);
        assertThat(verdict.written()).isEmpty();
    }

    @Test
    void afterItsTombstoneAKeyMayComeByAnyPartition() {
        // When
        KeyVerdict verdict = KeyVerdict.of(List.of(gone(0, 1), task(1, 1)), Map.of(A, 0), topic -> true);

        // Then
        assertThat(verdict.records()).hasSize(2).noneMatch(Decoded.Invalid.class::isInstance);
        assertThat(verdict.ended()).containsExactly(A);
        assertThat(verdict.written()).containsExactly(Map.entry(A, 1));
    }

    @Test
    void aTombstoneByAnotherPartitionEndsNothing() {
        // When
        KeyVerdict verdict = KeyVerdict.of(List.of(gone(1, 1)), Map.of(A, 0), topic -> true);

        // Then
        assertThat(verdict.records()).isEmpty();
        assertThat(verdict.strayTombstones()).hasSize(1);
        assertThat(verdict.ended()).isEmpty();
    }

    @Test
    void ourOwnTopicsAreNotLookedAt() {
        // When
        KeyVerdict verdict = KeyVerdict.of(List.of(task(0, 1), task(1, 1)), Map.of(), topic -> false);

        // Then
        assertThat(verdict.records()).hasSize(2).noneMatch(Decoded.Invalid.class::isInstance);
        assertThat(verdict.written()).isEmpty();
    }

    private static Decoded task(int partition, long offset) {
        return new Decoded.Known(
                new Origin("tasks", "id", partition, offset), "a", "e", "hawser.v1.Task", Task.getDefaultInstance());
    }

    private static Decoded gone(int partition, long offset) {
        return new Decoded.Tombstone(new Origin("tasks", "id", partition, offset), "a");
    }
}

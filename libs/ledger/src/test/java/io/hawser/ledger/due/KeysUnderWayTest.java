package io.hawser.ledger.due;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KeysUnderWayTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final KeysUnderWay keys = new KeysUnderWay();

    @Test
    @DisplayName("Keys are under way from the beginning of their work until they are released")
    void areUnderWay() {
        // Given
        begin("a", "b");
        keys.worked(List.of("a", "b"));
        assertThat(keys.keys()).containsExactlyInAnyOrder("a", "b");

        // When
        keys.released(List.of("a"));

        // Then
        assertThat(keys.keys()).containsExactly("b");
    }

    @Test
    @DisplayName("Keys that failed together are worked on one by one the next time, and together again after that")
    void aloneAfterAFailure() {
        // Given
        assertThat(begin("a", "b", "c")).containsExactly(List.of("a", "b", "c"));
        keys.failedTogether(List.of("a", "c"));
        end("a", "b", "c");

        // When
        List<List<String>> batches = begin("a", "b", "c", "d");

        // Then
        assertThat(batches).containsExactly(List.of("a"), List.of("c"), List.of("b", "d"));
        end("a", "b", "c", "d");
        assertThat(begin("c", "a")).containsExactly(List.of("c", "a"));
    }

    @Test
    @DisplayName("While keys are to be worked on one by one, no more keys are leased than batches may run")
    void noMoreThanBatchesMayRun() {
        // Given
        begin("a", "b", "c");
        assertThat(keys.limit(100, 4)).isEqualTo(100);

        // When
        keys.failedTogether(List.of("a", "b", "c"));
        end("a", "b", "c");

        // Then
        assertThat(keys.limit(100, 4)).isEqualTo(4);
        assertThat(keys.limit(1, 4)).isEqualTo(1);
        begin("a", "b", "c");
        assertThat(keys.limit(100, 4)).isEqualTo(100);
    }

    @Test
    @DisplayName("Keys that failed together and are not due any more do not hold others to one batch each")
    void doneElsewhere() {
        // Given
        begin("a", "b", "c");
        keys.failedTogether(List.of("a", "b"));

        // When
        keys.begin(List.of(), true);
        assertThat(keys.limit(100, 4)).isEqualTo(4);
        end("a", "b", "c");
        keys.begin(List.of(lease("d")), true);

        // Then
        assertThat(keys.limit(100, 4)).isEqualTo(100);
    }

    @Test
    @DisplayName("Without keys there is no batch")
    void nothingFound() {
        // When
        List<List<String>> batches = begin();

        // Then
        assertThat(batches).isEmpty();
    }

    @Test
    @DisplayName("A key that becomes due during the work on it is queried again when it is released")
    void becomesDue() {
        // Given
        begin("a", "b");

        // When
        keys.changed(List.of(new DueChange.Wake("kind", "a", NOW), at("b", NOW)), NOW);

        // Then
        assertThat(keys.released(List.of("a"))).isTrue();
        assertThat(keys.released(List.of("b"))).isTrue();
        begin("a", "b");
        assertThat(keys.released(List.of("a", "b"))).isFalse();
    }

    @Test
    @DisplayName("A key that is due later, or never, is not queried again")
    void becomesDueLater() {
        // Given
        begin("a", "b");

        // When
        keys.changed(List.of(at("a", NOW.plusMillis(1)), new DueChange.Never("kind", "b")), NOW);

        // Then
        assertThat(keys.released(List.of("a", "b"))).isFalse();
    }

    @Test
    @DisplayName("A change of a key that is not under way is left to the next query")
    void isNotUnderWay() {
        // Given
        begin("a");

        // When
        keys.changed(List.of(new DueChange.Wake("kind", "b", NOW), at("c", NOW)), NOW);

        // Then
        begin("b", "c");
        assertThat(keys.lease("c")).contains(lease("c"));
        assertThat(keys.released(List.of("a", "b", "c"))).isFalse();
    }

    @Test
    @DisplayName("A lease ends with any stored time of its key, but not with a wake")
    void aStoredTimeEndsTheLease() {
        // Given
        begin("a", "b", "c", "d", "e");

        // When
        keys.changed(
                List.of(
                        at("a", NOW.plusSeconds(1)),
                        new DueChange.Never("kind", "b"),
                        new DueChange.Forget("kind", "c"),
                        new DueChange.Wake("kind", "d", NOW)),
                NOW);

        // Then
        assertThat(Stream.of("a", "b", "c", "d", "e")
                        .filter(key -> keys.lease(key).isPresent()))
                .containsExactly("d", "e");
        assertThat(keys.worked(List.of("a", "b", "c", "d", "e"))).containsExactly(lease("d"), lease("e"));
    }

    @Test
    @DisplayName("A time that was stored before the lease began, and is heard of afterwards, does not end the lease")
    void aTimeFromBeforeTheLease() {
        // Given
        begin("a");

        // When
        keys.changed(List.of(at("a", NOW)), NOW.minusMillis(100));

        // Then
        assertThat(keys.lease("a")).contains(lease("a"));
        assertThat(keys.worked(List.of("a"))).containsExactly(lease("a"));
    }

    @Test
    @DisplayName("A lease ends when its key is put off, and the key is not queried again")
    void putOff() {
        // Given
        begin("a");

        // When
        keys.putOff("a");

        // Then
        assertThat(keys.lease("a")).isEmpty();
        assertThat(keys.worked(List.of("a"))).isEmpty();
        assertThat(keys.released(List.of("a"))).isFalse();
    }

    @Test
    @DisplayName("What was stored before a key's release does not end its next lease")
    void theNextLease() {
        // Given
        begin("a");
        keys.worked(List.of("a"));
        keys.changed(List.of(new DueChange.Never("kind", "a")), NOW);
        keys.released(List.of("a"));

        // When
        begin("a");

        // Then
        assertThat(keys.lease("a")).contains(lease("a"));
    }

    @Test
    @DisplayName("A key that is not under way has no lease")
    void hasNoLease() {
        // When
        begin("a");

        // Then
        assertThat(keys.lease("b")).isEmpty();
        assertThat(keys.worked(List.of("a", "b"))).containsExactly(lease("a"));
    }

    private List<List<String>> begin(String... which) {
        return keys.begin(Stream.of(which).map(KeysUnderWayTest::lease).toList(), false);
    }

    private void end(String... which) {
        keys.worked(List.of(which));
        keys.released(List.of(which));
    }

    private static Leased lease(String key) {
        OffsetDateTime since = NOW.atOffset(ZoneOffset.UTC);
        return new Leased(key, since, since.plusSeconds(30), Duration.ZERO);
    }

    private static DueChange at(String key, Instant when) {
        return new DueChange.At("kind", key, "", when);
    }
}

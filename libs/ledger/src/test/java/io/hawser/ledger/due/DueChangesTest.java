package io.hawser.ledger.due;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DueChangesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant EARLIER = NOW.minusSeconds(9);
    private static final Instant LATER = NOW.plusSeconds(9);

    private final DueChange wake = new DueChange.Wake("kind", "a", NOW);
    private final DueChange never = new DueChange.Never("kind", "a");
    private final DueChange forget = new DueChange.Forget("kind", "a");

    @Test
    @DisplayName("A wake behind a computed time makes the key due at the earlier of both, in no queue")
    void aWakeBehindATime() {
        assertThat(lastChange(at(LATER), wake)).isEqualTo(new DueChange.At("kind", "a", "", NOW));
        assertThat(lastChange(at(EARLIER), wake)).isEqualTo(new DueChange.At("kind", "a", "", EARLIER));
    }

    @Test
    @DisplayName("A wake behind 'never' makes the key due now")
    void aWakeBehindNever() {
        assertThat(lastChange(never, wake)).isEqualTo(new DueChange.At("kind", "a", "", NOW));
    }

    @Test
    @DisplayName("Whoever computed a time, or forgets the key, has counted in what was said before")
    void theLastWordCounts() {
        assertThat(lastChange(wake, at(LATER))).isEqualTo(at(LATER));
        assertThat(lastChange(wake, never)).isEqualTo(never);
        assertThat(lastChange(wake, forget)).isEqualTo(forget);
        assertThat(lastChange(forget, wake)).isEqualTo(wake);
        assertThat(lastChange(at(LATER), at(EARLIER))).isEqualTo(at(EARLIER));
    }

    @Test
    @DisplayName("Rows are written in one order, by kind and then by key, whoever says what first")
    void inOneOrder() {
        DueChange first = new DueChange.Never("a", "z");
        DueChange second = new DueChange.Never("b", "a");
        DueChange third = new DueChange.Never("b", "b");
        assertThat(DueChanges.last(List.of(third, second, first))).containsExactly(first, second, third);
    }

    @Test
    @DisplayName("What is due by a time is due at it, a wake is due always, and what rests never")
    void dueBy() {
        assertThat(at(NOW).dueBy(NOW)).isTrue();
        assertThat(at(LATER).dueBy(NOW)).isFalse();
        assertThat(wake.dueBy(EARLIER)).isTrue();
        assertThat(never.dueBy(LATER)).isFalse();
        assertThat(forget.dueBy(LATER)).isFalse();
    }

    private static DueChange at(Instant when) {
        return new DueChange.At("kind", "a", "queue", when);
    }

    private static DueChange lastChange(DueChange... changes) {
        assertThat(DueChanges.last(List.of(changes))).hasSize(1);
        return DueChanges.last(List.of(changes)).iterator().next();
    }
}

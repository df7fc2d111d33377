package io.hawser.ledger.due;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FailuresInARowTest {
    private final FailuresInARow failures = new FailuresInARow();

    @Test
    @DisplayName("Failures of a key are counted until it succeeds, each key's for itself")
    void countsInARow() {
        assertThat(failures.failed("a")).isEqualTo(1);
        assertThat(failures.failed("a")).isEqualTo(2);
        assertThat(failures.failed("b")).isEqualTo(1);
        failures.succeeded(List.of("a", "c"));
        assertThat(failures.failed("a")).isEqualTo(1);
        assertThat(failures.failed("b")).isEqualTo(2);
    }

    @Test
    @DisplayName("Of keys without number those that failed first are forgotten")
    void isBounded() {
        failures.failed("first");
        for (int i = 0; i < 10_000; i++) {
            failures.failed("key-" + i);
        }
        assertThat(failures.failed("key-9999")).isEqualTo(2);
        assertThat(failures.failed("first")).isEqualTo(1);
    }
}

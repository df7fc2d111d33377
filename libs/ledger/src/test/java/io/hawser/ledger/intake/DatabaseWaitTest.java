package io.hawser.ledger.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseWaitTest {
    private static final Duration START = Duration.ofHours(1);

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final DatabaseWait wait = new DatabaseWait(metrics);

    @ParameterizedTest
    @DisplayName("What the database says is reported with its SQLSTATE once it has lasted for more than 5 s")
    @CsvSource({
        "53100, could not extend file",
        "25006, cannot execute INSERT in a read-only transaction",
        "57014, canceling statement due to statement timeout",
        "55P03, canceling statement due to lock timeout"
    })
    void message(String state, String words) {
        // Given
        var first = DatabaseWait.Wait.of(Optional.empty(), new IOException("reset"), START);
        // When
        var last = DatabaseWait.Wait.of(Optional.of(first), new SQLException(words, state), START.plusSeconds(3));
        // Then
        assertThat(last.message(START.plusSeconds(5))).isEmpty();
        assertThat(last.message(START.plusSeconds(6)))
                .contains("records wait for the database for 6 s (" + state + "): " + words);
    }

    @Test
    @DisplayName("A lost connection has no SQLSTATE, and may have no words")
    void lostConnection() {
        // When
        var last = DatabaseWait.Wait.of(Optional.empty(), new IOException(), START);
        // Then
        assertThat(last.message(START.plusSeconds(6)))
                .contains("records wait for the database for 6 s (connection): java.io.IOException");
    }

    @Test
    @DisplayName("The metric has the last reason only, and nothing once it is over")
    void gauge() {
        // When
        wait.waits(3, new SQLException("no lock", "55P03"));
        wait.waits(3, new SQLException("read-only", "25006"));
        // Then
        assertThat(metrics.get("hawser_intake_waits_for_database").gauges())
                .singleElement()
                .satisfies(gauge -> {
                    assertThat(gauge.getId().getTag("cause")).isEqualTo("25006");
                    assertThat(gauge.value()).isEqualTo(1);
                });
        // When
        wait.over();
        wait.over();
        // Then
        assertThat(metrics.find("hawser_intake_waits_for_database").gauges()).isEmpty();
        assertThat(wait.message()).isEmpty();
    }
}

package io.hawser.local.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemainsTest {
    private static final Map<String, Long> COUNTS =
            Map.of("volumes", 1L, "publications", 20L, "claims", 300L, "outbox", 4_000L, "due", 50_000L);

    @Test
    void rowsAreAllThatIsKeptAndUnsent() {
        assertThat(Remains.rows(COUNTS)).isEqualTo(4_321);
    }

    @ParameterizedTest
    @ValueSource(strings = {"volumes", "publications", "claims", "outbox"})
    void aCountThatIsNotToldIsNoZero(String key) {
        // Given
        Map<String, Long> counts = new HashMap<>(COUNTS);
        counts.remove(key);

        // Then
        assertThatThrownBy(() -> Remains.rows(counts))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining(key);
    }
}

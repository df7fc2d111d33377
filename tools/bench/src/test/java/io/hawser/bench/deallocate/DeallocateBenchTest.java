package io.hawser.bench.deallocate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeallocateBenchTest {
    @ParameterizedTest
    @CsvSource({
        "0, 1, 1, --services must be from 1 to 100000",
        "10, 9, 1, --tasks must be from 10 to 1000000",
        "10, 1000001, 1, --tasks must be from 10 to 1000000",
        "10, 10, 0, --phase-timeout must be from 1 to 86400"
    })
    @DisplayName("An option out of its range is named with the range; every service has a task")
    void ranges(int services, int tasks, int seconds, String sentence) {
        // Then
        assertThatThrownBy(() ->
                        new DeallocateBench(services, List.of(1_000, tasks), Duration.ofSeconds(seconds), line -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }
}

package io.hawser.bench.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VolumesOptionsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 10, 100, 3, 300, --count must be from 1 to 100000",
        "1, -1, 100, 3, 300, --plugin-latency must be from 0 to 5000",
        "1, 10, 0, 3, 300, --calls must be from 1 to 10000",
        "1, 10, 100, 0, 300, --rounds must be from 1 to 99",
        "1, 10, 100, 3, 0, --phase-timeout must be from 1 to 86400"
    })
    void anOptionOutOfItsRangeIsNamedWithTheRange(
            int count, long latency, int calls, int rounds, long timeout, String sentence) {
        // Then
        assertThatThrownBy(() -> new VolumesOptions(
                        count, Duration.ofMillis(latency), calls, rounds, Duration.ofSeconds(timeout)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void aSlowPluginGetsFewerVolumesFromTheBaselines() {
        // Then
        assertThat(options(5_000, 0).baselineCount()).isEqualTo(1_000);
        assertThat(options(5_000, 10).baselineCount()).isEqualTo(200);
        assertThat(options(5_000, 100).baselineCount()).isEqualTo(100);
        assertThat(options(5_000, 5_000).baselineCount()).isEqualTo(2);
        assertThat(options(7, 100).baselineCount()).isEqualTo(7);
    }

    private static VolumesOptions options(int count, long latency) {
        return new VolumesOptions(count, Duration.ofMillis(latency), 100, 3, Duration.ofSeconds(300));
    }
}

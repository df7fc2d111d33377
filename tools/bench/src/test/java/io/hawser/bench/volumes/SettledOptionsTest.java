package io.hawser.bench.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SettledOptionsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    @DisplayName("Of a million settled volumes 300,000 are published, about a hundred on each node")
    void published() {
        // Given
        SettledOptions options = new SettledOptions(1_000_000, 2_000, MINUTE);

        // Then
        assertThat(options.published()).isEqualTo(300_000);
        assertThat(options.nodes()).isEqualTo(3_001);
    }

    @Test
    @DisplayName("The sentence about a number out of its range names the option and the range")
    void ranges() {
        assertThatThrownBy(() -> new SettledOptions(9, 1, MINUTE))
                .hasMessage("--volumes must be from 10 to 5000000, not 9");
        assertThatThrownBy(() -> new SettledOptions(10, 0, MINUTE))
                .hasMessage("--count must be from 1 to 100000, not 0");
    }
}

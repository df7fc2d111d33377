package io.hawser.bench.volumes;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IsolationOptionsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 1, 1, 1, --count must be from 1 to 100000",
        "1, 0, 1, 1, --hung must be from 1 to 100000",
        "1, 1, 0, 1, --failing must be from 1 to 100000",
        "1, 1, 1, 0, --detaches must be from 1 to 100000"
    })
    void anOptionOutOfItsRangeIsNamedWithTheRange(int healthy, int hung, int failing, int detaches, String sentence) {
        // Then
        assertThatThrownBy(() -> new IsolationOptions(
                        healthy,
                        Duration.ofMillis(100),
                        new IsolationOptions.Besides(hung, failing, detaches),
                        3,
                        Duration.ofSeconds(300)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }
}

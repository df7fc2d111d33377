package io.hawser.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MediansTest {
    @Test
    void theMiddleCountsAndNotTheMean() {
        // Then
        assertThat(Medians.of(List.of(900.0, 1.0, 2.0))).isEqualTo(2.0);
    }

    @Test
    void betweenTwoInTheMiddleLiesTheirMean() {
        // Then
        assertThat(Medians.of(List.of(9.0, 1.0, 2.0, 4.0))).isEqualTo(3.0);
    }

    @Test
    void noValueHasNoMedian() {
        // Then
        assertThatThrownBy(() -> Medians.of(List.of())).hasMessageContaining("values");
    }

    @Test
    void whatIsMissingInARoundWasNoneThere() {
        // Then
        assertThat(Medians.ofEach(List.of(Map.of("a", 3.0), Map.of("a", 5.0, "b", 4.0))))
                .containsOnly(Map.entry("a", 4.0), Map.entry("b", 2.0));
    }
}

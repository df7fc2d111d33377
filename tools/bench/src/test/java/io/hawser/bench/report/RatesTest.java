package io.hawser.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RatesTest {
    @Test
    void ratesWithoutOneOfTheCallingPhasesAreNone() {
        // Then
        assertThatThrownBy(() -> Rates.of(5, Map.of(Phase.CREATE, Duration.ofSeconds(1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("publish");
    }

    @Test
    void aPhaseThatTookNoTimeHasNoRate() {
        // Then
        assertThatThrownBy(() -> Rates.of(5, calling(0, 1, 1, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("create");
    }

    @Test
    void ofSeveralRoundsEachPhaseHasItsMedian() {
        // Given
        Rates slowCreate = Rates.of(100, calling(4_000, 1_000, 1_000, 1_000));
        Rates slowDelete = Rates.of(100, calling(1_000, 1_000, 1_000, 4_000));
        Rates even = Rates.of(100, calling(2_000, 2_000, 2_000, 2_000));

        // When
        Rates median = Rates.median(List.of(slowCreate, slowDelete, even));

        // Then
        assertThat(median).isEqualTo(Rates.of(100, calling(2_000, 1_000, 1_000, 2_000)));
    }

    private static Map<Phase, Duration> calling(long create, long publish, long unpublish, long delete) {
        return Map.of(
                Phase.CREATE, Duration.ofMillis(create),
                Phase.PUBLISH, Duration.ofMillis(publish),
                Phase.UNPUBLISH, Duration.ofMillis(unpublish),
                Phase.DELETE, Duration.ofMillis(delete));
    }
}

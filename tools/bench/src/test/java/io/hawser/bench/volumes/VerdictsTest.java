package io.hawser.bench.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.bench.report.VolumesReport.Judged;
import org.junit.jupiter.api.Test;

class VerdictsTest {
    @Test
    void aCleanVerdictCountsTheRulesThatWereExercised() {
        // When
        Judged judged = Verdicts.judged("{\"violations\":[],\"rules\":[{\"exercised\":3},{\"exercised\":0}]}", 7);

        // Then
        assertThat(judged).isEqualTo(new Judged(7, 1));
    }

    @Test
    void aBrokenRuleIsNamed() {
        // Then
        assertThatThrownBy(() -> Verdicts.judged("{\"violations\":[{\"rule\":\"order\"}],\"rules\":[]}", 7))
                .isInstanceOf(BenchFailedException.class)
                .hasMessageContaining("1 broken rules")
                .hasMessageContaining("order");
    }

    @Test
    void aVerdictOnNothingProvesNothing() {
        // Then
        assertThatThrownBy(() -> Verdicts.judged("{\"violations\":[],\"rules\":[{\"exercised\":0}]}", 7))
                .isInstanceOf(BenchFailedException.class)
                .hasMessageContaining("nothing");
    }
}

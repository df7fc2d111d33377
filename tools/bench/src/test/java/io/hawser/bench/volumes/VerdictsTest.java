package io.hawser.bench.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class VerdictsTest {
    @Test
    void aCleanVerdictCountsTheRulesThatWereExercised() {
        // When
        int exercised = Verdicts.rulesExercised("{\"violations\":[],\"rules\":[{\"exercised\":3},{\"exercised\":0}]}");

        // Then
        assertThat(exercised).isEqualTo(1);
    }

    @Test
    void aBrokenRuleIsNamed() {
        // Then
        assertThatThrownBy(() -> Verdicts.rulesExercised("{\"violations\":[{\"rule\":\"order\"}],\"rules\":[]}"))
                .isInstanceOf(BenchFailedException.class)
                .hasMessageContaining("1 broken rules")
                .hasMessageContaining("order");
    }

    @Test
    void aVerdictOnNothingProvesNothing() {
        // Then
        assertThatThrownBy(() -> Verdicts.rulesExercised("{\"violations\":[],\"rules\":[{\"exercised\":0}]}"))
                .isInstanceOf(BenchFailedException.class)
                .hasMessageContaining("nothing");
    }
}

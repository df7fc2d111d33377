package io.hawser.conformance.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.conformance.invariant.Breach;
import io.hawser.conformance.invariant.InvariantReport;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class JudgementTest {

    @Test
    @DisplayName("A later look counts instead of an earlier one, what no look sees besides, and each breach once")
    void countsWhatWasShown() {
        // Given
        Judgement judgement = new Judgement();
        Breach breach = new Breach("NothingOnSilence", "taken down", List.of("call 1"));

        // When
        judgement.add(new InvariantReport(Map.of("NothingOnSilence", 3L), List.of(breach)));
        judgement.add("NothingOnSilence", List.of(new Breach("NothingOnSilence", "another", List.of())));
        judgement.add(new InvariantReport(Map.of("NothingOnSilence", 5L), List.of(breach)));

        // Then
        assertThat(judgement.checks()).isEqualTo(Map.of("NothingOnSilence", 6L));
        assertThat(judgement.breaches()).extracting(Breach::sentence).containsExactly("taken down", "another");
    }
}

package io.hawser.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProcStatTest {
    @Test
    void userAndSystemTimeAreCountedTogetherWhateverTheProcessIsCalled() {
        // Given
        String stat = "4711 (a) b (c) S 1 4711 4711 0 -1 4194560 1 2 3 4 150 25 30 7 20 0 1 0 99 1000 10 1844";

        // When
        ProcStat read = ProcStat.parse(stat);

        // Then
        assertThat(read).isEqualTo(new ProcStat(Duration.ofMillis(1750), Duration.ofMillis(370)));
    }

    @Test
    void aProcessThatHasEndedHasNoTime() {
        // Then
        assertThat(ProcStat.read(Long.MAX_VALUE)).isEmpty();
    }
}

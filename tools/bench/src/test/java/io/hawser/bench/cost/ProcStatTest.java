package io.hawser.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcStatTest {
    @Test
    void userAndSystemTimeAreCountedTogether() {
        // Given
        String stat = "S 1 4711 4711 0 -1 4194560 1 2 3 4 150 25 30 7 20 0 1 0 99 1000 10 1844";

        // When
        ProcStat read = ProcStat.of(List.of(stat.split(" ")));

        // Then
        assertThat(read).isEqualTo(new ProcStat(Duration.ofMillis(1750), Duration.ofMillis(370)));
    }

    @Test
    void aProcessThatHasEndedHasNoTime() {
        // Then
        assertThat(ProcStat.read(Long.MAX_VALUE)).isEmpty();
    }
}

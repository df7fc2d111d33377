package io.hawser.bench.agent;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AgentBenchTest {
    @Test
    @DisplayName("An option that is out of range is named")
    void namesWhatIsOutOfRange() {
        assertThatThrownBy(() -> bench(0, 1, 60)).hasMessageContaining("--mounted");
        assertThatThrownBy(() -> bench(1, 0, 60)).hasMessageContaining("--timed");
        assertThatThrownBy(() -> bench(1, 1, 0)).hasMessageContaining("--phase-timeout");
    }

    private static AgentBench bench(int mounted, int timed, int seconds) {
        return new AgentBench(mounted, timed, List.of(), Duration.ofSeconds(seconds), line -> {});
    }
}

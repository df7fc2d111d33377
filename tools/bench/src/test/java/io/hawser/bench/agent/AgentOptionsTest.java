package io.hawser.bench.agent;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AgentOptionsTest {
    @Test
    @DisplayName("An option that is out of range is named")
    void namesWhatIsOutOfRange() {
        Duration minute = Duration.ofMinutes(1);
        assertThatThrownBy(() -> new AgentOptions(0, 1, List.of(), minute)).hasMessageContaining("--mounted");
        assertThatThrownBy(() -> new AgentOptions(1, 0, List.of(), minute)).hasMessageContaining("--timed");
        assertThatThrownBy(() -> new AgentOptions(1, 1, List.of(), Duration.ZERO))
                .hasMessageContaining("--phase-timeout");
    }
}

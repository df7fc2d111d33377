package io.hawser.bench.volumes;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CallCountsTest {
    private static final CallCounts START =
            CallCounts.parse("{\"GetPluginInfo\":3,\"CreateVolume\":100,\"DeleteVolume\":100}");

    @Test
    @DisplayName("Halves that made the same calls of a volume's life can be compared, "
            + "however often they asked who the plugin is")
    void theSameCalls() {
        CallCounts hawser = CallCounts.parse("{\"GetPluginInfo\":9,\"CreateVolume\":105,\"DeleteVolume\":105}");
        CallCounts worker = CallCounts.parse("{\"GetPluginInfo\":9,\"CreateVolume\":110,\"DeleteVolume\":110}");

        assertThatCode(() -> CallCounts.same(hawser.since(START), worker.since(hawser)))
                .doesNotThrowAnyException();
    }

    @Test
    @DisplayName("A call more in one half makes the figures worthless, and the sentence names it")
    void otherCalls() {
        CallCounts hawser = CallCounts.parse("{\"CreateVolume\":106,\"DeleteVolume\":105}");
        CallCounts worker = CallCounts.parse("{\"CreateVolume\":111,\"DeleteVolume\":110}");

        assertThatThrownBy(() -> CallCounts.same(hawser.since(START), worker.since(hawser)))
                .isInstanceOf(BenchFailedException.class)
                .hasMessageContaining("Hawser made 6 calls of CreateVolume and one worker 5");
    }
}

package io.hawser.bench.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CallCountsTest {
    private static final CallCounts START =
            CallCounts.parse("{\"GetPluginInfo\":3,\"CreateVolume\":100,\"DeleteVolume\":100}");

    @Test
    @DisplayName(
            "One call of each kind for each volume can be compared, however often somebody asked who the plugin is")
    void oneForEach() {
        // Given
        CallCounts after = CallCounts.parse("""
                {"GetPluginInfo":9,"CreateVolume":105,"ControllerPublishVolume":5,"ControllerUnpublishVolume":5,\
                "DeleteVolume":105}""");

        // Then
        assertThatCode(() -> after.since(START).requireOneFor(5)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("Whatever is done to one volume is a call about it; listings and questions about the plugin are none")
    void aboutVolumes() {
        // Given
        CallCounts after = CallCounts.parse("""
                {"GetPluginInfo":3,"ControllerGetCapabilities":2,"ListVolumes":40,"CreateVolume":100,\
                "DeleteVolume":100,\
                "ControllerPublishVolume":1,"ValidateVolumeCapabilities":2,"ControllerGetVolume":4}""");

        // Then
        assertThat(after.since(START).aboutVolumes()).isEqualTo(7);
        assertThat(after.since(START).listings()).isEqualTo(40);
    }

    @Test
    @DisplayName("A call more makes the figures worthless, and the sentence names it")
    void oneMore() {
        // Given
        CallCounts after = CallCounts.parse("{\"CreateVolume\":106,\"DeleteVolume\":105}");

        // Then
        assertThatThrownBy(() -> after.since(START).requireOneFor(5))
                .isInstanceOf(BenchFailedException.class)
                .hasMessageContaining("the plugin got 6 calls of CreateVolume for 5 volumes");
    }
}

package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.csi.v1.NodeGetInfoResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PluginLookTest {
    private static final CapabilitySet STAGES = CapabilitySet.of(List.of(), List.of(), List.of(1));
    private static final Optional<NodeGetInfoResponse> INFO =
            Optional.of(NodeGetInfoResponse.newBuilder().setNodeId("n-1").build());
    private static final PluginLook WELL = new PluginLook(plugin("a", "1", STAGES), true, INFO, "");

    @Test
    @Tag("nomad-S1")
    @DisplayName("A look that fails keeps what earlier looks found, and its own reason")
    void aFailedLookKeepsWhatIsKnown() {
        // Given
        PluginLook nothing = new PluginLook(Optional.empty(), false, Optional.empty(), "GetPluginInfo: away");
        PluginLook partly = new PluginLook(
                plugin("a", "2", CapabilitySet.NONE), false, Optional.empty(), "GetPluginCapabilities: broken");

        // Then
        assertThat(nothing.onto(WELL)).isEqualTo(WELL.ill("GetPluginInfo: away"));
        assertThat(partly.onto(WELL))
                .isEqualTo(new PluginLook(plugin("a", "2", STAGES), true, INFO, "GetPluginCapabilities: broken"));
        assertThat(partly.onto(PluginLook.NOT_YET)).isEqualTo(partly);
        assertThat(nothing.onto(PluginLook.NOT_YET).healthy()).isFalse();
    }

    @Test
    @DisplayName("A look that failed before it asked for the controller does not make the process serve one")
    void noControllerByAFailure() {
        // Given
        CapabilitySet both = CapabilitySet.of(List.of(1), List.of(), List.of());
        PluginLook node = new PluginLook(plugin("a", "1", both).map(PluginIdentity::withoutController), true, INFO, "");
        PluginLook failed = new PluginLook(plugin("a", "1", both), true, Optional.empty(), "NodeGetInfo: late");

        // Then
        assertThat(failed.onto(node).identity().orElseThrow().servesController())
                .isFalse();
        assertThat(failed.onto(PluginLook.NOT_YET).identity().orElseThrow().servesController())
                .isTrue();
    }

    @Test
    @Tag("nomad-W23")
    @DisplayName("A good look replaces everything, and another plugin at the endpoint inherits nothing")
    void aGoodLookReplaces() {
        // Given
        PluginLook upgraded = new PluginLook(plugin("a", "2", CapabilitySet.NONE), true, Optional.empty(), "");
        PluginLook another = new PluginLook(plugin("b", "1", CapabilitySet.NONE), false, Optional.empty(), "ill");

        // Then
        assertThat(upgraded.onto(WELL)).isEqualTo(upgraded);
        assertThat(another.onto(WELL)).isEqualTo(another);
    }

    @Test
    @DisplayName("A plugin of which nobody knows what it can do is not healthy")
    void healthNeedsCapabilities() {
        assertThatThrownBy(() -> new PluginLook(plugin("a", "1", STAGES), false, INFO, ""))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PluginLook(Optional.empty(), true, INFO, "ill"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Optional<PluginIdentity> plugin(String name, String version, CapabilitySet capabilities) {
        return Optional.of(new PluginIdentity(name, version, Map.of(), capabilities));
    }
}

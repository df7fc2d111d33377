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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PluginLookTest {
    private static final CapabilitySet STAGES = CapabilitySet.of(List.of(), List.of(), List.of(1));
    private static final Optional<NodeGetInfoResponse> INFO =
            Optional.of(NodeGetInfoResponse.newBuilder().setNodeId("n-1").build());
    private static final PluginLook WELL = new PluginLook(plugin("a", "1", STAGES), true, INFO, true, "");

    @Test
    @Tag("nomad-S1")
    @DisplayName("A look that fails keeps what earlier looks found, and its own reason")
    void aFailedLookKeepsWhatIsKnown() {
        // Given
        PluginLook nothing = new PluginLook(Optional.empty(), false, Optional.empty(), false, "GetPluginInfo: away");
        PluginLook partly = new PluginLook(
                plugin("a", "2", CapabilitySet.NONE), false, Optional.empty(), false, "GetPluginCapabilities: broken");

        // Then
        assertThat(nothing.onto(WELL)).isEqualTo(WELL.ill("GetPluginInfo: away"));
        assertThat(partly.onto(WELL))
                .isEqualTo(new PluginLook(plugin("a", "2", STAGES), true, INFO, true, "GetPluginCapabilities: broken"));
        assertThat(partly.onto(PluginLook.NOT_YET)).isEqualTo(partly);
        assertThat(nothing.onto(PluginLook.NOT_YET).healthy()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "NodeGetInfo: late"})
    @DisplayName("A look that got no answer about the controller does not make the process serve one, healthy or not")
    void noControllerByAFailure(String trouble) {
        // Given
        CapabilitySet both = CapabilitySet.of(List.of(1), List.of(), List.of());
        PluginLook node =
                new PluginLook(plugin("a", "1", both).map(PluginIdentity::withoutController), true, INFO, true, "");
        PluginLook unanswered = new PluginLook(plugin("a", "2", both), true, INFO, false, trouble);

        // When
        PluginLook now = unanswered.onto(node);

        // Then
        assertThat(now)
                .isEqualTo(new PluginLook(
                        plugin("a", "2", both).map(PluginIdentity::withoutController), true, INFO, true, trouble));
        assertThat(unanswered.onto(PluginLook.NOT_YET)).isEqualTo(unanswered);
        assertThat(node.onto(unanswered)).isEqualTo(node);
    }

    @Test
    @DisplayName("A healthy look without a node service has none, whatever was found before")
    void noNodeService() {
        // Given
        CapabilitySet both = CapabilitySet.of(List.of(1), List.of(), List.of());
        PluginLook controller = new PluginLook(plugin("a", "1", both), true, Optional.empty(), false, "");

        // Then
        assertThat(controller.onto(WELL).nodeInfo()).isEmpty();
        assertThat(controller.ill("Probe: late").onto(WELL).nodeInfo()).isEqualTo(INFO);
    }

    @Test
    @Tag("nomad-W23")
    @DisplayName("A good look replaces everything, and another plugin at the endpoint inherits nothing")
    void aGoodLookReplaces() {
        // Given
        PluginLook upgraded = new PluginLook(plugin("a", "2", CapabilitySet.NONE), true, Optional.empty(), true, "");
        PluginLook another =
                new PluginLook(plugin("b", "1", CapabilitySet.NONE), false, Optional.empty(), false, "ill");

        // Then
        assertThat(upgraded.onto(WELL)).isEqualTo(upgraded);
        assertThat(another.onto(WELL)).isEqualTo(another);
    }

    @Test
    @DisplayName("A plugin of which nobody knows what it can do is not healthy")
    void healthNeedsCapabilities() {
        assertThatThrownBy(() -> new PluginLook(plugin("a", "1", STAGES), false, INFO, true, ""))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PluginLook(Optional.empty(), true, INFO, true, "ill"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Optional<PluginIdentity> plugin(String name, String version, CapabilitySet capabilities) {
        return Optional.of(new PluginIdentity(name, version, Map.of(), capabilities));
    }
}

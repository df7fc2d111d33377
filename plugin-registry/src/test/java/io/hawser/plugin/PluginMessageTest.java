package io.hawser.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.plugin.registry.Fingerprint;
import io.hawser.plugin.registry.Identity;
import io.hawser.plugin.registry.Plugin;
import io.hawser.plugin.registry.ProbeResult;
import io.hawser.plugin.registry.Summary;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PluginMessageTest {
    private static final String ENDPOINT = "unix:///run/csi/example.sock";
    private static final Plugin REGISTERED = Plugin.unknown("csi.example.org")
            .register("a", "", ENDPOINT, 1)
            .fingerprinted(new Fingerprint("node-1", true, "", false));
    private static final Plugin ANSWERED = REGISTERED.probed(
            "a",
            ENDPOINT,
            new ProbeResult.Ready(new Identity("csi.example.org", "1.2.3", true, Set.of(1), Set.of(1, 2))));

    @Test
    @DisplayName("A plugin that never answered is not one that can do nothing")
    void silenceIsNoAnswer() {
        assertThat(message(REGISTERED, Optional.empty()).getCapabilitiesKnown()).isFalse();
        assertThat(message(ANSWERED, Optional.empty()).getCapabilitiesKnown()).isTrue();
    }

    @Test
    @DisplayName("A plugin that can do nothing says so by answering")
    void nothingIsAnAnswer() {
        // When
        var message = message(
                REGISTERED.probed(
                        "a",
                        ENDPOINT,
                        new ProbeResult.Ready(new Identity("csi.example.org", "1", false, Set.of(), Set.of()))),
                Optional.empty());

        // Then
        assertThat(message.getCapabilitiesKnown()).isTrue();
        assertThat(message.getPluginCapabilitiesList()).isEmpty();
    }

    @Test
    @DisplayName("A plugin that every node finds without controller service needs no registered instance to be known")
    void nodesKnowAPluginThatHasNoController() {
        // Given
        Plugin found = Plugin.unknown("csi.example.org").fingerprinted(new Fingerprint("node-1", true, "", true));

        // Then
        assertThat(message(found, Optional.empty()).getCapabilitiesKnown()).isTrue();
        assertThat(message(found.fingerprinted(new Fingerprint("node-2", true, "", false)), Optional.empty())
                        .getCapabilitiesKnown())
                .isFalse();
        assertThat(message(found.register("a", "", ENDPOINT, 1), Optional.empty())
                        .getCapabilitiesKnown())
                .isFalse();
        assertThat(message(found, Optional.of(message(ANSWERED, Optional.empty())))
                        .getControllerCapabilitiesList())
                .containsExactly(1, 2);
    }

    @Test
    @DisplayName(
            "What it said last stands while no instance is registered, or the only one has moved and was not asked yet")
    void whatWasSaidStands() {
        // Given
        var before = Optional.of(message(ANSWERED, Optional.empty()));

        // When
        var alone = message(ANSWERED.deregister("a"), before);
        var moved = message(ANSWERED.register("a", "", "unix:///run/csi/other.sock", 2), before);

        // Then
        for (var message : java.util.List.of(alone, moved)) {
            assertThat(message.getCapabilitiesKnown()).isTrue();
            assertThat(message.getVendorVersion()).isEqualTo("1.2.3");
            assertThat(message.getPluginCapabilitiesList()).containsExactly(1);
            assertThat(message.getControllerCapabilitiesList()).containsExactly(1, 2);
            assertThat(message.getEndpoint()).isEmpty();
            assertThat(message.getCurrent()).isEmpty();
        }
    }

    private static io.hawser.v1.Plugin message(Plugin plugin, Optional<io.hawser.v1.Plugin> before) {
        return PluginMessage.of(Summary.of(plugin, Map.of()), before);
    }
}

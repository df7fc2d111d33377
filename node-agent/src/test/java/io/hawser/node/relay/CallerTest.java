package io.hawser.node.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.RelayNames;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CallerTest {
    private static final Optional<String> WANTED = Optional.of("csi.example.com.plugin.hawser");

    @Test
    @DisplayName("volume-service and plugin-registry get the plugin that they ask for")
    void accepted() {
        assertThat(Caller.of(List.of("volume-service.hawser"), WANTED))
                .isEqualTo(new Caller.Accepted(RelayNames.Role.VOLUME_SERVICE, "csi.example.com"));
        assertThat(Caller.of(List.of("plugin-registry.hawser"), WANTED))
                .isEqualTo(new Caller.Accepted(RelayNames.Role.PLUGIN_REGISTRY, "csi.example.com"));
    }

    @Test
    @DisplayName("A certificate without such a role, and a server name that names no plugin, are refused in words")
    void refused() {
        assertThat(Caller.of(List.of("node-1.node.hawser"), WANTED))
                .isEqualTo(new Caller.Refused("a certificate with the DNS names [node-1.node.hawser]"
                        + " is that of neither volume-service nor plugin-registry"));
        assertThat(Caller.of(List.of(), WANTED)).isInstanceOf(Caller.Refused.class);
        assertThat(Caller.of(List.of("volume-service.hawser"), Optional.of("node-1.node.hawser")))
                .isEqualTo(new Caller.Refused("the server name node-1.node.hawser names no plugin"));
        assertThat(Caller.of(List.of("volume-service.hawser"), Optional.empty()))
                .isEqualTo(new Caller.Refused("the server name (none) names no plugin"));
    }
}

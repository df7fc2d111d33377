package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RelayEndpointTest {
    private static final CsiEndpoint ENDPOINT = CsiEndpoint.parse("relay:node-1/csi.example.com");

    @Test
    @DisplayName("An endpoint at a relay names the node and the plugin")
    void parsed() {
        assertThat(ENDPOINT).isEqualTo(new CsiEndpoint.Relay("node-1", "csi.example.com"));
        assertThat(ENDPOINT).hasToString("relay:node-1/csi.example.com");
    }

    @ParameterizedTest
    @DisplayName("Whatever TLS cannot ask for, or names no node, is no endpoint, in words")
    @ValueSource(
            strings = {
                "relay:",
                "relay:node-1",
                "relay:node-1/",
                "relay:/csi.example.com",
                "relay:node-1/a/b",
                "relay:Node/csi.example.com",
                "relay:a..b/csi.example.com",
                "relay:node-1/a..b",
                "relay:node-1/bad-.example.com",
                "relay://node-1/csi.example.com"
            })
    void refused(String text) {
        assertThatThrownBy(() -> CsiEndpoint.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("endpoint: ");
    }

    @Test
    @DisplayName("The operator allows relays by node; a relay never leads to a plugin of another name")
    void allowed() {
        // Given
        AllowedEndpoints one = allowed("relay:node-1");
        AllowedEndpoints all = allowed("relay:*");
        AllowedEndpoints none = allowed("unix:///run", "tcp://*:*");
        // Then
        assertThat(one.refusal("csi.example.com", ENDPOINT)).isEmpty();
        assertThat(one.refusal("csi.example.com", new CsiEndpoint.Relay("node-2", "csi.example.com")))
                .isPresent();
        assertThat(all.refusal("csi.example.com", new CsiEndpoint.Relay("node-2", "csi.example.com")))
                .isEmpty();
        assertThat(none.refusal("csi.example.com", ENDPOINT)).isPresent();
        assertThat(all.refusal("other.example.com", ENDPOINT))
                .contains("'relay:node-1/csi.example.com' leads to plugin csi.example.com on node node-1,"
                        + " not to plugin other.example.com");
        assertThat(Stream.of(one, all, none).map(AllowedEndpoints::allowsRelays))
                .containsExactly(true, true, false);
        assertThat(all.example("csi.example.com")).contains("relay:node-1/csi.example.com");
    }

    private static AllowedEndpoints allowed(String... entries) {
        return AllowedEndpoints.parse("test", List.of(entries));
    }

    @Test
    @DisplayName("A relay's address is the node's own entry, or the one for all with the node's name")
    void addresses() {
        // Given
        RelayAddresses addresses = RelayAddresses.parse("test", List.of("*.example:7443", "node-2=[fd00::2]:7444"));
        // Then
        assertThat(addresses.of("node-1")).isEqualTo(new RelayAddresses.Address("node-1.example", 7443));
        assertThat(addresses.of("node-2")).isEqualTo(new RelayAddresses.Address("fd00::2", 7444));
        assertThatThrownBy(() -> RelayAddresses.parse("test", List.of("n1=a:1")).of("node-1"))
                .isInstanceOf(UnreachableEndpointException.class)
                .hasMessage("test does not say where the relay of node node-1 is");
    }

    @ParameterizedTest
    @DisplayName("A malformed address stops the start, in words")
    @ValueSource(strings = {"node-1", "node-1=host", "host:0", "host:70000", "=host:1", "http://host:1"})
    void badAddresses(String entry) {
        assertThatThrownBy(() -> RelayAddresses.parse("test", List.of(entry)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("test: '" + entry + "'");
    }

    @Test
    @DisplayName("Two addresses for one node stop the start")
    void twoAddresses() {
        assertThatThrownBy(() -> RelayAddresses.parse("test", List.of("a=h:1", "a=h:2")))
                .hasMessage("test: 'a=h:2' is the second entry for node a");
    }

    @Test
    @DisplayName("Without certificates no relay is called")
    void withoutCertificates() {
        try (CsiClient client = CsiClient.create(new SimpleMeterRegistry())) {
            assertThatThrownBy(() -> client.connect(ENDPOINT, ConnectionOptions.reading()))
                    .isInstanceOf(UnreachableEndpointException.class)
                    .hasMessageContaining("quarkus.tls.relay");
        }
    }

    @Test
    @DisplayName("A certificate's names say the role; the server name says the plugin, as it is spelled")
    void names() {
        assertThat(RelayNames.role(List.of("x.example", "Volume-Service.hawser")))
                .contains(RelayNames.Role.VOLUME_SERVICE);
        assertThat(RelayNames.role(List.of("plugin-registry.hawser"))).contains(RelayNames.Role.PLUGIN_REGISTRY);
        assertThat(RelayNames.role(List.of("node-1.node.hawser", "*.hawser"))).isEmpty();
        assertThat(RelayNames.pluginIn(RelayNames.ofPlugin("CSI.example.com").getAsciiName()))
                .contains("CSI.example.com");
        assertThat(RelayNames.pluginIn("csi.example.com")).isEqualTo(Optional.empty());
        assertThat(RelayNames.pluginIn(".plugin.hawser")).isEqualTo(Optional.empty());
    }
}

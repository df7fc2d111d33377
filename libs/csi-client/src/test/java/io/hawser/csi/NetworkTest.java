package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NetworkTest {
    private static final AllowedEndpoints RELAYS = AllowedEndpoints.parse("endpoints", List.of("relay:node-1"));
    private static final AllowedEndpoints SOCKETS = AllowedEndpoints.parse("endpoints", List.of("unix:///plugins"));
    private static final Certificates UNREADABLE = () -> {
        throw new IllegalStateException("no such file");
    };

    @Test
    @DisplayName("Relays that are allowed and have no certificates are refused at the start, with the setting's name")
    void relaysNeedCertificates() {
        assertThatThrownBy(() -> Network.configured(name -> Optional.empty(), List.of(), RELAYS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("quarkus.tls.relay is not set");
        Network sockets = Network.configured(name -> Optional.empty(), List.of(), SOCKETS);
        assertThat(sockets.tcp()).isEmpty();
        assertThat(sockets.relay()).isEmpty();
        assertThat(Network.configured(name -> Optional.of(UNREADABLE), List.of(), RELAYS)
                        .relay())
                .contains(UNREADABLE);
    }

    @Test
    @DisplayName("Each kind of endpoint has the certificates of its own setting only")
    void eachKindHasItsOwn() {
        // When
        Network plugins = configured("plugins");
        Network relay = configured("relay");
        // Then
        assertThat(plugins.tcp()).contains(UNREADABLE);
        assertThat(plugins.relay()).isEmpty();
        assertThat(relay.tcp()).isEmpty();
        assertThat(relay.relay()).contains(UNREADABLE);
    }

    private static Network configured(String setting) {
        return Network.configured(
                name -> Optional.of(UNREADABLE).filter(ignored -> name.equals(setting)), List.of(), SOCKETS);
    }
}

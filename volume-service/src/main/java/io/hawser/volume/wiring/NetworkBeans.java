package io.hawser.volume.wiring;

import io.hawser.csi.AllowedEndpoints;
import io.hawser.csi.Certificates;
import io.hawser.csi.Network;
import io.hawser.csi.RelayAddresses;
import io.quarkus.runtime.Startup;
import io.quarkus.tls.TlsConfigurationRegistry;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/** How plugins on other machines are reached. */
@Dependent
class NetworkBeans {
    @Produces
    @Singleton
    @Startup
    Network network(NetworkConfig config, TlsConfigurationRegistry tls, AllowedEndpoints allowed) {
        Network network = new Network(
                certificates(tls, "plugins"),
                certificates(tls, "relay"),
                RelayAddresses.parse(
                        "hawser.relay.addresses", config.addresses().orElse(List.of())));
        if (allowed.allowsRelays() && network.relay().isEmpty()) {
            throw new IllegalArgumentException(
                    "the allowed endpoints have relays, which need certificates: quarkus.tls.relay is not set");
        }
        return network;
    }

    /** Files that change are read again if {@code reload-period} is set. */
    private static Optional<Certificates> certificates(TlsConfigurationRegistry registry, String name) {
        return registry.get(name).map(configured -> () -> {
            try {
                return configured.createSSLContext();
            } catch (Exception unusable) {
                throw new IllegalStateException("quarkus.tls." + name + ": " + unusable.getMessage(), unusable);
            }
        });
    }
}

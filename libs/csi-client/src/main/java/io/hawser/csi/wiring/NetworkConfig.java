package io.hawser.csi.wiring;

import io.hawser.csi.RelayAddresses;
import io.smallrye.config.ConfigMapping;
import java.util.List;
import java.util.Optional;

/**
 * Settings for plugins on other machines. Their certificates are {@code quarkus.tls.plugins} for {@code tcp:}
 * endpoints, without which these are called without TLS, and {@code quarkus.tls.relay} for {@code relay:} endpoints.
 */
@ConfigMapping(prefix = "hawser.relay")
public interface NetworkConfig {
    /** Where the relays of node-agents are, in the form of {@link RelayAddresses}. */
    Optional<List<String>> addresses();
}

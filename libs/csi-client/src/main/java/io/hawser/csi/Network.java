package io.hawser.csi;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How plugins are reached that have no socket on this machine.
 *
 * @param tcp certificates for {@code tcp:} endpoints; empty: they are called without TLS
 * @param relay certificates for {@code relay:} endpoints; empty: they are not called
 * @param addresses where the relays of node-agents are
 */
public record Network(Optional<Certificates> tcp, Optional<Certificates> relay, RelayAddresses addresses) {
    /** Without certificates. */
    public static final Network PLAIN = new Network(Optional.empty(), Optional.empty(), RelayAddresses.NONE);

    /**
     * As a service is configured.
     *
     * @param certificates by name: {@code plugins} and {@code relay} of {@code quarkus.tls}
     * @param addresses {@code hawser.relay.addresses}
     * @throws IllegalArgumentException naming the wrong setting; also if relays are allowed and have no certificates
     */
    public static Network configured(
            Function<String, Optional<Certificates>> certificates, List<String> addresses, AllowedEndpoints allowed) {
        Network network = new Network(
                certificates.apply("plugins"),
                certificates.apply("relay"),
                RelayAddresses.parse("hawser.relay.addresses", addresses));
        if (allowed.allowsRelays() && network.relay().isEmpty()) {
            throw new IllegalArgumentException(
                    "the allowed endpoints have relays, which need certificates: quarkus.tls.relay is not set");
        }
        return network;
    }
}

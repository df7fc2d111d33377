package io.hawser.csi;

import java.util.Objects;
import java.util.Optional;

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

    public Network {
        Objects.requireNonNull(tcp, "tcp");
        Objects.requireNonNull(relay, "relay");
        Objects.requireNonNull(addresses, "addresses");
    }
}

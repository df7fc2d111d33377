package io.hawser.node.relay;

import io.hawser.csi.Certificates;

/**
 * Where the relay listens, and as whom.
 *
 * @param host address to listen at
 */
public record RelaySettings(String host, int port, Certificates certificates) {
    public RelaySettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("hawser.relay.port: " + port + " is not between 0 and 65535");
        }
    }
}

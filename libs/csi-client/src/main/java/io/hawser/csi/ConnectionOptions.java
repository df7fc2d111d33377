package io.hawser.csi;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;

/**
 * How one connection behaves.
 *
 * @param services whose capabilities are read besides the plugin's own; RPCs of other services that need capabilities are refused
 * @param identityDeadline for reading identity and capabilities together
 * @param maxInboundBytes largest answer taken in, in bytes; gRPC's own 4 MiB are too little for an unpaged ListVolumes
 * @param reconnectEvery pause between attempts while the plugin is away
 */
public record ConnectionOptions(
        Set<CsiService> services, Duration identityDeadline, int maxInboundBytes, Duration reconnectEvery) {

    private static final int MAX_INBOUND_BYTES = 256 * 1024 * 1024;

    public ConnectionOptions {
        services = Set.copyOf(services);
        positive("identityDeadline", identityDeadline);
        if (maxInboundBytes < 1) {
            throw new IllegalArgumentException("maxInboundBytes: must be above zero");
        }
        positive("reconnectEvery", reconnectEvery);
    }

    private static void positive(String field, Duration value) {
        Objects.requireNonNull(value, field);
        if (!value.isPositive()) {
            throw new IllegalArgumentException(field + ": must be above zero");
        }
    }

    /** 10 s for the identity, answers up to 256 MiB, an attempt to reconnect every second. */
    public static ConnectionOptions reading(CsiService... services) {
        return new ConnectionOptions(
                Set.of(services), Duration.ofSeconds(10), MAX_INBOUND_BYTES, Duration.ofSeconds(1));
    }

    public ConnectionOptions withIdentityDeadline(Duration deadline) {
        return new ConnectionOptions(services, deadline, maxInboundBytes, reconnectEvery);
    }

    public ConnectionOptions withMaxInboundBytes(int bytes) {
        return new ConnectionOptions(services, identityDeadline, bytes, reconnectEvery);
    }

    public ConnectionOptions withReconnectEvery(Duration pause) {
        return new ConnectionOptions(services, identityDeadline, maxInboundBytes, pause);
    }
}

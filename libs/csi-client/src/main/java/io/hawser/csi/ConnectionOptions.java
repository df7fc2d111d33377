package io.hawser.csi;

import java.time.Duration;
import java.util.Set;

/**
 * Options of one connection.
 *
 * @param services whose capabilities are read besides the plugin's own; RPCs of other services that need capabilities
 *     are refused
 * @param identityDeadline for reading identity and capabilities together
 * @param reconnectEvery how often gRPC's pause between connection attempts, which grows from 1 s to two minutes, is
 *     restarted while the plugin is away
 */
public record ConnectionOptions(Set<CsiService> services, Duration identityDeadline, Duration reconnectEvery) {

    /**
     * A page of 500 volumes with 4 KiB of context each, the most that CSI allows, has 2 MiB; the nodes that they are
     * attached to come on top.
     */
    private static final int LARGEST_PAGE_BYTES = 16 * 1024 * 1024;

    /**
     * The limit for an answer about one volume or plugin: a hundred such calls may be in flight, and their answers must
     * fit into the heap together.
     */
    private static final int LARGEST_ANSWER_BYTES = 1024 * 1024;

    public ConnectionOptions {
        services = Set.copyOf(services);
        positive("identityDeadline", identityDeadline);
        positive("reconnectEvery", reconnectEvery);
    }

    private static void positive(String field, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException(field + ": must be above zero");
        }
    }

    /** 10 s for the identity, one attempt to reconnect every second. */
    public static ConnectionOptions reading(CsiService... services) {
        return new ConnectionOptions(Set.of(services), Duration.ofSeconds(10), Duration.ofSeconds(1));
    }

    /** The largest accepted answer to this RPC. */
    static int maxInboundBytes(CsiRpc<?, ?> rpc) {
        return rpc.isListing() ? LARGEST_PAGE_BYTES : LARGEST_ANSWER_BYTES;
    }

    public ConnectionOptions withIdentityDeadline(Duration deadline) {
        return new ConnectionOptions(services, deadline, reconnectEvery);
    }

    public ConnectionOptions withReconnectEvery(Duration pause) {
        return new ConnectionOptions(services, identityDeadline, pause);
    }
}

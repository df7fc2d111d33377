package io.hawser.csi;

import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Opens connections to plugins. All connections of one client share two event loop threads; answers are delivered on
 * virtual threads. One client per process is enough.
 */
public final class CsiClient implements AutoCloseable {

    private static final int EVENT_LOOPS = 2;
    private static final long SHUTDOWN_SECONDS = 5;

    private final CallMetrics metrics;
    private final Network network;
    private final EpollEventLoopGroup loops;
    private final ExecutorService callbacks;
    private final Set<GrpcConnection> open = ConcurrentHashMap.newKeySet();

    private CsiClient(CallMetrics metrics, Network network) {
        this.metrics = metrics;
        this.network = network;
        this.loops = new EpollEventLoopGroup(EVENT_LOOPS, new DefaultThreadFactory("csi-loop", true));
        this.callbacks = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("csi-answer-", 0).factory());
    }

    /**
     * @param registry for {@code csi_sidecar_operations_seconds}
     * @throws IllegalStateException on a machine without Linux's epoll, which plugins' sockets need
     */
    public static CsiClient create(MeterRegistry registry) {
        return create(registry, Network.PLAIN);
    }

    /**
     * The same.
     *
     * @param network for plugins that have no socket on this machine
     */
    public static CsiClient create(MeterRegistry registry, Network network) {
        if (!Epoll.isAvailable()) {
            throw new IllegalStateException(
                    "CSI needs Unix domain sockets through Linux's epoll, which is not available here",
                    Epoll.unavailabilityCause());
        }
        return new CsiClient(new CallMetrics(registry), network);
    }

    /**
     * Opens nothing yet: the connection is made on first use.
     *
     * @throws UnreachableEndpointException the settings do not say how the endpoint is reached
     */
    public CsiConnection connect(CsiEndpoint endpoint, ConnectionOptions options) {
        GrpcConnection connection =
                new GrpcConnection(endpoint, network, options, metrics, loops, callbacks, open::remove);
        open.add(connection);
        return connection;
    }

    /** Opens a registration socket, which the caller closes. */
    public RegistrationSocket registration(CsiEndpoint.Unix socket, Duration deadline) {
        return new RegistrationSocket(Channels.open(socket, network, loops, callbacks, new Transports()), deadline);
    }

    /** Closes every connection that is still open. */
    @Override
    public void close() {
        open.forEach(GrpcConnection::close);
        loops.shutdownGracefully(0, SHUTDOWN_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
        callbacks.shutdown();
    }
}

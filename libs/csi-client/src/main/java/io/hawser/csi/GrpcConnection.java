package io.hawser.csi;

import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.ScheduledFuture;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/** The connection over gRPC: sends the calls that {@link GatedCalls} lets through, and measures them. */
final class GrpcConnection implements CsiConnection {
    /** The JDK's logging facade: an application that uses this library has its own log. */
    private static final System.Logger LOG = System.getLogger("io.hawser.csi.calls");

    private final CsiEndpoint endpoint;
    private final CallMetrics metrics;
    private final Consumer<GrpcConnection> onClose;
    private final ManagedChannel channel;
    private final Transports transports = new Transports();
    private final IdentityCache identities;
    private final PluginLooks looks;
    private final GatedCalls calls;
    private final EventLoopGroup loops;
    private final ScheduledFuture<?> reconnect;
    private volatile Optional<ScheduledFuture<?>> left = Optional.empty();
    private volatile String driver = CallMetrics.UNKNOWN_DRIVER;

    GrpcConnection(
            CsiEndpoint endpoint,
            Network network,
            ConnectionOptions options,
            CallMetrics metrics,
            EventLoopGroup loops,
            Executor callbacks,
            Consumer<GrpcConnection> onClose) {
        this.endpoint = endpoint;
        this.metrics = metrics;
        this.onClose = onClose;
        this.loops = loops;
        this.channel = Channels.open(endpoint, network, loops, callbacks, transports);
        IdentityReader reader = new IdentityReader(options.services(), this::send);
        this.identities = new IdentityCache(
                reader,
                options.identityDeadline(),
                transport -> transports.isCurrent(transport) && channel.getState(false) == ConnectivityState.READY);
        this.looks = new PluginLooks(options.services(), identities, this::send);
        this.calls = new GatedCalls(options.services(), this::read, identities::forget, this::sendCall);
        // By itself, gRPC would wait up to two minutes between attempts to connect.
        long pause = options.reconnectEvery().toNanos();
        this.reconnect = loops.next().scheduleWithFixedDelay(this::reconnectNow, pause, pause, TimeUnit.NANOSECONDS);
    }

    private void reconnectNow() {
        if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
            channel.resetConnectBackoff();
        }
    }

    @Override
    public CsiEndpoint endpoint() {
        return endpoint;
    }

    @Override
    public Uni<RpcOutcome<PluginIdentity>> identity() {
        return identities.get().invoke(this::rememberDriver).map(ending -> ending.map(IdentityReader.Read::identity));
    }

    @Override
    public Uni<PluginLook> look(Duration deadline) {
        return Uni.createFrom()
                .deferred(() -> looks.look(deadline))
                .invoke(look -> look.identity().ifPresent(known -> driver = known.name()))
                .onFailure()
                .recoverWithItem(broken -> PluginLook.NOT_YET.ill("cannot be looked at: " + broken));
    }

    private Uni<IdentityReader.Attempt> read(TimeLimit limit) {
        return identities.get(limit).invoke(attempt -> rememberDriver(attempt.ending()));
    }

    private void rememberDriver(RpcOutcome<IdentityReader.Read> ending) {
        if (ending instanceof RpcOutcome.Done<IdentityReader.Read>(IdentityReader.Read read)) {
            driver = read.identity().name();
        }
    }

    @Override
    public <Q extends Message, R extends Message> Uni<RpcOutcome<R>> call(
            CsiRpc<Q, R> rpc, Q request, Duration deadline) {
        return call(Optional.empty(), rpc, request, deadline);
    }

    @Override
    public <Q extends Message, R extends Message> Uni<RpcOutcome<R>> call(
            String plugin, CsiRpc<Q, R> rpc, Q request, Duration deadline) {
        return call(Optional.of(plugin), rpc, request, deadline);
    }

    private <Q extends Message, R extends Message> Uni<RpcOutcome<R>> call(
            Optional<String> plugin, CsiRpc<Q, R> rpc, Q request, Duration deadline) {
        return Uni.createFrom()
                .deferred(() -> calls.call(plugin, rpc, request, TimeLimit.in(deadline)))
                .onFailure()
                .recoverWithItem(broken -> RpcOutcome.uncertain(CsiCode.INTERNAL, rpc + ": " + broken))
                .map(ending -> ending.saying(message -> PluginWords.oneLine(Redaction.without(request, message))));
    }

    /**
     * As {@link #send}. UNIMPLEMENTED for a call that the capabilities allow means that the plugin's capabilities have
     * changed, so they are read again before the next call. UNIMPLEMENTED for GetCapabilities itself means nothing of
     * the kind: a process for the node only answers so.
     */
    private <Q extends Message, R extends Message> Uni<WireCall.Reply<R>> sendCall(
            CsiRpc<Q, R> rpc, Q request, TimeLimit limit, LongPredicate carrier) {
        return send(rpc, request, limit, carrier).invoke(reply -> {
            if (reply.fromPlugin() && reply.code() == CsiCode.UNIMPLEMENTED) {
                identities.forget();
            }
        });
    }

    /** A cancellation does not reach the call: a plugin does not stop for it, and the outcome would be lost. */
    private <Q extends Message, R extends Message> Uni<WireCall.Reply<R>> send(
            CsiRpc<Q, R> rpc, Q request, TimeLimit limit, LongPredicate carrier) {
        LOG.log(System.Logger.Level.DEBUG, () -> rpc + " " + Redaction.render(request));
        return Uni.createFrom()
                .emitter(emitter -> WireCall.send(channel, rpc, request, callOptions(rpc, limit), carrier, reply -> {
                    if (reply.sent()) {
                        metrics.record(driver, rpc, reply.code(), reply.took());
                    }
                    if (isSilent(reply)) {
                        channel.enterIdle();
                    }
                    emitter.complete(reply);
                }));
    }

    /**
     * Whether the connection may be dead, although no side has closed it: the kernel notices that of a TCP connection
     * after 15 minutes, and never if a proxy acknowledges the bytes. The next call then uses a new connection; other
     * calls end on the connection that they have. A plugin that is only slow costs a further connection.
     */
    private boolean isSilent(WireCall.Reply<?> reply) {
        if (endpoint instanceof CsiEndpoint.Unix || reply.fromPlugin() || reply.code() != CsiCode.DEADLINE_EXCEEDED) {
            return false;
        }
        return reply.transport() == 0
                ? channel.getState(false) != ConnectivityState.READY
                : transports.isCurrent(reply.transport());
    }

    private static CallOptions callOptions(CsiRpc<?, ?> rpc, TimeLimit limit) {
        return CallOptions.DEFAULT
                .withDeadline(limit.toGrpc())
                .withMaxInboundMessageSize(ConnectionOptions.maxInboundBytes(rpc));
    }

    @Override
    public void leave(Duration patience) {
        reconnect.cancel(false);
        channel.shutdown();
        left = Optional.of(loops.next().schedule(this::close, patience.toNanos(), TimeUnit.NANOSECONDS));
    }

    @Override
    public void close() {
        reconnect.cancel(false);
        left.ifPresent(end -> end.cancel(false));
        channel.shutdownNow();
        onClose.accept(this);
    }
}

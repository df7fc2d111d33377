package io.hawser.csi;

import com.google.protobuf.Message;
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

/** The connection over gRPC: gates, checks, sends, classifies, measures. */
final class GrpcConnection implements CsiConnection {
    /** The JDK's facade: whoever uses this library has a log of his own. */
    private static final System.Logger LOG = System.getLogger("io.hawser.csi.calls");

    private final CsiEndpoint endpoint;
    private final ConnectionOptions options;
    private final CallMetrics metrics;
    private final Consumer<GrpcConnection> onClose;
    private final ManagedChannel channel;
    private final IdentityCache identities;
    private final ScheduledFuture<?> reconnect;
    private volatile String driver = CallMetrics.UNKNOWN_DRIVER;

    GrpcConnection(
            CsiEndpoint endpoint,
            ConnectionOptions options,
            CallMetrics metrics,
            EventLoopGroup loops,
            Executor callbacks,
            Consumer<GrpcConnection> onClose) {
        this.endpoint = endpoint;
        this.options = options;
        this.metrics = metrics;
        this.onClose = onClose;
        Transports transports = new Transports();
        this.channel = Channels.open(endpoint, options, loops, callbacks, transports);
        this.identities = new IdentityCache(
                new IdentityReader(options.services(), this::send),
                options.identityDeadline(),
                transport -> transports.isCurrent(transport) && channel.getState(false) == ConnectivityState.READY);
        // gRPC would wait up to two minutes between attempts to connect.
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
    public Uni<Ending<PluginIdentity>> identity() {
        return identities.get().invoke(this::rememberDriver);
    }

    private void rememberDriver(Ending<PluginIdentity> ending) {
        if (ending instanceof Ending.Done<PluginIdentity>(PluginIdentity identity)) {
            driver = identity.name();
        }
    }

    @Override
    public <Q extends Message, R extends Message> Uni<Ending<R>> call(CsiRpc<Q, R> rpc, Q request, Duration deadline) {
        return Uni.createFrom()
                .deferred(() -> gated(rpc, request, TimeLimit.in(deadline)))
                .onFailure()
                .recoverWithItem(broken -> Ending.uncertain(CsiCode.INTERNAL, rpc + ": " + broken))
                .map(ending -> ending.saying(reason -> Redaction.without(request, reason)));
    }

    private <Q extends Message, R extends Message> Uni<Ending<R>> gated(CsiRpc<Q, R> rpc, Q request, TimeLimit limit) {
        Optional<Violation> broken = rpc.check(request);
        if (broken.isPresent()) {
            return Uni.createFrom().item(refused(rpc, broken.get()));
        }
        Optional<CsiService> service = rpc.gate().service();
        if (service.isEmpty()) {
            return sendWithin(rpc, request, limit);
        }
        if (!options.services().contains(service.get())) {
            return Uni.createFrom()
                    .item(closed(rpc, "this connection was opened without the " + service.get() + " service"));
        }
        if (limit.isOver()) {
            return Uni.createFrom().item(late(rpc));
        }
        return identity()
                .ifNoItem()
                .after(limit.left())
                .recoverWithItem(() -> Ending.uncertain(CsiCode.DEADLINE_EXCEEDED, "no answer in time"))
                .chain(ending -> switch (ending) {
                    case Ending.Done<PluginIdentity>(PluginIdentity identity) ->
                        allowed(rpc, request, identity.capabilities(), limit);
                    case Ending.Rejected<PluginIdentity> r -> Uni.createFrom().item(unread(rpc, r.code(), r.reason()));
                    case Ending.Uncertain<PluginIdentity> u -> Uni.createFrom().item(unread(rpc, u.code(), u.reason()));
                });
    }

    private <Q extends Message, R extends Message> Uni<Ending<R>> allowed(
            CsiRpc<Q, R> rpc, Q request, CapabilitySet capabilities, TimeLimit limit) {
        if (!rpc.gate().isOpen(capabilities)) {
            return Uni.createFrom().item(closed(rpc, "the plugin does not offer " + rpc.gate()));
        }
        return rpc.check(request, capabilities)
                .map(broken -> Uni.createFrom().item(GrpcConnection.<R>refused(rpc, broken)))
                .orElseGet(() -> sendWithin(rpc, request, limit));
    }

    private <Q extends Message, R extends Message> Uni<Ending<R>> sendWithin(
            CsiRpc<Q, R> rpc, Q request, TimeLimit limit) {
        return limit.isOver()
                ? Uni.createFrom().item(late(rpc))
                : send(rpc, request, limit).map(reply -> Endings.of(rpc, reply));
    }

    /** No cancellation reaches the call: a plugin does not stop for it, and its ending would be lost. */
    private <Q extends Message, R extends Message> Uni<WireCall.Reply<R>> send(
            CsiRpc<Q, R> rpc, Q request, TimeLimit limit) {
        LOG.log(System.Logger.Level.DEBUG, () -> rpc + " " + Redaction.render(request));
        return Uni.createFrom()
                .emitter(emitter -> WireCall.send(channel, rpc, request, limit.toGrpc(), reply -> {
                    metrics.record(driver, rpc, reply.code(), reply.took());
                    if (reply.fromPlugin() && reply.code() == CsiCode.UNIMPLEMENTED) {
                        identities.forget();
                    }
                    emitter.complete(reply);
                }));
    }

    private static <R> Ending<R> refused(CsiRpc<?, ?> rpc, Violation broken) {
        return Ending.invalid(broken.field(), rpc + ": " + broken);
    }

    private static <R> Ending<R> closed(CsiRpc<?, ?> rpc, String why) {
        return new Ending.Rejected<>(CsiCode.UNIMPLEMENTED, rpc + ": " + why, Optional.empty(), Ending.Origin.CLIENT);
    }

    private static <R> Ending<R> unread(CsiRpc<?, ?> rpc, CsiCode code, String reason) {
        return Ending.uncertain(code, rpc + ": not sent, the plugin's capabilities could not be read: " + reason);
    }

    private static <R> Ending<R> late(CsiRpc<?, ?> rpc) {
        return Ending.uncertain(CsiCode.DEADLINE_EXCEEDED, rpc + ": not sent, its deadline had passed");
    }

    @Override
    public void close() {
        reconnect.cancel(false);
        channel.shutdownNow();
        onClose.accept(this);
    }
}

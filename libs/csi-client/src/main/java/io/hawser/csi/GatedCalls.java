package io.hawser.csi;

import com.google.protobuf.Message;
import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongPredicate;

/**
 * Sends only requests that the plugin's capabilities allow. The capabilities were read over the same transport that
 * carries the call, and so was the plugin's name. If they refuse a call, they are read again before the next one: a
 * process may learn what it can do, and a proxy's transport may lead to another process by then.
 *
 * @param identities known, or read now
 * @param forget what is not used any more: the next call reads again
 */
record GatedCalls(
        Set<CsiService> services,
        Function<TimeLimit, Uni<IdentityReader.Attempt>> identities,
        Consumer<IdentityReader.Read> forget,
        Sender sender) {
    /** A plugin that is another one at each sending counts as absent; the caller tries again later. */
    private static final int SENDINGS = 3;

    private static final LongPredicate ANY_TRANSPORT = transport -> true;

    /** Sends one call without further checks, over a transport that may carry it. */
    interface Sender {
        <Q extends Message, R extends Message> Uni<WireCall.Reply<R>> send(
                CsiRpc<Q, R> rpc, Q request, TimeLimit limit, LongPredicate carrier);
    }

    /** @param plugin the only plugin that may get the call; empty: any */
    <Q extends Message, R extends Message> Uni<RpcOutcome<R>> call(
            Optional<String> plugin, CsiRpc<Q, R> rpc, Q request, TimeLimit limit) {
        Optional<Violation> broken = rpc.check(request);
        if (broken.isPresent()) {
            return Uni.createFrom().item(refused(rpc, broken.get()));
        }
        Optional<CsiService> service = rpc.gate().service();
        if (service.isEmpty() && plugin.isEmpty()) {
            return limit.isOver()
                    ? Uni.createFrom().item(late(rpc))
                    : sender.send(rpc, request, limit, ANY_TRANSPORT).map(reply -> RpcOutcomes.of(rpc, reply));
        }
        if (service.filter(needed -> !services.contains(needed)).isPresent()) {
            return Uni.createFrom()
                    .item(closed(rpc, "this connection was opened without the " + service.orElseThrow() + " service"));
        }
        return onceRead(plugin, rpc, request, limit, SENDINGS);
    }

    /**
     * Reads the capabilities, unless they are known, and sends over the transport that they came over: another
     * transport may lead to another plugin.
     */
    private <Q extends Message, R extends Message> Uni<RpcOutcome<R>> onceRead(
            Optional<String> plugin, CsiRpc<Q, R> rpc, Q request, TimeLimit limit, int sendings) {
        if (limit.isOver()) {
            return Uni.createFrom().item(late(rpc));
        }
        return identities.apply(limit).chain(attempt -> {
            // An unmount needs no capability, only the name.
            if (rpc.gate() == Gate.ALWAYS && attempt.known().isNamed()) {
                return allowed(plugin, rpc, request, attempt.known(), limit, sendings);
            }
            return switch (IdentityReader.forCalls(attempt)) {
                case RpcOutcome.Done<IdentityReader.Read>(IdentityReader.Read read) ->
                    allowed(plugin, rpc, request, read, limit, sendings);
                case RpcOutcome.Rejected<IdentityReader.Read> r ->
                    Uni.createFrom().item(unread(rpc, r.code(), r.message()));
                case RpcOutcome.Uncertain<IdentityReader.Read> u ->
                    Uni.createFrom().item(unread(rpc, u.code(), u.message()));
            };
        });
    }

    private <Q extends Message, R extends Message> Uni<RpcOutcome<R>> allowed(
            Optional<String> plugin,
            CsiRpc<Q, R> rpc,
            Q request,
            IdentityReader.Read read,
            TimeLimit limit,
            int sendings) {
        String name = read.identity().name();
        if (plugin.filter(wanted -> !wanted.equals(name)).isPresent()) {
            return Uni.createFrom()
                    .item(RpcOutcome.otherPlugin(rpc + ": not sent, plugin " + name
                            + " answers at the endpoint of plugin " + plugin.orElseThrow()));
        }
        CapabilitySet capabilities = read.identity().capabilities();
        if (!rpc.gate().isOpen(capabilities)) {
            forget.accept(read);
            return Uni.createFrom().item(closed(rpc, "the plugin does not offer " + rpc.gate()));
        }
        Optional<Violation> broken = rpc.check(request, capabilities);
        if (broken.isPresent()) {
            forget.accept(read);
            return Uni.createFrom().item(refused(rpc, broken.get()));
        }
        if (limit.isOver()) {
            return Uni.createFrom().item(late(rpc));
        }
        return sender.send(rpc, request, limit, transport -> transport == read.transport())
                .chain(reply -> {
                    if (reply.sent()) {
                        return Uni.createFrom().item(RpcOutcomes.of(rpc, reply));
                    }
                    return sendings > 1
                            ? onceRead(plugin, rpc, request, limit, sendings - 1)
                            : Uni.createFrom().item(unread(rpc, reply.code(), reply.description()));
                });
    }

    private static <R> RpcOutcome<R> refused(CsiRpc<?, ?> rpc, Violation broken) {
        return RpcOutcome.invalid(broken.field(), rpc + ": " + broken);
    }

    private static <R> RpcOutcome<R> closed(CsiRpc<?, ?> rpc, String message) {
        return new RpcOutcome.Rejected<>(
                CsiCode.UNIMPLEMENTED, rpc + ": " + message, Optional.empty(), RpcOutcome.Origin.CLIENT);
    }

    private static <R> RpcOutcome<R> unread(CsiRpc<?, ?> rpc, CsiCode code, String message) {
        return RpcOutcome.uncertain(code, rpc + ": not sent, the plugin's capabilities could not be read: " + message);
    }

    private static <R> RpcOutcome<R> late(CsiRpc<?, ?> rpc) {
        return RpcOutcome.uncertain(CsiCode.DEADLINE_EXCEEDED, rpc + ": not sent, its deadline had passed");
    }
}

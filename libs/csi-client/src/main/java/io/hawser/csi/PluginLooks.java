package io.hawser.csi;

import com.google.protobuf.Message;
import io.hawser.csi.v1.ControllerGetCapabilitiesRequest;
import io.hawser.csi.v1.NodeGetInfoRequest;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.csi.v1.ProbeRequest;
import io.hawser.csi.v1.ProbeResponse;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Asks a plugin everything again: identity, capabilities, node, readiness. Stops at the first question that fails. */
record PluginLooks(Set<CsiService> services, IdentityCache cache, GatedCalls.Sender sender) {
    /** @param deadline for identity and capabilities together, and again for the rest */
    Uni<PluginLook> look(Duration deadline) {
        return cache.readAgain(deadline).chain(attempt -> {
            Optional<PluginIdentity> identity = Optional.of(attempt.known().identity())
                    .filter(known -> !known.name().isEmpty());
            if (!(attempt.ending() instanceof RpcOutcome.Done)) {
                return Uni.createFrom()
                        .item(new PluginLook(identity, false, Optional.empty(), false, message(attempt.ending())));
            }
            boolean controllerRead = services.contains(CsiService.CONTROLLER)
                    || !attempt.known().identity().servesController();
            PluginLook soFar = new PluginLook(identity, true, Optional.empty(), controllerRead, "");
            TimeLimit rest = TimeLimit.in(deadline);
            return info(soFar, rest)
                    .chain(known -> known.healthy()
                            ? ready(known, rest)
                            : Uni.createFrom().item(known))
                    .chain(known -> known.healthy()
                            ? controller(known, rest)
                            : Uni.createFrom().item(known));
        });
    }

    /**
     * Whether the process serves the controller, which decides nothing for a connection that does not call it. Until it
     * answers, it is taken at the plugin's word, or at what it answered before.
     */
    private Uni<PluginLook> controller(PluginLook soFar, TimeLimit limit) {
        if (soFar.controllerRead()) {
            return Uni.createFrom().item(soFar);
        }
        PluginIdentity known = soFar.identity().orElseThrow();
        return ask(CsiRpc.CONTROLLER_GET_CAPABILITIES, ControllerGetCapabilitiesRequest.getDefaultInstance(), limit)
                .map(ending -> switch (ending) {
                    case RpcOutcome.Done<?> served -> soFar.with(known);
                    case RpcOutcome.Rejected<?> refused
                    when refused.unimplemented() -> soFar.with(known.withoutController());
                    default -> soFar;
                });
    }

    /** A plugin that does not implement the RPC has no node service, which is no trouble. */
    private Uni<PluginLook> info(PluginLook soFar, TimeLimit limit) {
        if (!services.contains(CsiService.NODE)) {
            return Uni.createFrom().item(soFar);
        }
        return ask(CsiRpc.NODE_GET_INFO, NodeGetInfoRequest.getDefaultInstance(), limit)
                .map(ending -> switch (ending) {
                    case RpcOutcome.Done<NodeGetInfoResponse>(NodeGetInfoResponse info) ->
                        new PluginLook(soFar.identity(), true, Optional.of(info), soFar.controllerRead(), "");
                    case RpcOutcome.Rejected<NodeGetInfoResponse> refused when refused.unimplemented() -> soFar;
                    default -> soFar.ill(message(ending));
                });
    }

    private Uni<PluginLook> ready(PluginLook soFar, TimeLimit limit) {
        return ask(CsiRpc.PROBE, ProbeRequest.getDefaultInstance(), limit).map(ending -> switch (ending) {
            case RpcOutcome.Done<ProbeResponse>(ProbeResponse answer) ->
                !answer.hasReady() || answer.getReady().getValue()
                        ? soFar
                        : soFar.ill("the plugin answers that it is not ready");
            default -> soFar.ill(message(ending));
        });
    }

    private <Q extends Message, R extends Message> Uni<RpcOutcome<R>> ask(
            CsiRpc<Q, R> rpc, Q request, TimeLimit limit) {
        return sender.send(rpc, request, limit, transport -> true).map(reply -> RpcOutcomes.of(rpc, reply));
    }

    private static String message(RpcOutcome<?> ending) {
        return switch (ending) {
            case RpcOutcome.Done<?> done -> "";
            case RpcOutcome.Rejected<?> rejected -> PluginWords.oneLine(rejected.message());
            case RpcOutcome.Uncertain<?> uncertain -> PluginWords.oneLine(uncertain.message());
        };
    }
}

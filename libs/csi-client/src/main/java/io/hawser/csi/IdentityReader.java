package io.hawser.csi;

import com.google.protobuf.Message;
import io.hawser.csi.v1.ControllerGetCapabilitiesRequest;
import io.hawser.csi.v1.ControllerGetCapabilitiesResponse;
import io.hawser.csi.v1.GetPluginCapabilitiesRequest;
import io.hawser.csi.v1.GetPluginCapabilitiesResponse;
import io.hawser.csi.v1.GetPluginInfoRequest;
import io.hawser.csi.v1.GetPluginInfoResponse;
import io.hawser.csi.v1.GroupControllerGetCapabilitiesRequest;
import io.hawser.csi.v1.GroupControllerGetCapabilitiesResponse;
import io.hawser.csi.v1.NodeGetCapabilitiesRequest;
import io.hawser.csi.v1.NodeGetCapabilitiesResponse;
import io.hawser.csi.v1.PluginCapability;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Asks a plugin who it is and, service by service, what it can do. Capability numbers are kept, known or unknown. */
final class IdentityReader {

    /**
     * What was read.
     *
     * @param transport the transport that every answer came over; SEVERAL if they came over more than one
     */
    record Read(PluginIdentity identity, long transport) {
        static final long SEVERAL = -1;
        private static final long NONE_YET = -2;
        private static final Read NOTHING =
                new Read(new PluginIdentity("", "", Map.of(), CapabilitySet.NONE), NONE_YET);

        boolean isNamed() {
            return !identity.name().isEmpty();
        }

        /** Whether the plugin has a controller that this process does not serve. */
        boolean lacksController() {
            return identity.capabilities().hasController() && !identity.servesController();
        }

        /** What one plugin answered does not decide what another plugin is asked. */
        private boolean mayGoOnOver(long carrier) {
            return transport == NONE_YET || transport == carrier;
        }

        private Read with(PluginIdentity more, long over) {
            return new Read(more, transport == NONE_YET || transport == over ? over : SEVERAL);
        }
    }

    /**
     * One reading.
     *
     * @param known what was read until a question failed
     * @param ending of the question that failed, or the whole
     */
    record Attempt(Read known, RpcOutcome<Read> ending) {
        static Attempt whole(Read read) {
            return new Attempt(read, RpcOutcome.done(read));
        }

        static Attempt nothing(RpcOutcome<Read> ending) {
            return new Attempt(Read.NOTHING, ending);
        }
    }

    /** One question, and where its answer goes. It is asked only if the earlier answers require it. */
    private record Step<Q extends Message, R extends Message>(
            CsiRpc<Q, R> rpc,
            Q request,
            Predicate<CapabilitySet> asked,
            BiFunction<PluginIdentity, R, PluginIdentity> add) {}

    private static final RpcOutcome<Read> NO_CONTROLLER_HERE = new RpcOutcome.Rejected<>(
            CsiCode.UNIMPLEMENTED,
            CsiRpc.CONTROLLER_GET_CAPABILITIES + ": UNIMPLEMENTED: the process at this endpoint serves no controller",
            Optional.empty(),
            RpcOutcome.Origin.PLUGIN);

    private final List<Step<?, ?>> steps = new ArrayList<>();
    private final GatedCalls.Sender sender;

    IdentityReader(Set<CsiService> services, GatedCalls.Sender sender) {
        this.sender = sender;
        steps.add(new Step<>(
                CsiRpc.GET_PLUGIN_INFO, GetPluginInfoRequest.getDefaultInstance(), c -> true, IdentityReader::info));
        steps.add(new Step<>(
                CsiRpc.GET_PLUGIN_CAPABILITIES,
                GetPluginCapabilitiesRequest.getDefaultInstance(),
                c -> true,
                IdentityReader::plugin));
        if (services.contains(CsiService.CONTROLLER)) {
            steps.add(new Step<>(
                    CsiRpc.CONTROLLER_GET_CAPABILITIES,
                    ControllerGetCapabilitiesRequest.getDefaultInstance(),
                    CapabilitySet::hasController,
                    IdentityReader::controller));
        }
        if (services.contains(CsiService.GROUP_CONTROLLER)) {
            steps.add(new Step<>(
                    CsiRpc.GROUP_CONTROLLER_GET_CAPABILITIES,
                    GroupControllerGetCapabilitiesRequest.getDefaultInstance(),
                    CapabilitySet::hasGroupController,
                    IdentityReader::group));
        }
        if (services.contains(CsiService.NODE)) {
            steps.add(new Step<>(
                    CsiRpc.NODE_GET_CAPABILITIES,
                    NodeGetCapabilitiesRequest.getDefaultInstance(),
                    c -> true,
                    IdentityReader::node));
        }
    }

    /** A connection that was opened for the controller must lead to it. */
    static RpcOutcome<Read> forCalls(Attempt attempt) {
        return attempt.ending() instanceof RpcOutcome.Done<Read>(Read read) && read.lacksController()
                ? NO_CONTROLLER_HERE
                : attempt.ending();
    }

    Uni<Attempt> attempt(TimeLimit limit) {
        Uni<Attempt> attempt = Uni.createFrom().item(Attempt.whole(Read.NOTHING));
        for (Step<?, ?> step : steps) {
            attempt = attempt.chain(soFar -> take(step, soFar, limit));
        }
        return attempt;
    }

    private <Q extends Message, R extends Message> Uni<Attempt> take(Step<Q, R> step, Attempt soFar, TimeLimit limit) {
        Read read = soFar.known();
        if (!(soFar.ending() instanceof RpcOutcome.Done)
                || !step.asked().test(read.identity().capabilities())) {
            return Uni.createFrom().item(soFar);
        }
        return sender.send(step.rpc(), step.request(), limit, read::mayGoOnOver)
                .map(reply -> after(read, reply.sent() ? answer(step, read, reply) : changed(read)));
    }

    private static Attempt after(Read before, RpcOutcome<Read> ending) {
        return new Attempt(ending instanceof RpcOutcome.Done<Read>(Read read) ? read : before, ending);
    }

    private static RpcOutcome<Read> changed(Read read) {
        return RpcOutcome.done(read.with(read.identity(), Read.SEVERAL));
    }

    private static <Q extends Message, R extends Message> RpcOutcome<Read> answer(
            Step<Q, R> step, Read read, WireCall.Reply<R> reply) {
        RpcOutcome<R> answer = RpcOutcomes.of(step.rpc(), reply);
        return answer instanceof RpcOutcome.Rejected<R> refused && refused.unimplemented()
                ? unserved(step.rpc(), read.identity())
                        .map(known -> RpcOutcome.done(read.with(known, reply.transport())))
                        .orElseGet(() -> answer.map(_ -> read))
                : answer.map(said -> read.with(step.add().apply(read.identity(), said), reply.transport()));
    }

    /** A process may serve only the controller, or only the node, whatever the plugin as a whole can do. */
    private static Optional<PluginIdentity> unserved(CsiRpc<?, ?> rpc, PluginIdentity soFar) {
        if (rpc == CsiRpc.NODE_GET_CAPABILITIES) {
            return Optional.of(soFar);
        }
        return rpc == CsiRpc.CONTROLLER_GET_CAPABILITIES ? Optional.of(soFar.withoutController()) : Optional.empty();
    }

    private static PluginIdentity info(PluginIdentity soFar, GetPluginInfoResponse answer) {
        return new PluginIdentity(
                answer.getName(), answer.getVendorVersion(), answer.getManifestMap(), soFar.capabilities());
    }

    private static PluginIdentity plugin(PluginIdentity soFar, GetPluginCapabilitiesResponse answer) {
        Set<Integer> services = answer.getCapabilitiesList().stream()
                .filter(PluginCapability::hasService)
                .map(c -> c.getService().getTypeValue())
                .collect(Collectors.toSet());
        Set<Integer> expansion = answer.getCapabilitiesList().stream()
                .filter(PluginCapability::hasVolumeExpansion)
                .map(c -> c.getVolumeExpansion().getTypeValue())
                .collect(Collectors.toSet());
        return with(soFar, new CapabilitySet(services, expansion, Set.of(), Set.of(), Set.of()));
    }

    private static PluginIdentity controller(PluginIdentity soFar, ControllerGetCapabilitiesResponse answer) {
        CapabilitySet c = soFar.capabilities();
        Set<Integer> rpcs = answer.getCapabilitiesList().stream()
                .map(each -> each.getRpc().getTypeValue())
                .collect(Collectors.toSet());
        return with(soFar, new CapabilitySet(c.plugin(), c.expansion(), rpcs, c.group(), c.node()));
    }

    private static PluginIdentity group(PluginIdentity soFar, GroupControllerGetCapabilitiesResponse answer) {
        CapabilitySet c = soFar.capabilities();
        Set<Integer> rpcs = answer.getCapabilitiesList().stream()
                .map(each -> each.getRpc().getTypeValue())
                .collect(Collectors.toSet());
        return with(soFar, new CapabilitySet(c.plugin(), c.expansion(), c.controller(), rpcs, c.node()));
    }

    private static PluginIdentity node(PluginIdentity soFar, NodeGetCapabilitiesResponse answer) {
        CapabilitySet c = soFar.capabilities();
        Set<Integer> rpcs = answer.getCapabilitiesList().stream()
                .map(each -> each.getRpc().getTypeValue())
                .collect(Collectors.toSet());
        return with(soFar, new CapabilitySet(c.plugin(), c.expansion(), c.controller(), c.group(), rpcs));
    }

    private static PluginIdentity with(PluginIdentity soFar, CapabilitySet capabilities) {
        return new PluginIdentity(
                soFar.name(),
                soFar.vendorVersion(),
                soFar.manifest(),
                capabilities,
                soFar.capabilities().hasController() ? soFar.servesController() : capabilities.hasController());
    }
}

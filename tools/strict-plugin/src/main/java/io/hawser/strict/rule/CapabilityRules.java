package io.hawser.strict.rule;

import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Capabilities;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.call.Side;
import io.hawser.strict.knowledge.World;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Rules for what a caller may use only after the plugin has advertised it. */
final class CapabilityRules {

    private static final Set<Rpc> WITH_CAPABILITY =
            Rule.every(rpc -> rpc.sends("volume_capability") || rpc.sends("volume_capabilities"));

    private CapabilityRules() {}

    /** Judged before everything else. */
    static Rule offered() {
        return Rule.of("rpc-without-capability", Rule.every(Rpc::gated), CapabilityRules::rpcOffered)
                .deciding();
    }

    static List<Rule> all() {
        return List.of(
                Rule.of("capabilities-before-use", Rule.every(Rpc::gated), CapabilityRules::capabilitiesRead),
                Rule.of(
                        "readonly-needs-capability",
                        EnumSet.of(Rpc.CONTROLLER_PUBLISH_VOLUME),
                        CapabilityRules::readonly),
                Rule.of(
                        "topology-needs-capability",
                        EnumSet.of(Rpc.CREATE_VOLUME, Rpc.GET_CAPACITY),
                        CapabilityRules::topology),
                Rule.of(
                        "mutable-parameters-need-capability",
                        EnumSet.of(Rpc.CREATE_VOLUME, Rpc.VALIDATE_VOLUME_CAPABILITIES),
                        (call, world) -> call.fields().map("parameters_mutable").isEmpty()
                                ? Finding.NOT_CONCERNED
                                : Finding.keptIf(
                                        world.capabilities().has(ControllerServiceCapability.RPC.Type.MODIFY_VOLUME),
                                        "mutable_parameters without MODIFY_VOLUME")),
                Rule.of(
                        "content-source-needs-capability",
                        EnumSet.of(Rpc.CREATE_VOLUME),
                        CapabilityRules::contentSource),
                Rule.of("access-mode-needs-capability", WITH_CAPABILITY, CapabilityRules::accessMode),
                Rule.of(
                        "mount-group-needs-capability",
                        EnumSet.of(Rpc.NODE_STAGE_VOLUME, Rpc.NODE_PUBLISH_VOLUME),
                        CapabilityRules::mountGroup));
    }

    private static Finding rpcOffered(Call call, World world) {
        return Finding.keptIf(
                call.rpc().offeredBy(world.capabilities()), call.rpc().wireName() + " is not offered");
    }

    private static Finding capabilitiesRead(Call call, World world) {
        Side side = call.rpc().side();
        boolean gets =
                call.rpc() == Rpc.CONTROLLER_GET_CAPABILITIES || call.rpc() == Rpc.GROUP_CONTROLLER_GET_CAPABILITIES;
        if (world.readings().capabilitiesReadEarlier()) {
            return Finding.NOT_CONCERNED;
        }
        if (side != Side.NODE
                && world.readings().capabilitiesRead(Side.IDENTITY, "").isEmpty()) {
            return Finding.broken("GetPluginCapabilities was not read since the plugin started");
        }
        return Finding.keptIf(
                gets || world.readings().capabilitiesRead(side, call.node()).isPresent(),
                "the capabilities of the " + side + " service were not read since the plugin started");
    }

    private static Finding readonly(Call call, World world) {
        if (world.capabilities().has(ControllerServiceCapability.RPC.Type.PUBLISH_READONLY)) {
            return Finding.NOT_CONCERNED;
        }
        return Finding.keptIf(!call.fields().readonly(), "readonly without PUBLISH_READONLY");
    }

    private static Finding topology(Call call, World world) {
        String name = call.rpc() == Rpc.CREATE_VOLUME ? "accessibility_requirements" : "accessible_topology";
        return call.fields().field(name).filter(call.request()::hasField).isPresent()
                ? Finding.keptIf(
                        world.capabilities().hasTopology(), "topology without VOLUME_ACCESSIBILITY_CONSTRAINTS")
                : Finding.NOT_CONCERNED;
    }

    private static Finding contentSource(Call call, World world) {
        Capabilities has = world.capabilities();
        return switch (((CreateVolumeRequest) call.request())
                .getVolumeContentSource()
                .getTypeCase()) {
            case SNAPSHOT ->
                Finding.keptIf(
                        has.has(ControllerServiceCapability.RPC.Type.CREATE_DELETE_SNAPSHOT),
                        "a snapshot as source without CREATE_DELETE_SNAPSHOT");
            case VOLUME ->
                Finding.keptIf(
                        has.has(ControllerServiceCapability.RPC.Type.CLONE_VOLUME),
                        "a volume as source without CLONE_VOLUME");
            case TYPE_NOT_SET -> Finding.NOT_CONCERNED;
        };
    }

    private static Finding accessMode(Call call, World world) {
        boolean alpha = call.fields().capabilities().stream()
                .map(capability -> capability.getAccessMode().getMode())
                .anyMatch(mode -> mode == Mode.SINGLE_NODE_SINGLE_WRITER || mode == Mode.SINGLE_NODE_MULTI_WRITER);
        boolean has = call.rpc().side() == Side.NODE
                ? world.capabilities().has(NodeServiceCapability.RPC.Type.SINGLE_NODE_MULTI_WRITER)
                : world.capabilities().has(ControllerServiceCapability.RPC.Type.SINGLE_NODE_MULTI_WRITER);
        return alpha
                ? Finding.keptIf(
                        has,
                        "such a mode without SINGLE_NODE_MULTI_WRITER of the "
                                + call.rpc().side() + " service")
                : Finding.NOT_CONCERNED;
    }

    private static Finding mountGroup(Call call, World world) {
        boolean asked = call.fields().capabilities().stream()
                .filter(VolumeCapability::hasMount)
                .anyMatch(capability ->
                        !capability.getMount().getVolumeMountGroup().isEmpty());
        return asked
                ? Finding.keptIf(
                        world.capabilities().has(NodeServiceCapability.RPC.Type.VOLUME_MOUNT_GROUP),
                        "volume_mount_group without VOLUME_MOUNT_GROUP")
                : Finding.NOT_CONCERNED;
    }
}

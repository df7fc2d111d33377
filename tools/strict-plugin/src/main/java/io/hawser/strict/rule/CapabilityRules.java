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
import java.util.Map;
import java.util.Set;

/** Rules for what a caller may use only after the plugin has advertised it. */
final class CapabilityRules {

    private static final Set<Rpc> WITH_CAPABILITY =
            Rule.every(rpc -> rpc.requestPrototype().getDescriptorForType().findFieldByName("volume_capability") != null
                    || rpc.requestPrototype().getDescriptorForType().findFieldByName("volume_capabilities") != null);

    private CapabilityRules() {}

    /** Judged before everything else. */
    static Rule offered() {
        return Rule.must(
                        "rpc-without-capability",
                        "RPC Interface",
                        "An RPC that depends on a capability is called only if the plugin has it.",
                        Rule.every(Rpc::gated),
                        CapabilityRules::rpcOffered)
                .deciding();
    }

    static List<Rule> all() {
        return List.of(
                Rule.must(
                        "capabilities-before-use",
                        "GetPluginCapabilities; ControllerGetCapabilities; NodeGetCapabilities",
                        "The capabilities of a service are read before an RPC that depends on one is called.",
                        Rule.every(Rpc::gated),
                        CapabilityRules::capabilitiesRead),
                Rule.must(
                        "readonly-needs-capability",
                        "ControllerPublishVolume",
                        "readonly is sent to the controller only with PUBLISH_READONLY.",
                        EnumSet.of(Rpc.CONTROLLER_PUBLISH_VOLUME),
                        CapabilityRules::readonly),
                Rule.must(
                        "topology-needs-capability",
                        "CreateVolume; GetCapacity",
                        "Topology is asked for only with VOLUME_ACCESSIBILITY_CONSTRAINTS.",
                        EnumSet.of(Rpc.CREATE_VOLUME, Rpc.GET_CAPACITY),
                        CapabilityRules::topology),
                Rule.must(
                        "mutable-parameters-need-capability",
                        "CreateVolume; ValidateVolumeCapabilities",
                        "mutable_parameters are sent only with MODIFY_VOLUME.",
                        EnumSet.of(Rpc.CREATE_VOLUME, Rpc.VALIDATE_VOLUME_CAPABILITIES),
                        (call, world) -> call.fields().map("parameters_mutable").isEmpty()
                                ? Finding.NOT_CONCERNED
                                : Finding.keptIf(
                                        world.capabilities().has(ControllerServiceCapability.RPC.Type.MODIFY_VOLUME),
                                        "mutable_parameters without MODIFY_VOLUME")),
                Rule.must(
                        "content-source-needs-capability",
                        "CreateVolume",
                        "A snapshot is restored only with CREATE_DELETE_SNAPSHOT, "
                                + "a volume cloned only with CLONE_VOLUME.",
                        EnumSet.of(Rpc.CREATE_VOLUME),
                        CapabilityRules::contentSource),
                Rule.must(
                        "access-mode-needs-capability",
                        "VolumeCapability.AccessMode",
                        "SINGLE_NODE_SINGLE_WRITER and SINGLE_NODE_MULTI_WRITER are sent only with the capability of"
                                + " that name.",
                        WITH_CAPABILITY,
                        CapabilityRules::accessMode),
                Rule.must(
                        "mount-group-needs-capability",
                        "VolumeCapability.MountVolume",
                        "volume_mount_group is sent to a node only with VOLUME_MOUNT_GROUP.",
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
        boolean asked = Map.of(Rpc.CREATE_VOLUME, "accessibility_requirements", Rpc.GET_CAPACITY, "accessible_topology")
                .entrySet()
                .stream()
                .anyMatch(entry -> entry.getKey() == call.rpc()
                        && call.fields()
                                .field(entry.getValue())
                                .map(call.request()::hasField)
                                .orElse(false));
        return asked
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

package io.hawser.strict.call;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.hawser.csi.v1.ControllerGrpc;
import io.hawser.csi.v1.ControllerServiceCapability.RPC.Type;
import io.hawser.csi.v1.GroupControllerGrpc;
import io.hawser.csi.v1.IdentityGrpc;
import io.hawser.csi.v1.NodeGrpc;
import io.hawser.csi.v1.NodeServiceCapability;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Every RPC that the strict plugin serves, with the capability that allows the caller to use it (specification, section
 * "RPC Interface"). SnapshotMetadata is not served.
 */
public enum Rpc {
    GET_PLUGIN_INFO(IdentityGrpc.getGetPluginInfoMethod(), Gates.ALWAYS, false),
    GET_PLUGIN_CAPABILITIES(IdentityGrpc.getGetPluginCapabilitiesMethod(), Gates.ALWAYS, false),
    PROBE(IdentityGrpc.getProbeMethod(), Gates.ALWAYS, false),
    CREATE_VOLUME(ControllerGrpc.getCreateVolumeMethod(), Gates.controller(Type.CREATE_DELETE_VOLUME), true),
    DELETE_VOLUME(ControllerGrpc.getDeleteVolumeMethod(), Gates.controller(Type.CREATE_DELETE_VOLUME), true),
    CONTROLLER_PUBLISH_VOLUME(
            ControllerGrpc.getControllerPublishVolumeMethod(), Gates.controller(Type.PUBLISH_UNPUBLISH_VOLUME), true),
    CONTROLLER_UNPUBLISH_VOLUME(
            ControllerGrpc.getControllerUnpublishVolumeMethod(), Gates.controller(Type.PUBLISH_UNPUBLISH_VOLUME), true),
    VALIDATE_VOLUME_CAPABILITIES(ControllerGrpc.getValidateVolumeCapabilitiesMethod(), Gates.CONTROLLER, false),
    LIST_VOLUMES(ControllerGrpc.getListVolumesMethod(), Gates.controller(Type.LIST_VOLUMES), false),
    GET_CAPACITY(ControllerGrpc.getGetCapacityMethod(), Gates.controller(Type.GET_CAPACITY), false),
    CONTROLLER_GET_CAPABILITIES(ControllerGrpc.getControllerGetCapabilitiesMethod(), Gates.CONTROLLER, false),
    CREATE_SNAPSHOT(ControllerGrpc.getCreateSnapshotMethod(), Gates.controller(Type.CREATE_DELETE_SNAPSHOT), true),
    DELETE_SNAPSHOT(ControllerGrpc.getDeleteSnapshotMethod(), Gates.controller(Type.CREATE_DELETE_SNAPSHOT), true),
    LIST_SNAPSHOTS(ControllerGrpc.getListSnapshotsMethod(), Gates.controller(Type.LIST_SNAPSHOTS), false),
    GET_SNAPSHOT(ControllerGrpc.getGetSnapshotMethod(), Gates.controller(Type.GET_SNAPSHOT), false),
    CONTROLLER_EXPAND_VOLUME(
            ControllerGrpc.getControllerExpandVolumeMethod(), Gates.controller(Type.EXPAND_VOLUME), true),
    CONTROLLER_GET_VOLUME(ControllerGrpc.getControllerGetVolumeMethod(), Gates.controller(Type.GET_VOLUME), false),
    CONTROLLER_MODIFY_VOLUME(
            ControllerGrpc.getControllerModifyVolumeMethod(), Gates.controller(Type.MODIFY_VOLUME), true),
    GROUP_CONTROLLER_GET_CAPABILITIES(
            GroupControllerGrpc.getGroupControllerGetCapabilitiesMethod(), Gates.GROUP, false),
    CREATE_VOLUME_GROUP_SNAPSHOT(GroupControllerGrpc.getCreateVolumeGroupSnapshotMethod(), Gates.GROUP, true),
    DELETE_VOLUME_GROUP_SNAPSHOT(GroupControllerGrpc.getDeleteVolumeGroupSnapshotMethod(), Gates.GROUP, true),
    GET_VOLUME_GROUP_SNAPSHOT(GroupControllerGrpc.getGetVolumeGroupSnapshotMethod(), Gates.GROUP, false),
    NODE_STAGE_VOLUME(
            NodeGrpc.getNodeStageVolumeMethod(), Gates.node(NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME), true),
    NODE_UNSTAGE_VOLUME(
            NodeGrpc.getNodeUnstageVolumeMethod(),
            Gates.node(NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME),
            true),
    NODE_PUBLISH_VOLUME(NodeGrpc.getNodePublishVolumeMethod(), Gates.ALWAYS, true),
    NODE_UNPUBLISH_VOLUME(NodeGrpc.getNodeUnpublishVolumeMethod(), Gates.ALWAYS, true),
    NODE_GET_VOLUME_STATS(
            NodeGrpc.getNodeGetVolumeStatsMethod(),
            has -> has.node().contains(NodeServiceCapability.RPC.Type.GET_VOLUME_STATS)
                    || has.node().contains(NodeServiceCapability.RPC.Type.VOLUME_CONDITION),
            false),
    NODE_EXPAND_VOLUME(
            NodeGrpc.getNodeExpandVolumeMethod(), Gates.node(NodeServiceCapability.RPC.Type.EXPAND_VOLUME), true),
    NODE_GET_CAPABILITIES(NodeGrpc.getNodeGetCapabilitiesMethod(), Gates.ALWAYS, false),
    NODE_GET_INFO(NodeGrpc.getNodeGetInfoMethod(), Gates.ALWAYS, false);

    private static final Map<String, Rpc> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Rpc::wireName, Function.identity()));

    private final Side side;
    private final String wireName;

    @SuppressWarnings("ImmutableEnumChecker") // gRPC's descriptors are immutable, without saying so
    private final MethodDescriptor<?, ?> method;

    @SuppressWarnings("ImmutableEnumChecker") // stateless lambdas
    private final Predicate<Capabilities> gate;

    private final boolean changes;

    @SuppressWarnings("ImmutableEnumChecker") // default instances never change
    private final Message requestPrototype;

    @SuppressWarnings("ImmutableEnumChecker")
    private final Message responsePrototype;

    Rpc(MethodDescriptor<? extends Message, ? extends Message> method, Predicate<Capabilities> gate, boolean changes) {
        this.side = Side.of(method.getServiceName());
        this.wireName = method.getBareMethodName();
        this.method = method;
        this.gate = gate;
        this.changes = changes;
        this.requestPrototype = prototype(method.getRequestMarshaller());
        this.responsePrototype = prototype(method.getResponseMarshaller());
    }

    private static Message prototype(MethodDescriptor.Marshaller<?> marshaller) {
        return (Message) ((MethodDescriptor.PrototypeMarshaller<?>) marshaller).getMessagePrototype();
    }

    public Side side() {
        return side;
    }

    /** The name on the wire, for example {@code NodeStageVolume}. */
    public String wireName() {
        return wireName;
    }

    /** The full name on the wire, for example {@code csi.v1.Node/NodeStageVolume}. */
    public String fullName() {
        return method.getFullMethodName();
    }

    /** Whether a plugin with these capabilities serves the RPC. */
    public boolean offeredBy(Capabilities capabilities) {
        return gate.test(capabilities);
    }

    /** Whether the RPC requires a capability at all. */
    public boolean gated() {
        return gate != Gates.ALWAYS;
    }

    /** Whether the RPC changes something, so that the caller must learn its outcome. */
    public boolean changes() {
        return changes;
    }

    /** Whether the request has a field of this name. */
    public boolean sends(String field) {
        return requestPrototype.getDescriptorForType().findFieldByName(field) != null;
    }

    public Message requestPrototype() {
        return requestPrototype;
    }

    public Message responsePrototype() {
        return responsePrototype;
    }

    /**
     * The RPC of this wire name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Rpc named(String wireName) {
        Rpc rpc = BY_NAME.get(wireName);
        if (rpc == null) {
            throw new IllegalArgumentException("no RPC is called \"" + wireName + "\"");
        }
        return rpc;
    }

    /** A nested class, because an enum's constants cannot read its own static fields. */
    private static final class Gates {
        static final Predicate<Capabilities> ALWAYS = has -> true;
        static final Predicate<Capabilities> CONTROLLER = Capabilities::hasController;
        static final Predicate<Capabilities> GROUP = Capabilities::group;

        static Predicate<Capabilities> controller(Type type) {
            return has -> has.hasController() && has.controller().contains(type);
        }

        static Predicate<Capabilities> node(NodeServiceCapability.RPC.Type type) {
            return has -> has.node().contains(type);
        }
    }
}

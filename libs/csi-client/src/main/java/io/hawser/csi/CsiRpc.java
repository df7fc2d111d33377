package io.hawser.csi;

import static io.hawser.csi.CsiCode.ALREADY_EXISTS;
import static io.hawser.csi.CsiCode.FAILED_PRECONDITION;
import static io.hawser.csi.CsiCode.NOT_FOUND;
import static io.hawser.csi.CsiCode.OUT_OF_RANGE;
import static io.hawser.csi.CsiCode.RESOURCE_EXHAUSTED;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.hawser.csi.v1.*;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * One RPC of CSI: its method, the capability that it needs, the rules for its two messages, and the codes that are
 * final for it. The constants are all unary RPCs of Identity, Controller, GroupController and Node.
 *
 * @param <Q> request
 * @param <R> response
 */
public final class CsiRpc<Q extends Message, R extends Message> {

    /**
     * Codes that are final for every RPC: the specification says of each that the plugin did nothing (CSI, "Error
     * Scheme").
     */
    private static final Set<CsiCode> FINAL_FOR_ALL =
            Set.of(CsiCode.INVALID_ARGUMENT, CsiCode.PERMISSION_DENIED, CsiCode.UNIMPLEMENTED, CsiCode.UNAUTHENTICATED);

    // Identity

    public static final CsiRpc<GetPluginInfoRequest, GetPluginInfoResponse> GET_PLUGIN_INFO =
            rpc(IdentityGrpc.getGetPluginInfoMethod(), Gate.ALWAYS).answering(Answers::pluginInfo);
    public static final CsiRpc<GetPluginCapabilitiesRequest, GetPluginCapabilitiesResponse> GET_PLUGIN_CAPABILITIES =
            rpc(IdentityGrpc.getGetPluginCapabilitiesMethod(), Gate.ALWAYS)
                    .answering(answer -> Answers.capabilities(answer.getCapabilitiesCount()));
    public static final CsiRpc<ProbeRequest, ProbeResponse> PROBE =
            rpc(IdentityGrpc.getProbeMethod(), Gate.ALWAYS).finalOn(FAILED_PRECONDITION);

    // Controller: volumes

    public static final CsiRpc<CreateVolumeRequest, CreateVolumeResponse> CREATE_VOLUME = rpc(
                    ControllerGrpc.getCreateVolumeMethod(), Gate.CREATE_DELETE_VOLUME)
            .asking(ControllerRequests::create)
            .within(CapabilityRules::create)
            .answering(Answers::create)
            .finalOn(NOT_FOUND, ALREADY_EXISTS, RESOURCE_EXHAUSTED, OUT_OF_RANGE);
    public static final CsiRpc<DeleteVolumeRequest, DeleteVolumeResponse> DELETE_VOLUME = rpc(
                    ControllerGrpc.getDeleteVolumeMethod(), Gate.CREATE_DELETE_VOLUME)
            .asking(ControllerRequests::delete)
            .finalOn(FAILED_PRECONDITION);
    public static final CsiRpc<ControllerPublishVolumeRequest, ControllerPublishVolumeResponse>
            CONTROLLER_PUBLISH_VOLUME = rpc(
                            ControllerGrpc.getControllerPublishVolumeMethod(), Gate.PUBLISH_UNPUBLISH_VOLUME)
                    .asking(ControllerRequests::publish)
                    .within(CapabilityRules::publish)
                    .answering(Answers::publish)
                    .finalOn(NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION, RESOURCE_EXHAUSTED);
    public static final CsiRpc<ControllerUnpublishVolumeRequest, ControllerUnpublishVolumeResponse>
            CONTROLLER_UNPUBLISH_VOLUME = rpc(
                            ControllerGrpc.getControllerUnpublishVolumeMethod(), Gate.PUBLISH_UNPUBLISH_VOLUME)
                    .asking(ControllerRequests::unpublish)
                    .finalOn(NOT_FOUND);
    public static final CsiRpc<ValidateVolumeCapabilitiesRequest, ValidateVolumeCapabilitiesResponse>
            VALIDATE_VOLUME_CAPABILITIES = rpc(
                            ControllerGrpc.getValidateVolumeCapabilitiesMethod(), Gate.CONTROLLER_SERVICE)
                    .asking(ControllerRequests::validate)
                    .within(CapabilityRules::validate)
                    .finalOn(NOT_FOUND);
    public static final CsiRpc<ListVolumesRequest, ListVolumesResponse> LIST_VOLUMES = rpc(
                    ControllerGrpc.getListVolumesMethod(), Gate.LIST_VOLUMES)
            .asking(ControllerRequests::list)
            .answering(Answers::list);
    public static final CsiRpc<GetCapacityRequest, GetCapacityResponse> GET_CAPACITY = rpc(
                    ControllerGrpc.getGetCapacityMethod(), Gate.GET_CAPACITY)
            .asking(ControllerRequests::capacity)
            .within(CapabilityRules::capacity);
    public static final CsiRpc<ControllerGetCapabilitiesRequest, ControllerGetCapabilitiesResponse>
            CONTROLLER_GET_CAPABILITIES = rpc(
                            ControllerGrpc.getControllerGetCapabilitiesMethod(), Gate.CONTROLLER_SERVICE)
                    .answering(answer -> Answers.capabilities(answer.getCapabilitiesCount()));
    public static final CsiRpc<ControllerGetVolumeRequest, ControllerGetVolumeResponse> CONTROLLER_GET_VOLUME = rpc(
                    ControllerGrpc.getControllerGetVolumeMethod(), Gate.GET_VOLUME)
            .asking(ControllerRequests::get)
            .answering(Answers::get)
            .finalOn(NOT_FOUND);
    public static final CsiRpc<ControllerModifyVolumeRequest, ControllerModifyVolumeResponse> CONTROLLER_MODIFY_VOLUME =
            rpc(ControllerGrpc.getControllerModifyVolumeMethod(), Gate.MODIFY_VOLUME)
                    .asking(ControllerRequests::modify)
                    .finalOn(NOT_FOUND);
    public static final CsiRpc<ControllerExpandVolumeRequest, ControllerExpandVolumeResponse> CONTROLLER_EXPAND_VOLUME =
            rpc(ControllerGrpc.getControllerExpandVolumeMethod(), Gate.EXPAND_VOLUME)
                    .asking(ControllerRequests::expand)
                    .finalOn(NOT_FOUND, FAILED_PRECONDITION, OUT_OF_RANGE);

    // Controller: snapshots

    public static final CsiRpc<CreateSnapshotRequest, CreateSnapshotResponse> CREATE_SNAPSHOT = rpc(
                    ControllerGrpc.getCreateSnapshotMethod(), Gate.CREATE_DELETE_SNAPSHOT)
            .asking(SnapshotRequests::create)
            .answering(Answers::create)
            .finalOn(ALREADY_EXISTS, RESOURCE_EXHAUSTED);
    public static final CsiRpc<DeleteSnapshotRequest, DeleteSnapshotResponse> DELETE_SNAPSHOT = rpc(
                    ControllerGrpc.getDeleteSnapshotMethod(), Gate.CREATE_DELETE_SNAPSHOT)
            .asking(SnapshotRequests::delete)
            .finalOn(FAILED_PRECONDITION);
    public static final CsiRpc<ListSnapshotsRequest, ListSnapshotsResponse> LIST_SNAPSHOTS =
            rpc(ControllerGrpc.getListSnapshotsMethod(), Gate.LIST_SNAPSHOTS).asking(SnapshotRequests::list);
    public static final CsiRpc<GetSnapshotRequest, GetSnapshotResponse> GET_SNAPSHOT = rpc(
                    ControllerGrpc.getGetSnapshotMethod(), Gate.GET_SNAPSHOT)
            .asking(SnapshotRequests::get)
            .answering(Answers::get)
            .finalOn(NOT_FOUND);

    // GroupController

    public static final CsiRpc<GroupControllerGetCapabilitiesRequest, GroupControllerGetCapabilitiesResponse>
            GROUP_CONTROLLER_GET_CAPABILITIES = rpc(
                            GroupControllerGrpc.getGroupControllerGetCapabilitiesMethod(),
                            Gate.GROUP_CONTROLLER_SERVICE)
                    .answering(answer -> Answers.capabilities(answer.getCapabilitiesCount()));
    public static final CsiRpc<CreateVolumeGroupSnapshotRequest, CreateVolumeGroupSnapshotResponse>
            CREATE_VOLUME_GROUP_SNAPSHOT = rpc(
                            GroupControllerGrpc.getCreateVolumeGroupSnapshotMethod(), Gate.GROUP_SNAPSHOT)
                    .asking(SnapshotRequests::createGroup)
                    .answering(Answers::create)
                    .finalOn(ALREADY_EXISTS, FAILED_PRECONDITION, RESOURCE_EXHAUSTED);
    public static final CsiRpc<DeleteVolumeGroupSnapshotRequest, DeleteVolumeGroupSnapshotResponse>
            DELETE_VOLUME_GROUP_SNAPSHOT = rpc(
                            GroupControllerGrpc.getDeleteVolumeGroupSnapshotMethod(), Gate.GROUP_SNAPSHOT)
                    .asking(SnapshotRequests::deleteGroup)
                    .finalOn(FAILED_PRECONDITION);
    public static final CsiRpc<GetVolumeGroupSnapshotRequest, GetVolumeGroupSnapshotResponse>
            GET_VOLUME_GROUP_SNAPSHOT = rpc(GroupControllerGrpc.getGetVolumeGroupSnapshotMethod(), Gate.GROUP_SNAPSHOT)
                    .asking(SnapshotRequests::getGroup)
                    .answering(Answers::get)
                    .finalOn(NOT_FOUND);

    // Node

    public static final CsiRpc<NodeStageVolumeRequest, NodeStageVolumeResponse> NODE_STAGE_VOLUME = rpc(
                    NodeGrpc.getNodeStageVolumeMethod(), Gate.STAGE_UNSTAGE_VOLUME)
            .asking(NodeRequests::stage)
            .within(CapabilityRules::stage)
            .finalOn(NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION);
    public static final CsiRpc<NodeUnstageVolumeRequest, NodeUnstageVolumeResponse> NODE_UNSTAGE_VOLUME = rpc(
                    NodeGrpc.getNodeUnstageVolumeMethod(), Gate.STAGE_UNSTAGE_VOLUME)
            .asking(NodeRequests::unstage)
            .finalOn(NOT_FOUND);
    public static final CsiRpc<NodePublishVolumeRequest, NodePublishVolumeResponse> NODE_PUBLISH_VOLUME = rpc(
                    NodeGrpc.getNodePublishVolumeMethod(), Gate.NODE_SERVICE)
            .asking(NodeRequests::publish)
            .within(CapabilityRules::publish)
            .finalOn(NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION);
    public static final CsiRpc<NodeUnpublishVolumeRequest, NodeUnpublishVolumeResponse> NODE_UNPUBLISH_VOLUME = rpc(
                    NodeGrpc.getNodeUnpublishVolumeMethod(), Gate.ALWAYS)
            .asking(NodeRequests::unpublish)
            .finalOn(NOT_FOUND);
    public static final CsiRpc<NodeGetVolumeStatsRequest, NodeGetVolumeStatsResponse> NODE_GET_VOLUME_STATS = rpc(
                    NodeGrpc.getNodeGetVolumeStatsMethod(), Gate.GET_VOLUME_STATS)
            .asking(NodeRequests::stats)
            .finalOn(NOT_FOUND);
    public static final CsiRpc<NodeExpandVolumeRequest, NodeExpandVolumeResponse> NODE_EXPAND_VOLUME = rpc(
                    NodeGrpc.getNodeExpandVolumeMethod(), Gate.NODE_EXPAND_VOLUME)
            .asking(NodeRequests::expand)
            .finalOn(NOT_FOUND, FAILED_PRECONDITION, OUT_OF_RANGE);
    public static final CsiRpc<NodeGetCapabilitiesRequest, NodeGetCapabilitiesResponse> NODE_GET_CAPABILITIES = rpc(
                    NodeGrpc.getNodeGetCapabilitiesMethod(), Gate.ALWAYS)
            .answering(answer -> Answers.capabilities(answer.getCapabilitiesCount()));
    public static final CsiRpc<NodeGetInfoRequest, NodeGetInfoResponse> NODE_GET_INFO =
            rpc(NodeGrpc.getNodeGetInfoMethod(), Gate.ALWAYS).answering(Answers::nodeInfo);

    private final MethodDescriptor<Q, R> method;
    private final Gate gate;
    private final Function<Q, Optional<Violation>> asking;
    private final BiFunction<Q, CapabilitySet, Optional<Violation>> within;
    private final Function<R, Optional<Violation>> answering;
    private final Set<CsiCode> finalCodes;

    private CsiRpc(
            MethodDescriptor<Q, R> method,
            Gate gate,
            Function<Q, Optional<Violation>> asking,
            BiFunction<Q, CapabilitySet, Optional<Violation>> within,
            Function<R, Optional<Violation>> answering,
            Set<CsiCode> finalCodes) {
        this.method = method;
        this.gate = gate;
        this.asking = asking;
        this.within = within;
        this.answering = answering;
        this.finalCodes = finalCodes;
    }

    private static <Q extends Message, R extends Message> CsiRpc<Q, R> rpc(MethodDescriptor<Q, R> method, Gate gate) {
        return new CsiRpc<>(
                method, gate, FieldLimits::check, (q, c) -> Optional.empty(), r -> Optional.empty(), FINAL_FOR_ALL);
    }

    private CsiRpc<Q, R> asking(Function<Q, Optional<Violation>> check) {
        return new CsiRpc<>(method, gate, check, within, answering, finalCodes);
    }

    private CsiRpc<Q, R> within(BiFunction<Q, CapabilitySet, Optional<Violation>> check) {
        return new CsiRpc<>(method, gate, asking, check, answering, finalCodes);
    }

    private CsiRpc<Q, R> answering(Function<R, Optional<Violation>> check) {
        return new CsiRpc<>(method, gate, asking, within, check, finalCodes);
    }

    private CsiRpc<Q, R> finalOn(CsiCode... codes) {
        Set<CsiCode> more = EnumSet.copyOf(finalCodes);
        more.addAll(List.of(codes));
        return new CsiRpc<>(method, gate, asking, within, answering, Set.copyOf(more));
    }

    /** The short name, for example {@code CreateVolume}. */
    public String name() {
        return Objects.requireNonNull(method.getBareMethodName(), "method name");
    }

    /** The name on the wire, for example {@code /csi.v1.Controller/CreateVolume}. */
    public String fullName() {
        return "/" + method.getFullMethodName();
    }

    public MethodDescriptor<Q, R> method() {
        return method;
    }

    public Gate gate() {
        return gate;
    }

    /** The first rule that the request breaks, independent of the plugin's capabilities. */
    public Optional<Violation> check(Q request) {
        return asking.apply(request);
    }

    /** The first field that the request may not set for a plugin with these capabilities. */
    public Optional<Violation> check(Q request, CapabilitySet capabilities) {
        return within.apply(request, capabilities);
    }

    /** The first thing that the specification requires in the answer and that is missing. */
    public Optional<Violation> checkAnswer(R response) {
        return answering.apply(response);
    }

    /** Whether the answer is a page of many entries. */
    boolean isListing() {
        return this == LIST_VOLUMES || this == LIST_SNAPSHOTS;
    }

    /** Whether the plugin, when it returns this code for this RPC, says that the call did nothing. */
    public boolean isFinal(CsiCode code) {
        return finalCodes.contains(code);
    }

    @Override
    public String toString() {
        return name();
    }
}

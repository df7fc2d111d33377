package io.hawser.strict;

import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.hawser.csi.v1.CapacityRange;
import io.hawser.csi.v1.ControllerExpandVolumeRequest;
import io.hawser.csi.v1.ControllerGetVolumeRequest;
import io.hawser.csi.v1.ControllerModifyVolumeRequest;
import io.hawser.csi.v1.ControllerPublishVolumeResponse;
import io.hawser.csi.v1.CreateSnapshotRequest;
import io.hawser.csi.v1.CreateSnapshotResponse;
import io.hawser.csi.v1.CreateVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.CreateVolumeGroupSnapshotResponse;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.csi.v1.DeleteSnapshotRequest;
import io.hawser.csi.v1.DeleteVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.GetSnapshotRequest;
import io.hawser.csi.v1.GetVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.Snapshot;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.call.Capabilities;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.call.Side;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A caller that makes each call there is: in a volume's life those that the plugin offers, and then the others. */
final class EveryCall {

    private final Caller caller;
    private final Capabilities offered;
    private final Map<Rpc, Message> made = new EnumMap<>(Rpc.class);

    EveryCall(Caller caller, Capabilities offered) {
        this.caller = caller;
        this.offered = offered;
    }

    /** What was called with success. */
    Set<Rpc> made() {
        return made.keySet();
    }

    /** The same, each with its last request. */
    Map<Rpc, Message> requests() {
        return made;
    }

    /** On node n1. */
    void wholeLife(String name) {
        VolumeUser volume = new VolumeUser(caller, offered, name, Mode.MULTI_NODE_MULTI_WRITER);
        ask();
        volume.created((CreateVolumeResponse)
                make(Rpc.CREATE_VOLUME, volume.createRequest().build()));
        atTheController(volume);
        snapshots(volume);
        if (offered.hasAttach()) {
            ControllerPublishVolumeResponse attached = (ControllerPublishVolumeResponse) make(
                    Rpc.CONTROLLER_PUBLISH_VOLUME, volume.attachRequest("n1").build());
            volume.attached("n1", attached.getPublishContextMap());
        }
        ifOffered(Rpc.NODE_STAGE_VOLUME, volume.stageRequest("n1").build());
        make(Rpc.NODE_PUBLISH_VOLUME, volume.publishRequest("n1", "t1").build());
        ifOffered(Rpc.NODE_GET_VOLUME_STATS, volume.statsRequest("n1", "t1").build());
        ifOffered(Rpc.NODE_EXPAND_VOLUME, volume.expandRequest("n1", "t1").build());
        make(Rpc.NODE_UNPUBLISH_VOLUME, volume.unpublishRequest("n1", "t1").build());
        ifOffered(Rpc.NODE_UNSTAGE_VOLUME, volume.unstageRequest("n1").build());
        ifOffered(Rpc.CONTROLLER_UNPUBLISH_VOLUME, volume.detachRequest("n1").build());
        make(Rpc.DELETE_VOLUME, volume.deleteRequest().build());
    }

    /** What takes no argument that it wants. */
    private void ask() {
        for (Rpc rpc : List.of(
                Rpc.GET_PLUGIN_INFO,
                Rpc.GET_PLUGIN_CAPABILITIES,
                Rpc.PROBE,
                Rpc.CONTROLLER_GET_CAPABILITIES,
                Rpc.GROUP_CONTROLLER_GET_CAPABILITIES,
                Rpc.NODE_GET_CAPABILITIES,
                Rpc.NODE_GET_INFO,
                Rpc.LIST_VOLUMES,
                Rpc.LIST_SNAPSHOTS,
                Rpc.GET_CAPACITY)) {
            ifOffered(rpc, rpc.requestPrototype());
        }
    }

    private void atTheController(VolumeUser volume) {
        ifOffered(
                Rpc.VALIDATE_VOLUME_CAPABILITIES,
                ValidateVolumeCapabilitiesRequest.newBuilder()
                        .setVolumeId(volume.id())
                        .addAllVolumeCapabilities(volume.createRequest().getVolumeCapabilitiesList())
                        .putAllVolumeContext(volume.attachRequest("n1").getVolumeContextMap())
                        .build());
        ifOffered(
                Rpc.CONTROLLER_GET_VOLUME,
                ControllerGetVolumeRequest.newBuilder().setVolumeId(volume.id()).build());
        ifOffered(
                Rpc.CONTROLLER_MODIFY_VOLUME,
                ControllerModifyVolumeRequest.newBuilder()
                        .setVolumeId(volume.id())
                        .putParametersMutable("tier", "fast")
                        .build());
        ifOffered(
                Rpc.CONTROLLER_EXPAND_VOLUME,
                ControllerExpandVolumeRequest.newBuilder()
                        .setVolumeId(volume.id())
                        .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(1L << 33))
                        .build());
    }

    private void snapshots(VolumeUser volume) {
        if (Rpc.CREATE_SNAPSHOT.offeredBy(offered)) {
            CreateSnapshotResponse cut = (CreateSnapshotResponse) make(
                    Rpc.CREATE_SNAPSHOT,
                    CreateSnapshotRequest.newBuilder()
                            .setSourceVolumeId(volume.id())
                            .setName("s")
                            .build());
            String id = cut.getSnapshot().getSnapshotId();
            ifOffered(
                    Rpc.GET_SNAPSHOT,
                    GetSnapshotRequest.newBuilder().setSnapshotId(id).build());
            make(
                    Rpc.DELETE_SNAPSHOT,
                    DeleteSnapshotRequest.newBuilder().setSnapshotId(id).build());
        }
        if (Rpc.CREATE_VOLUME_GROUP_SNAPSHOT.offeredBy(offered)) {
            CreateVolumeGroupSnapshotResponse cut = (CreateVolumeGroupSnapshotResponse) make(
                    Rpc.CREATE_VOLUME_GROUP_SNAPSHOT,
                    CreateVolumeGroupSnapshotRequest.newBuilder()
                            .addSourceVolumeIds(volume.id())
                            .setName("g")
                            .build());
            String id = cut.getGroupSnapshot().getGroupSnapshotId();
            List<String> members = cut.getGroupSnapshot().getSnapshotsList().stream()
                    .map(Snapshot::getSnapshotId)
                    .toList();
            if (Rpc.GET_SNAPSHOT.offeredBy(offered)) {
                make(
                        Rpc.GET_SNAPSHOT,
                        GetSnapshotRequest.newBuilder()
                                .setSnapshotId(members.getFirst())
                                .build());
            }
            make(
                    Rpc.GET_VOLUME_GROUP_SNAPSHOT,
                    GetVolumeGroupSnapshotRequest.newBuilder()
                            .setGroupSnapshotId(id)
                            .addAllSnapshotIds(members)
                            .build());
            make(
                    Rpc.DELETE_VOLUME_GROUP_SNAPSHOT,
                    DeleteVolumeGroupSnapshotRequest.newBuilder()
                            .setGroupSnapshotId(id)
                            .addAllSnapshotIds(members)
                            .build());
        }
    }

    /** Calls everything that is not offered, whatever about, and says what was refused as not there. */
    Set<Rpc> refused() {
        EnumSet<Rpc> refused = EnumSet.noneOf(Rpc.class);
        for (Rpc rpc : Rpc.values()) {
            if (!rpc.offeredBy(offered)
                    && Caller.code(() -> call(rpc, rpc.requestPrototype()))
                            .filter(Status.Code.UNIMPLEMENTED::equals)
                            .isPresent()) {
                refused.add(rpc);
            }
        }
        return refused;
    }

    private void ifOffered(Rpc rpc, Message request) {
        if (rpc.offeredBy(offered)) {
            make(rpc, request);
        }
    }

    private Message make(Rpc rpc, Message request) {
        Message response = call(rpc, request);
        made.put(rpc, request);
        return response;
    }

    Message call(Rpc rpc, Message request) {
        MethodDescriptor<Message, Message> method = MethodDescriptor.<Message, Message>newBuilder()
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(rpc.fullName())
                .setRequestMarshaller(ProtoUtils.marshaller(rpc.requestPrototype()))
                .setResponseMarshaller(ProtoUtils.marshaller(rpc.responsePrototype()))
                .build();
        return ClientCalls.blockingUnaryCall(
                rpc.side() == Side.NODE ? caller.nodeChannel("n1") : caller.controllerChannel(),
                method,
                CallOptions.DEFAULT,
                request);
    }
}

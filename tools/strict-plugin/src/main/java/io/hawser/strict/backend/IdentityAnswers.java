package io.hawser.strict.backend;

import static io.hawser.strict.backend.Answer.failed;
import static io.hawser.strict.backend.Answer.ok;

import com.google.protobuf.BoolValue;
import io.grpc.Status.Code;
import io.hawser.csi.v1.ControllerGetCapabilitiesResponse;
import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.GetPluginCapabilitiesResponse;
import io.hawser.csi.v1.GetPluginInfoResponse;
import io.hawser.csi.v1.GroupControllerGetCapabilitiesResponse;
import io.hawser.csi.v1.GroupControllerServiceCapability;
import io.hawser.csi.v1.NodeGetCapabilitiesResponse;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import io.hawser.csi.v1.ProbeResponse;
import io.hawser.strict.call.Capabilities;

/** Answers the identity, the capabilities of each service, and a node's id. */
record IdentityAnswers(PluginSelf self) {
    Capabilities capabilities() {
        return self.capabilities();
    }

    Answer info() {
        return ok(GetPluginInfoResponse.newBuilder()
                .setName(self.name)
                .setVendorVersion(self.vendorVersion())
                .build());
    }

    Answer probe() {
        return ok(ProbeResponse.newBuilder().setReady(BoolValue.of(true)).build());
    }

    Answer pluginCapabilities() {
        GetPluginCapabilitiesResponse.Builder response = GetPluginCapabilitiesResponse.newBuilder();
        capabilities()
                .plugin()
                .forEach(type -> response.addCapabilities(PluginCapability.newBuilder()
                        .setService(PluginCapability.Service.newBuilder().setType(type))));
        capabilities()
                .expansion()
                .forEach(type -> response.addCapabilities(PluginCapability.newBuilder()
                        .setVolumeExpansion(
                                PluginCapability.VolumeExpansion.newBuilder().setType(type))));
        return ok(response.build());
    }

    Answer controllerCapabilities() {
        ControllerGetCapabilitiesResponse.Builder response = ControllerGetCapabilitiesResponse.newBuilder();
        capabilities()
                .controller()
                .forEach(type -> response.addCapabilities(ControllerServiceCapability.newBuilder()
                        .setRpc(ControllerServiceCapability.RPC.newBuilder().setType(type))));
        return ok(response.build());
    }

    Answer groupCapabilities() {
        return ok(GroupControllerGetCapabilitiesResponse.newBuilder()
                .addCapabilities(GroupControllerServiceCapability.newBuilder()
                        .setRpc(GroupControllerServiceCapability.RPC
                                .newBuilder()
                                .setType(
                                        GroupControllerServiceCapability.RPC
                                                .Type
                                                .CREATE_DELETE_GET_VOLUME_GROUP_SNAPSHOT)))
                .build());
    }

    Answer nodeCapabilities() {
        NodeGetCapabilitiesResponse.Builder response = NodeGetCapabilitiesResponse.newBuilder();
        capabilities()
                .node()
                .forEach(type -> response.addCapabilities(NodeServiceCapability.newBuilder()
                        .setRpc(NodeServiceCapability.RPC.newBuilder().setType(type))));
        return ok(response.build());
    }

    Answer nodeInfo(String nodeId) {
        if (!self.nodeIds.contains(nodeId)) {
            return failed(Code.FAILED_PRECONDITION, "this socket belongs to no node");
        }
        NodeGetInfoResponse.Builder response =
                NodeGetInfoResponse.newBuilder().setNodeId(nodeId).setMaxVolumesPerNode(self.maxVolumesPerNode);
        if (capabilities().hasTopology()) {
            response.setAccessibleTopology(PluginSelf.topology());
        }
        return ok(response.build());
    }
}

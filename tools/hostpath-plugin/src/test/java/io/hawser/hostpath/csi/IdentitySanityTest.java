package io.hawser.hostpath.csi;

import static io.grpc.Status.Code.UNIMPLEMENTED;
import static io.hawser.hostpath.PluginClient.code;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.v1.ControllerGetCapabilitiesRequest;
import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.CreateSnapshotRequest;
import io.hawser.csi.v1.GetPluginCapabilitiesRequest;
import io.hawser.csi.v1.GetPluginInfoRequest;
import io.hawser.csi.v1.NodeGetCapabilitiesRequest;
import io.hawser.csi.v1.NodeGetInfoRequest;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import io.hawser.csi.v1.ProbeRequest;
import io.hawser.hostpath.PluginClient;
import io.hawser.hostpath.TestBed;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The cases of csi-sanity about the plugin itself, for what this plugin offers, over its real socket. */
class IdentitySanityTest {
    private static final String KEY = "topology.hostpath.hawser/node";

    private TestBed bed;
    private PluginClient csi;

    @BeforeEach
    void start() throws Exception {
        bed = new TestBed();
        csi = bed.node("node-1");
    }

    @AfterEach
    void stop() throws Exception {
        bed.close();
    }

    @Test
    @Tag("sanity-1")
    @Tag("sanity-2")
    @Tag("sanity-3")
    @Tag("sanity-4")
    @Tag("sanity-66")
    @Tag("sanity-67")
    @DisplayName("The plugin says who it is, what it offers, on which node, and that it is ready")
    void identityAndCapabilitiesAreTold() {
        var info = csi.identity.getPluginInfo(GetPluginInfoRequest.getDefaultInstance());
        assertThat(info.getName()).isEqualTo("hostpath.hawser");
        assertThat(info.getVendorVersion()).isNotEmpty();
        assertThat(csi.identity
                        .probe(ProbeRequest.getDefaultInstance())
                        .getReady()
                        .getValue())
                .isTrue();
        assertThat(csi.identity
                        .getPluginCapabilities(GetPluginCapabilitiesRequest.getDefaultInstance())
                        .getCapabilitiesList())
                .extracting(c -> c.getService().getType())
                .containsExactly(
                        PluginCapability.Service.Type.CONTROLLER_SERVICE,
                        PluginCapability.Service.Type.VOLUME_ACCESSIBILITY_CONSTRAINTS,
                        PluginCapability.Service.Type.UNKNOWN);
        assertThat(csi.controller
                        .controllerGetCapabilities(ControllerGetCapabilitiesRequest.getDefaultInstance())
                        .getCapabilitiesList())
                .extracting(c -> c.getRpc().getType())
                .containsExactlyInAnyOrder(
                        ControllerServiceCapability.RPC.Type.CREATE_DELETE_VOLUME,
                        ControllerServiceCapability.RPC.Type.PUBLISH_UNPUBLISH_VOLUME,
                        ControllerServiceCapability.RPC.Type.PUBLISH_READONLY,
                        ControllerServiceCapability.RPC.Type.LIST_VOLUMES,
                        ControllerServiceCapability.RPC.Type.LIST_VOLUMES_PUBLISHED_NODES,
                        ControllerServiceCapability.RPC.Type.EXPAND_VOLUME,
                        ControllerServiceCapability.RPC.Type.SINGLE_NODE_MULTI_WRITER);
        assertThat(csi.node
                        .nodeGetCapabilities(NodeGetCapabilitiesRequest.getDefaultInstance())
                        .getCapabilitiesList())
                .extracting(c -> c.getRpc().getType())
                .containsExactlyInAnyOrder(
                        NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME,
                        NodeServiceCapability.RPC.Type.GET_VOLUME_STATS,
                        NodeServiceCapability.RPC.Type.EXPAND_VOLUME,
                        NodeServiceCapability.RPC.Type.SINGLE_NODE_MULTI_WRITER);
        NodeGetInfoResponse node = csi.node.nodeGetInfo(NodeGetInfoRequest.getDefaultInstance());
        assertThat(node.getNodeId()).isEqualTo("node-1");
        assertThat(node.getMaxVolumesPerNode()).isZero();
        assertThat(node.getAccessibleTopology().getSegmentsMap()).containsOnly(Map.entry(KEY, "node-1"));
    }

    @Test
    @DisplayName("What is not offered is UNIMPLEMENTED")
    void whatIsNotOfferedIsUnimplemented() {
        assertThat(code(() -> csi.controller.createSnapshot(CreateSnapshotRequest.getDefaultInstance())))
                .isEqualTo(UNIMPLEMENTED);
    }
}

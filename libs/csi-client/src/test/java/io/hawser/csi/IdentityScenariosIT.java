package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.BoolValue;
import io.grpc.Status;
import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.GetPluginInfoRequest;
import io.hawser.csi.v1.GetPluginInfoResponse;
import io.hawser.csi.v1.NodeGetCapabilitiesRequest;
import io.hawser.csi.v1.NodeGetInfoRequest;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.csi.v1.ProbeResponse;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who the plugin is, whether it is ready, what it can do. */
class IdentityScenariosIT extends PluginFixture {

    @Test
    @Tag("nomad-53")
    @DisplayName("A Probe that fails ends with the plugin's code")
    void aProbeThatFailsIsToldApart() {
        // Given
        plugin.fail(CsiRpc.PROBE, Status.FAILED_PRECONDITION.withDescription("no kernel module"));
        // When
        RpcOutcome<Boolean> ready = connection.probe(LONG).await().indefinitely();
        // Then
        rejected(ready, CsiCode.FAILED_PRECONDITION);
    }

    @Test
    @Tag("nomad-54")
    @DisplayName("ready=false is not ready")
    void readyFalseIsNotReady() {
        // Given
        plugin.answer(
                CsiRpc.PROBE,
                ProbeResponse.newBuilder().setReady(BoolValue.of(false)).build());
        // When
        RpcOutcome<Boolean> ready = connection.probe(LONG).await().indefinitely();
        // Then
        assertThat(done(ready)).isFalse();
    }

    @Test
    @Tag("nomad-55")
    @DisplayName("ready=true is ready")
    void readyTrueIsReady() {
        // Given
        plugin.answer(
                CsiRpc.PROBE,
                ProbeResponse.newBuilder().setReady(BoolValue.of(true)).build());
        // When
        RpcOutcome<Boolean> ready = connection.probe(LONG).await().indefinitely();
        // Then
        assertThat(done(ready)).isTrue();
    }

    @Test
    @Tag("nomad-56")
    @DisplayName("No word about readiness is ready")
    void absentReadyIsReady() {
        // Given
        plugin.answer(CsiRpc.PROBE, ProbeResponse.getDefaultInstance());
        // When
        RpcOutcome<Boolean> ready = connection.probe(LONG).await().indefinitely();
        // Then
        assertThat(done(ready)).isTrue();
    }

    @Test
    @Tag("nomad-57")
    @DisplayName("A GetPluginInfo that fails ends the identity with its code")
    void anInfoThatFailsEndsTheIdentity() {
        // Given
        plugin.fail(CsiRpc.GET_PLUGIN_INFO, Status.INTERNAL);
        // When
        RpcOutcome<PluginIdentity> identity = connection.identity().await().indefinitely();
        // Then
        uncertain(identity, CsiCode.INTERNAL, RpcOutcome.Origin.PLUGIN);
    }

    @ParameterizedTest
    @Tag("nomad-58")
    @DisplayName("A plugin without a name, or with one that CSI forbids, is nobody")
    @ValueSource(
            strings = {
                "",
                "-a",
                "a.",
                "under_score",
                "with space",
                "../x",
                "a123456789012345678901234567890123456789012345678901234567890123"
            })
    void aBadNameIsGarbage(String name) {
        // Given
        plugin.answer(
                CsiRpc.GET_PLUGIN_INFO,
                GetPluginInfoResponse.newBuilder().setName(name).build());
        // When
        RpcOutcome<GetPluginInfoResponse> info =
                call(CsiRpc.GET_PLUGIN_INFO, GetPluginInfoRequest.getDefaultInstance());
        // Then
        uncertain(info, CsiCode.INTERNAL, RpcOutcome.Origin.CLIENT);
    }

    @Test
    @Tag("nomad-59")
    @DisplayName("Name and version are read")
    void nameAndVersionAreRead() {
        // Given
        plugin.answer(
                CsiRpc.GET_PLUGIN_INFO,
                GetPluginInfoResponse.newBuilder()
                        .setName("scripted.example.com")
                        .setVendorVersion("1.0")
                        .build());
        // When
        PluginIdentity identity = done(connection.identity().await().indefinitely());
        // Then
        assertThat(identity.name()).isEqualTo("scripted.example.com");
        assertThat(identity.vendorVersion()).isEqualTo("1.0");
    }

    @Test
    @Tag("nomad-60")
    @DisplayName("GetPluginCapabilities that fails ends the identity with its code")
    void pluginCapabilitiesThatFailEndTheIdentity() {
        // Given
        plugin.fail(CsiRpc.GET_PLUGIN_CAPABILITIES, Status.UNAVAILABLE);
        // When
        RpcOutcome<PluginIdentity> identity = connection.identity().await().indefinitely();
        // Then
        uncertain(identity, CsiCode.UNAVAILABLE, RpcOutcome.Origin.PLUGIN);
    }

    @Test
    @Tag("nomad-61")
    @DisplayName("CONTROLLER_SERVICE alone: a controller, no topology")
    void aControllerWithoutTopology() {
        // Given
        plugin.answer(CsiRpc.GET_PLUGIN_CAPABILITIES, PluginScript.plugin(1));
        // When
        CapabilitySet capabilities = capabilities();
        // Then
        assertThat(capabilities.hasController()).isTrue();
        assertThat(capabilities.constrainsAccess()).isFalse();
    }

    @Test
    @Tag("nomad-62")
    @DisplayName("VOLUME_ACCESSIBILITY_CONSTRAINTS: topology")
    void topologyIsRead() {
        // Given
        plugin.answer(CsiRpc.GET_PLUGIN_CAPABILITIES, PluginScript.plugin(2));
        // When
        CapabilitySet capabilities = capabilities();
        // Then
        assertThat(capabilities.constrainsAccess()).isTrue();
        assertThat(capabilities.hasController()).isFalse();
    }

    @Test
    @Tag("nomad-63")
    @DisplayName("ControllerGetCapabilities that fails ends the identity with its code")
    void controllerCapabilitiesThatFailEndTheIdentity() {
        // Given
        plugin.fail(CsiRpc.CONTROLLER_GET_CAPABILITIES, Status.INTERNAL);
        // When
        RpcOutcome<PluginIdentity> identity = connection.identity().await().indefinitely();
        // Then
        uncertain(identity, CsiCode.INTERNAL, RpcOutcome.Origin.PLUGIN);
    }

    @Test
    @Tag("nomad-64")
    @DisplayName("UNKNOWN and numbers of a newer CSI are kept and mean nothing")
    void unknownCapabilitiesAreKeptAndMeanNothing() {
        // Given
        plugin.answer(CsiRpc.CONTROLLER_GET_CAPABILITIES, PluginScript.controller(Stream.of(0, 4711)));
        // When
        CapabilitySet capabilities = capabilities();
        // Then
        assertThat(capabilities.controller()).containsExactlyInAnyOrder(0, 4711);
        assertThat(capabilities.createsVolumes()).isFalse();
    }

    @Test
    @Tag("nomad-65")
    @DisplayName("LIST_VOLUMES with LIST_VOLUMES_PUBLISHED_NODES")
    void listingWithPublishedNodes() {
        // Given
        plugin.answer(CsiRpc.CONTROLLER_GET_CAPABILITIES, PluginScript.controller(Stream.of(3, 10)));
        // When
        CapabilitySet capabilities = capabilities();
        // Then
        assertThat(capabilities.listsVolumes()).isTrue();
        assertThat(capabilities.listsPublishedNodes()).isTrue();
        assertThat(capabilities.publishesUnpublishes()).isFalse();
    }

    @Test
    @Tag("nomad-66")
    @DisplayName("PUBLISH_UNPUBLISH_VOLUME with PUBLISH_READONLY")
    void publishingReadOnly() {
        // Given
        plugin.answer(CsiRpc.CONTROLLER_GET_CAPABILITIES, PluginScript.controller(Stream.of(2, 8)));
        // When
        CapabilitySet capabilities = capabilities();
        // Then
        assertThat(capabilities.publishesUnpublishes()).isTrue();
        assertThat(capabilities.publishesReadOnly()).isTrue();
        assertThat(capabilities.has(ControllerServiceCapability.RPC.Type.LIST_VOLUMES))
                .isFalse();
    }

    @Test
    @Tag("nomad-67")
    @DisplayName("NodeGetCapabilities that fails ends with its code")
    void nodeCapabilitiesThatFail() {
        // Given
        plugin.fail(CsiRpc.NODE_GET_CAPABILITIES, Status.INTERNAL);
        // When
        var ending = call(CsiRpc.NODE_GET_CAPABILITIES, NodeGetCapabilitiesRequest.getDefaultInstance());
        // Then
        uncertain(ending, CsiCode.INTERNAL, RpcOutcome.Origin.PLUGIN);
    }

    @Test
    @Tag("nomad-68")
    @DisplayName("Staging and expansion together")
    void stagingAndExpansionTogether() {
        // Given
        plugin.answer(CsiRpc.NODE_GET_CAPABILITIES, PluginScript.node(1, 3));
        // When
        CapabilitySet capabilities = capabilities();
        // Then
        assertThat(capabilities.stages()).isTrue();
        assertThat(capabilities.expandsAtNode()).isTrue();
        assertThat(capabilities.nodeSingleNodeMultiWriter()).isFalse();
    }

    @Test
    @Tag("nomad-116")
    @Tag("nomad-139")
    @DisplayName("An endpoint without an address is refused before anything is opened")
    void anEmptyAddressIsRefused() {
        assertThatThrownBy(() -> CsiEndpoint.parse(""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("address is empty");
    }

    @Test
    @DisplayName("A node that does not say its id, or too long a one, cannot be used")
    void aNodeWithoutAnIdIsGarbage() {
        // Given
        plugin.answer(CsiRpc.NODE_GET_INFO, NodeGetInfoResponse.getDefaultInstance());
        RpcOutcome<NodeGetInfoResponse> without = call(CsiRpc.NODE_GET_INFO, NodeGetInfoRequest.getDefaultInstance());
        plugin.answer(
                CsiRpc.NODE_GET_INFO,
                NodeGetInfoResponse.newBuilder().setNodeId("n".repeat(257)).build());
        // When
        RpcOutcome<NodeGetInfoResponse> tooLong = call(CsiRpc.NODE_GET_INFO, NodeGetInfoRequest.getDefaultInstance());
        // Then
        uncertain(without, CsiCode.INTERNAL, RpcOutcome.Origin.CLIENT);
        uncertain(tooLong, CsiCode.INTERNAL, RpcOutcome.Origin.CLIENT);
    }

    @Test
    @DisplayName("A node says who it is: 256 bytes are allowed for its id")
    void aNodeSaysWhoItIs() {
        // Given
        NodeGetInfoResponse info = NodeGetInfoResponse.newBuilder()
                .setNodeId("n".repeat(256))
                .setMaxVolumesPerNode(8)
                .build();
        plugin.answer(CsiRpc.NODE_GET_INFO, info);
        // When
        RpcOutcome<NodeGetInfoResponse> ending = call(CsiRpc.NODE_GET_INFO, NodeGetInfoRequest.getDefaultInstance());
        // Then
        assertThat(done(ending)).isEqualTo(info);
    }

    private CapabilitySet capabilities() {
        return done(connection.identity().await().indefinitely()).capabilities();
    }
}

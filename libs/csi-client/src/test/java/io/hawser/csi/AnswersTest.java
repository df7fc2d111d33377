package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.v1.ControllerGetCapabilitiesResponse;
import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.GetPluginCapabilitiesResponse;
import io.hawser.csi.v1.GetPluginInfoResponse;
import io.hawser.csi.v1.GroupControllerGetCapabilitiesResponse;
import io.hawser.csi.v1.GroupControllerServiceCapability;
import io.hawser.csi.v1.ListVolumesResponse;
import io.hawser.csi.v1.NodeGetCapabilitiesResponse;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import io.hawser.csi.v1.Topology;
import io.hawser.csi.v1.Volume;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a plugin says of itself stands in records, which have a limit. */
class AnswersTest {

    /** By the number of entries in an answer: what is wrong with it. */
    static Stream<IntFunction<Optional<Violation>>> capabilities() {
        return Stream.of(
                count -> CsiRpc.GET_PLUGIN_CAPABILITIES.checkAnswer(GetPluginCapabilitiesResponse.newBuilder()
                        .addAllCapabilities(Collections.nCopies(count, PluginCapability.getDefaultInstance()))
                        .build()),
                count -> CsiRpc.CONTROLLER_GET_CAPABILITIES.checkAnswer(ControllerGetCapabilitiesResponse.newBuilder()
                        .addAllCapabilities(
                                Collections.nCopies(count, ControllerServiceCapability.getDefaultInstance()))
                        .build()),
                count -> CsiRpc.GROUP_CONTROLLER_GET_CAPABILITIES.checkAnswer(
                        GroupControllerGetCapabilitiesResponse.newBuilder()
                                .addAllCapabilities(Collections.nCopies(
                                        count, GroupControllerServiceCapability.getDefaultInstance()))
                                .build()),
                count -> CsiRpc.NODE_GET_CAPABILITIES.checkAnswer(NodeGetCapabilitiesResponse.newBuilder()
                        .addAllCapabilities(Collections.nCopies(count, NodeServiceCapability.getDefaultInstance()))
                        .build()));
    }

    @ParameterizedTest
    @DisplayName("An answer has at most 64 capabilities of each kind")
    @MethodSource("capabilities")
    void capabilitiesAreBounded(IntFunction<Optional<Violation>> answer) {
        assertThat(answer.apply(64)).isEmpty();
        assertThat(answer.apply(65))
                .contains(new Violation("capabilities", "has 65 entries, more than the 64 that are allowed"));
    }

    @Test
    @DisplayName("A plugin's version has at most 128 bytes; its manifest, which is stored nowhere, any size")
    void theVersionIsBounded() {
        // Given
        GetPluginInfoResponse.Builder info =
                GetPluginInfoResponse.newBuilder().setName("a.example.com").putManifest("readme", "x".repeat(10_000));
        // Then
        assertThat(check(info.setVendorVersion("\u00e9".repeat(64)))).isEmpty();
        assertThat(check(info.setVendorVersion("\u00e9".repeat(65))))
                .contains(new Violation("vendor_version", "has 130 bytes, more than the 128 that are allowed"));
    }

    @Test
    @DisplayName("A plugin's name is one that Hawser's topics accept")
    void theNameIsOneThatTopicsAccept() {
        assertThat(check(GetPluginInfoResponse.newBuilder().setName("csi-1.example.com")))
                .isEmpty();
        for (String name : List.of("csi..example", "-csi", "csi.", "a".repeat(64))) {
            assertThat(check(GetPluginInfoResponse.newBuilder().setName(name)))
                    .map(Violation::field)
                    .contains("name");
        }
    }

    @Test
    @DisplayName("A topology value may be empty: some drivers say so that a node is in no zone")
    void aNodeInNoZone() {
        assertThat(segment("topology.example.com/zone", "")).isEmpty();
        assertThat(segment("topology.example.com/zone", "z".repeat(63))).isEmpty();
        assertThat(segment("topology.example.com/zone", "z".repeat(64)))
                .map(Violation::field)
                .contains("accessible_topology.segments");
        assertThat(segment("topology.example.com/", "z"))
                .map(Violation::field)
                .contains("accessible_topology.segments");
    }

    @Test
    @DisplayName("The ids of nodes in a listing are stored, so none holds a NUL")
    void nodesOfAListing() {
        assertThat(listed("n-1")).isEmpty();
        assertThat(listed("n-1", "n\0"))
                .contains(new Violation("entries[0].status.published_node_ids[1]", "must not hold a NUL character"));
    }

    private static Optional<Violation> listed(String... nodes) {
        ListVolumesResponse.Builder listing = ListVolumesResponse.newBuilder();
        listing.addEntriesBuilder()
                .setVolume(Volume.newBuilder().setVolumeId("v"))
                .getStatusBuilder()
                .addAllPublishedNodeIds(List.of(nodes));
        return CsiRpc.LIST_VOLUMES.checkAnswer(listing.build());
    }

    private static Optional<Violation> segment(String key, String value) {
        return CsiRpc.NODE_GET_INFO.checkAnswer(NodeGetInfoResponse.newBuilder()
                .setNodeId("n")
                .setAccessibleTopology(Topology.newBuilder().putSegments(key, value))
                .build());
    }

    private static Optional<Violation> check(GetPluginInfoResponse.Builder info) {
        return CsiRpc.GET_PLUGIN_INFO.checkAnswer(info.build());
    }
}

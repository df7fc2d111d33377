package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.BoolValue;
import io.grpc.Status;
import io.hawser.csi.v1.GetCapacityRequest;
import io.hawser.csi.v1.NodeGetInfoRequest;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.csi.v1.ProbeResponse;
import io.hawser.csi.v1.Topology;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What one look at a plugin finds, also where a question fails. */
class PluginLookIT extends PluginFixture {

    @Test
    @Tag("nomad-1")
    @Tag("nomad-2")
    @Tag("nomad-8")
    @DisplayName("A node with the least capabilities: its id, its limit and its topology, each asked once")
    void aNode() {
        // Given
        NodeGetInfoResponse info = node("n-1", 3, "a");
        plugin.answer(CsiRpc.GET_PLUGIN_CAPABILITIES, PluginScript.plugin(2))
                .answer(CsiRpc.NODE_GET_CAPABILITIES, PluginScript.node())
                .answer(CsiRpc.NODE_GET_INFO, info);
        // When
        PluginLook look = look();
        // Then
        assertThat(look.trouble()).isEmpty();
        assertThat(look.nodeInfo()).contains(info);
        assertThat(look.identity().orElseThrow().capabilities().stages()).isFalse();
        assertThat(look.identity().orElseThrow().capabilities().constrainsAccess())
                .isTrue();
        assertThat(plugin.askedRpcs())
                .containsExactly(
                        "GetPluginInfo", "GetPluginCapabilities", "NodeGetCapabilities", "NodeGetInfo", "Probe");
    }

    @Test
    @Tag("nomad-3")
    @Tag("nomad-S1")
    @DisplayName("GetPluginCapabilities fails: name and version are known, with the reason, and nothing more is asked")
    void pluginCapabilitiesFail() {
        // Given
        plugin.fail(CsiRpc.GET_PLUGIN_CAPABILITIES, Status.INTERNAL.withDescription("no backend"));
        // When
        PluginLook look = look();
        // Then
        assertThat(look.identity().orElseThrow().name()).isEqualTo(PluginScript.NAME);
        assertThat(look.capabilitiesRead()).isFalse();
        assertThat(look.trouble()).contains("GetPluginCapabilities", "INTERNAL", "no backend");
        assertThat(plugin.times(CsiRpc.NODE_GET_INFO)).isZero();
    }

    @Test
    @Tag("nomad-4")
    @DisplayName("NodeGetInfo fails: identity and capabilities are known, with the reason, both asked once")
    void nodeInfoFails() {
        // Given
        plugin.fail(CsiRpc.NODE_GET_INFO, Status.INTERNAL.withDescription("no\n\tmetadata\n"));
        // When
        PluginLook look = look();
        // Then
        assertThat(look.capabilitiesRead()).isTrue();
        assertThat(look.nodeInfo()).isEmpty();
        assertThat(look.trouble()).contains("NodeGetInfo", "no metadata");
        assertThat(plugin.times(CsiRpc.GET_PLUGIN_CAPABILITIES)).isEqualTo(1);
        assertThat(plugin.times(CsiRpc.NODE_GET_INFO)).isEqualTo(1);
    }

    @Test
    @Tag("nomad-7")
    @Tag("nomad-10")
    @DisplayName("Capabilities of controller or node fail: the name is known, with the reason")
    void serviceCapabilitiesFail() {
        // Given
        plugin.fail(CsiRpc.CONTROLLER_GET_CAPABILITIES, Status.UNAVAILABLE);
        PluginLook controller = look();
        plugin.answer(CsiRpc.CONTROLLER_GET_CAPABILITIES, PluginScript.controller(Stream.of()))
                .fail(CsiRpc.NODE_GET_CAPABILITIES, Status.UNAVAILABLE);
        // When
        PluginLook node = look();
        // Then
        assertThat(controller.identity()).isPresent();
        assertThat(controller.trouble()).contains("ControllerGetCapabilities");
        assertThat(node.identity()).isPresent();
        assertThat(node.trouble()).contains("NodeGetCapabilities");
    }

    @Test
    @DisplayName("A plugin that says more capabilities than a record has place for is not healthy, with the reason, and"
            + " none of them is taken")
    void tooManyCapabilities() {
        // Given
        plugin.answer(CsiRpc.NODE_GET_CAPABILITIES, PluginScript.node(new int[65]));
        // When
        PluginLook look = look();
        // Then
        assertThat(look.trouble()).contains("NodeGetCapabilities", "has 65 entries");
        assertThat(look.identity().orElseThrow().name()).isEqualTo(PluginScript.NAME);
        assertThat(look.identity().orElseThrow().capabilities().node()).isEmpty();
    }

    @Test
    @Tag("nomad-9")
    @Tag("nomad-W23")
    @DisplayName("A plugin that can do more than before is noticed by the next look, and its calls may use it")
    void capabilitiesAreReadAgain() {
        // Given
        plugin.answer(CsiRpc.NODE_GET_CAPABILITIES, PluginScript.node());
        assertThat(look().identity().orElseThrow().capabilities().stages()).isFalse();
        plugin.answer(CsiRpc.NODE_GET_CAPABILITIES, PluginScript.node(1));
        // When
        PluginLook again = look();
        // Then
        assertThat(again.identity().orElseThrow().capabilities().stages()).isTrue();
        assertThat(done(connection.identity().await().indefinitely())
                        .capabilities()
                        .stages())
                .isTrue();
        assertThat(plugin.times(CsiRpc.NODE_GET_CAPABILITIES)).isEqualTo(2);
    }

    @Test
    @Tag("nomad-W23")
    @DisplayName("A plugin that starts again as another node is read again: its node id, its limit and its topology")
    void theNodeIsReadAgain() {
        // Given
        plugin.answer(CsiRpc.NODE_GET_INFO, node("n-1", 3, "a"));
        assertThat(look().nodeInfo()).contains(node("n-1", 3, "a"));
        plugin.stop();
        assertThat(look().nodeInfo()).isEmpty();
        plugin.answer(CsiRpc.NODE_GET_INFO, node("n-2", 4, "b")).start();
        // When
        await().untilAsserted(() -> assertThat(look().trouble()).isEmpty());
        NodeGetInfoResponse again = look().nodeInfo().orElseThrow();
        // Then
        assertThat(again.getNodeId()).isEqualTo("n-2");
        assertThat(again.getMaxVolumesPerNode()).isEqualTo(4);
        assertThat(again.getAccessibleTopology().getSegmentsMap()).containsEntry("zone", "b");
    }

    @Test
    @DisplayName("A plugin that serves only the controller is healthy without a node service")
    void onlyAController() {
        // Given
        plugin.fail(CsiRpc.NODE_GET_CAPABILITIES, Status.UNIMPLEMENTED)
                .fail(CsiRpc.NODE_GET_INFO, Status.UNIMPLEMENTED);
        // When
        PluginLook look = look();
        // Then
        assertThat(look.trouble()).isEmpty();
        assertThat(look.nodeInfo()).isEmpty();
        assertThat(look.identity().orElseThrow().capabilities().hasController()).isTrue();
    }

    @Test
    @DisplayName("A process for the node only is healthy, though the plugin as a whole has a controller; a call to the"
            + " controller is not sent there")
    void onlyANode() {
        // Given
        plugin.fail(CsiRpc.CONTROLLER_GET_CAPABILITIES, Status.UNIMPLEMENTED.withDescription("unknown service"));
        // When
        PluginLook look = look();
        RpcOutcome<?> call = call(CsiRpc.GET_CAPACITY, GetCapacityRequest.getDefaultInstance());
        // Then
        assertThat(look.trouble()).isEmpty();
        assertThat(look.nodeInfo()).isPresent();
        assertThat(look.identity().orElseThrow().capabilities().hasController()).isTrue();
        assertThat(look.identity().orElseThrow().servesController()).isFalse();
        uncertain(call, CsiCode.UNIMPLEMENTED, RpcOutcome.Origin.CLIENT);
        assertThat(plugin.times(CsiRpc.GET_CAPACITY)).isZero();
    }

    @Test
    @DisplayName(
            "Who looks at the node learns whether the process serves the controller, and a controller that does not"
                    + " answer makes no node sick")
    void theNodeTellsOfTheController() {
        // Given
        connection = open(ConnectionOptions.reading(CsiService.NODE));
        PluginLook serves = look();
        plugin.fail(CsiRpc.CONTROLLER_GET_CAPABILITIES, Status.UNAVAILABLE);
        PluginLook silent = look();
        plugin.fail(CsiRpc.CONTROLLER_GET_CAPABILITIES, Status.UNIMPLEMENTED);
        // When
        PluginLook serving = look();
        plugin.fail(CsiRpc.CONTROLLER_GET_CAPABILITIES, Status.UNAVAILABLE);
        PluginLook silentAgain = look().onto(serving);
        // Then
        assertThat(serves.controllerRead()).isTrue();
        assertThat(silent.controllerRead()).isFalse();
        assertThat(silentAgain).isEqualTo(serving);
        assertThat(serves.identity().orElseThrow().servesController()).isTrue();
        assertThat(silent.trouble()).isEmpty();
        assertThat(silent.identity().orElseThrow().servesController()).isTrue();
        assertThat(serving.trouble()).isEmpty();
        assertThat(serving.identity().orElseThrow().servesController()).isFalse();
    }

    @Test
    @DisplayName("What a look at a process for the node only has read is not asked again by the call that follows")
    void aCallAfterALook() {
        // Given
        connection = open(ConnectionOptions.reading(CsiService.NODE));
        plugin.fail(CsiRpc.CONTROLLER_GET_CAPABILITIES, Status.UNIMPLEMENTED);
        look();
        // When
        RpcOutcome<NodeGetInfoResponse> call = connection
                .call(PluginScript.NAME, CsiRpc.NODE_GET_INFO, NodeGetInfoRequest.getDefaultInstance(), LONG)
                .await()
                .indefinitely();
        // Then
        done(call);
        assertThat(plugin.askedRpcs())
                .containsExactly(
                        "GetPluginInfo",
                        "GetPluginCapabilities",
                        "NodeGetCapabilities",
                        "NodeGetInfo",
                        "Probe",
                        "ControllerGetCapabilities",
                        "NodeGetInfo");
    }

    @Test
    @Tag("nomad-S2")
    @DisplayName("A plugin that is not there, not ready or gone is so with a reason, and is found when it comes")
    void readiness() {
        // Given
        plugin.answer(
                CsiRpc.PROBE,
                ProbeResponse.newBuilder().setReady(BoolValue.of(false)).build());
        // When
        PluginLook notReady = look();
        plugin.stop();
        PluginLook away = look();
        plugin.start();
        plugin.answer(CsiRpc.PROBE, ProbeResponse.getDefaultInstance());
        // Then
        assertThat(notReady.trouble()).contains("not ready");
        assertThat(notReady.nodeInfo()).isPresent();
        assertThat(away.identity()).isEmpty();
        assertThat(away.trouble()).startsWith("GetPluginInfo: ");
        await().untilAsserted(() -> assertThat(look().trouble()).isEmpty());
    }

    private static NodeGetInfoResponse node(String id, long limit, String zone) {
        return NodeGetInfoResponse.newBuilder()
                .setNodeId(id)
                .setMaxVolumesPerNode(limit)
                .setAccessibleTopology(Topology.newBuilder().putSegments("zone", zone))
                .build();
    }

    private PluginLook look() {
        return connection.look(LONG).await().indefinitely();
    }

    @Test
    @DisplayName("After a failed look a call does not repeat the question immediately, nor a look after a failed call")
    void nothingIsAskedAgainAtOnce() {
        // Given
        plugin.fail(CsiRpc.GET_PLUGIN_CAPABILITIES, Status.INTERNAL);
        // Then: a busy machine may miss the pause of 100 ms
        await().until(() -> {
            // When
            look();
            long asked = plugin.times(CsiRpc.GET_PLUGIN_CAPABILITIES);
            RpcOutcome<?> call = call(CsiRpc.GET_CAPACITY, GetCapacityRequest.getDefaultInstance());
            uncertain(call, CsiCode.INTERNAL, RpcOutcome.Origin.CLIENT);
            return plugin.times(CsiRpc.GET_PLUGIN_CAPABILITIES) == asked;
        });
        // Given
        plugin.answer(CsiRpc.GET_PLUGIN_CAPABILITIES, PluginScript.plugin(1))
                .fail(CsiRpc.CONTROLLER_GET_CAPABILITIES, Status.UNIMPLEMENTED);
        // When
        look();
        RpcOutcome<?> later = call(CsiRpc.GET_CAPACITY, GetCapacityRequest.getDefaultInstance());
        // Then: the look came after the pause, so the call asks by itself.
        assertThat(later.toString()).contains("serves no controller");
    }

    @Test
    @DisplayName("Two looks at a plugin that does not answer say the same: nothing has changed")
    void aMissedDeadlineHasTheSameWords() {
        // Given: connected, so that the time is enough for what comes before
        assertThat(look().trouble()).isEmpty();
        plugin.hang(CsiRpc.NODE_GET_INFO);
        // When
        PluginLook first = lookThatMissesNodeInfo();
        PluginLook second = lookThatMissesNodeInfo();
        // Then
        assertThat(first.trouble()).contains("NodeGetInfo", "DEADLINE_EXCEEDED");
        assertThat(second).isEqualTo(first);
    }

    /** The time of a look may end before that, on a slow machine. */
    private PluginLook lookThatMissesNodeInfo() {
        return await().until(
                        () -> connection.look(Duration.ofSeconds(2)).await().indefinitely(),
                        look -> look.trouble().contains("NodeGetInfo"));
    }

    @Test
    @DisplayName("A call during a look waits for the look's answers and asks nothing itself, so both fail together")
    void aCallSharesTheReading() {
        // Given
        plugin.hang(CsiRpc.GET_PLUGIN_INFO);
        CompletableFuture<PluginLook> look = connection.look(LONG).subscribeAsCompletionStage();
        await().atMost(LONG).until(() -> plugin.times(CsiRpc.GET_PLUGIN_INFO) == 1);
        // When
        RpcOutcome<?> call = call(CsiRpc.GET_CAPACITY, GetCapacityRequest.getDefaultInstance(), Duration.ofMillis(300));
        // Then
        uncertain(call, CsiCode.DEADLINE_EXCEEDED, RpcOutcome.Origin.CLIENT);
        assertThat(plugin.times(CsiRpc.GET_PLUGIN_INFO)).isEqualTo(1);
        assertThat(look).isNotDone();
    }
}

package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerPublishVolumeResponse;
import io.hawser.csi.v1.DeleteVolumeRequest;
import io.hawser.csi.v1.DeleteVolumeResponse;
import io.hawser.csi.v1.GetPluginInfoResponse;
import io.hawser.csi.v1.NodePublishVolumeRequest;
import io.hawser.csi.v1.NodePublishVolumeResponse;
import io.hawser.csi.v1.NodeUnpublishVolumeRequest;
import io.hawser.csi.v1.NodeUnpublishVolumeResponse;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When capabilities are read, read again, and what they let through. */
class CapabilityIT extends PluginFixture {

    private static final DeleteVolumeRequest DELETE =
            DeleteVolumeRequest.newBuilder().setVolumeId("id-1").build();

    @Test
    @DisplayName("Capabilities are read before the first call that depends on them, and once")
    void capabilitiesAreReadBeforeTheFirstUseAndOnce() {
        // Given
        plugin.answer(CsiRpc.DELETE_VOLUME, DeleteVolumeResponse.getDefaultInstance());
        // When
        done(call(CsiRpc.DELETE_VOLUME, DELETE));
        done(call(CsiRpc.DELETE_VOLUME, DELETE));
        // Then
        assertThat(plugin.askedRpcs())
                .containsExactly(
                        "GetPluginInfo",
                        "GetPluginCapabilities",
                        "ControllerGetCapabilities",
                        "NodeGetCapabilities",
                        "DeleteVolume",
                        "DeleteVolume");
    }

    @Test
    @DisplayName("Many first calls at once share one reading")
    void concurrentFirstCallsShareOneReading() {
        // Given
        plugin.answer(CsiRpc.DELETE_VOLUME, DeleteVolumeResponse.getDefaultInstance());
        List<Uni<RpcOutcome<DeleteVolumeResponse>>> calls = Stream.generate(
                        () -> connection.call(CsiRpc.DELETE_VOLUME, DELETE, LONG))
                .limit(20)
                .toList();
        // When
        List<RpcOutcome<DeleteVolumeResponse>> endings =
                Uni.join().all(calls).andCollectFailures().await().indefinitely();
        // Then
        assertThat(endings).allSatisfy(PluginFixture::done);
        assertThat(plugin.times(CsiRpc.GET_PLUGIN_INFO)).isEqualTo(1);
    }

    @Test
    @DisplayName("An RPC that the plugin does not advertise is refused, and nothing of it is sent")
    void whatIsNotAdvertisedIsNotSent() {
        // Given
        plugin.answer(CsiRpc.CONTROLLER_GET_CAPABILITIES, PluginScript.controller(Stream.of(2)));
        // When
        RpcOutcome<DeleteVolumeResponse> ending = call(CsiRpc.DELETE_VOLUME, DELETE);
        // Then
        assertThat(ending).isInstanceOfSatisfying(RpcOutcome.Rejected.class, rejected -> {
            assertThat(rejected.unimplemented()).isTrue();
            assertThat(rejected.sent()).isFalse();
            assertThat(rejected.message()).contains("CREATE_DELETE_VOLUME");
        });
        assertThat(plugin.times(CsiRpc.DELETE_VOLUME)).isZero();
    }

    @Test
    @DisplayName("A plugin without CONTROLLER_SERVICE is not asked what its controller can do")
    void aPluginWithoutControllerIsNotAskedForIt() {
        // Given
        plugin.answer(CsiRpc.GET_PLUGIN_CAPABILITIES, PluginScript.plugin());
        // When
        CapabilitySet capabilities =
                done(connection.identity().await().indefinitely()).capabilities();
        // Then
        assertThat(capabilities.hasController()).isFalse();
        assertThat(plugin.times(CsiRpc.CONTROLLER_GET_CAPABILITIES)).isZero();
        assertThat(capabilities.stages()).isTrue();
    }

    @Test
    @DisplayName("A call for one plugin is not sent to another one that answers at the endpoint now: "
            + "neither one that needs capabilities, nor an unmount, which needs none")
    void anotherPluginGetsNoCall() {
        // Given
        plugin.answer(CsiRpc.DELETE_VOLUME, DeleteVolumeResponse.getDefaultInstance());
        done(connection
                .call(PluginScript.NAME, CsiRpc.DELETE_VOLUME, DELETE, LONG)
                .await()
                .indefinitely());
        plugin.stop();
        plugin.answer(
                CsiRpc.GET_PLUGIN_INFO,
                GetPluginInfoResponse.newBuilder()
                        .setName("another.example.com")
                        .setVendorVersion("1")
                        .build());
        plugin.start();
        // The client may notice a moment later that the connection has ended.
        org.awaitility.Awaitility.await()
                .until(() ->
                        connection.identity().await().indefinitely() instanceof RpcOutcome.Done<PluginIdentity> done
                                && done.response().name().equals("another.example.com"));
        // When
        RpcOutcome<?> deleted = connection
                .call(PluginScript.NAME, CsiRpc.DELETE_VOLUME, DELETE, LONG)
                .await()
                .indefinitely();
        RpcOutcome<?> unmounted = connection
                .call(
                        PluginScript.NAME,
                        CsiRpc.NODE_UNPUBLISH_VOLUME,
                        NodeUnpublishVolumeRequest.newBuilder()
                                .setVolumeId("id-1")
                                .setTargetPath("/t")
                                .build(),
                        LONG)
                .await()
                .indefinitely();
        // Then
        assertThat(List.of(deleted, unmounted)).allSatisfy(outcome -> assertThat(outcome)
                .isInstanceOfSatisfying(RpcOutcome.Rejected.class, rejected -> {
                    assertThat(rejected.otherPlugin()).isTrue();
                    assertThat(rejected.message())
                            .contains("plugin another.example.com answers at the endpoint of plugin "
                                    + PluginScript.NAME);
                }));
        assertThat(plugin.times(CsiRpc.DELETE_VOLUME)).isEqualTo(1);
        assertThat(plugin.times(CsiRpc.NODE_UNPUBLISH_VOLUME)).isZero();
    }

    @Test
    @DisplayName("A plugin whose capabilities cannot be read gets an unmount all the same, once it has said its name")
    void anUnmountNeedsTheNameOnly() {
        // Given
        plugin.fail(CsiRpc.NODE_GET_CAPABILITIES, Status.INTERNAL);
        plugin.answer(CsiRpc.NODE_UNPUBLISH_VOLUME, NodeUnpublishVolumeResponse.getDefaultInstance());
        NodeUnpublishVolumeRequest unmount = NodeUnpublishVolumeRequest.newBuilder()
                .setVolumeId("id-1")
                .setTargetPath("/t")
                .build();
        // When
        RpcOutcome<?> unmounted = connection
                .call(PluginScript.NAME, CsiRpc.NODE_UNPUBLISH_VOLUME, unmount, LONG)
                .await()
                .indefinitely();
        RpcOutcome<?> elsewhere = connection
                .call("another.example.com", CsiRpc.NODE_UNPUBLISH_VOLUME, unmount, LONG)
                .await()
                .indefinitely();
        // Then
        assertThat(unmounted).isInstanceOf(RpcOutcome.Done.class);
        assertThat(elsewhere)
                .isInstanceOfSatisfying(RpcOutcome.Rejected.class, rejected -> assertThat(rejected.otherPlugin())
                        .isTrue());
        assertThat(plugin.times(CsiRpc.NODE_UNPUBLISH_VOLUME)).isEqualTo(1);
    }

    @Test
    @DisplayName("After a reconnect capabilities are read again before the next call that depends on them")
    void capabilitiesAreReadAgainAfterAReconnect() {
        // Given
        plugin.answer(CsiRpc.DELETE_VOLUME, DeleteVolumeResponse.getDefaultInstance());
        done(call(CsiRpc.DELETE_VOLUME, DELETE));
        plugin.stop();
        plugin.answer(CsiRpc.CONTROLLER_GET_CAPABILITIES, PluginScript.controller(Stream.of(2)));
        plugin.start();
        // When
        RpcOutcome<DeleteVolumeResponse> ending = untilThere();
        // Then
        assertThat(ending)
                .isInstanceOfSatisfying(RpcOutcome.Rejected.class, rejected -> assertThat(rejected.unimplemented())
                        .isTrue());
        assertThat(plugin.times(CsiRpc.GET_PLUGIN_INFO)).isEqualTo(2);
        assertThat(plugin.times(CsiRpc.DELETE_VOLUME)).isEqualTo(1);
    }

    private RpcOutcome<DeleteVolumeResponse> untilThere() {
        return org.awaitility.Awaitility.await()
                .atMost(LONG)
                .until(
                        () -> call(CsiRpc.DELETE_VOLUME, DELETE),
                        ending -> !(ending instanceof RpcOutcome.Uncertain<?>));
    }

    @Test
    @DisplayName("After UNIMPLEMENTED capabilities are read again before the next call that depends on them")
    void capabilitiesAreReadAgainAfterUnimplemented() {
        // Given
        plugin.fail(CsiRpc.DELETE_VOLUME, Status.UNIMPLEMENTED);
        rejected(call(CsiRpc.DELETE_VOLUME, DELETE), CsiCode.UNIMPLEMENTED);
        plugin.answer(CsiRpc.CONTROLLER_GET_CAPABILITIES, PluginScript.controller(Stream.of(2)));
        // When
        RpcOutcome<DeleteVolumeResponse> ending = call(CsiRpc.DELETE_VOLUME, DELETE);
        // Then
        assertThat(ending).isInstanceOfSatisfying(RpcOutcome.Rejected.class, rejected -> assertThat(rejected.sent())
                .isFalse());
        assertThat(plugin.times(CsiRpc.DELETE_VOLUME)).isEqualTo(1);
    }

    @Test
    @DisplayName("After a call that the capabilities refused they are read again before the next call that depends on"
            + " them")
    void capabilitiesAreReadAgainAfterARefusal() {
        // Given
        ControllerPublishVolumeRequest readonly = ControllerPublishVolumeRequest.newBuilder()
                .setVolumeId("id-1")
                .setNodeId("n-1")
                .setVolumeCapability(MOUNT)
                .setReadonly(true)
                .build();
        plugin.answer(CsiRpc.DELETE_VOLUME, DeleteVolumeResponse.getDefaultInstance());
        plugin.answer(CsiRpc.CONTROLLER_PUBLISH_VOLUME, ControllerPublishVolumeResponse.getDefaultInstance());
        plugin.answer(CsiRpc.CONTROLLER_GET_CAPABILITIES, PluginScript.controller(Stream.of(2)));
        RpcOutcome<?> closed = call(CsiRpc.DELETE_VOLUME, DELETE);
        plugin.answer(CsiRpc.CONTROLLER_GET_CAPABILITIES, PluginScript.controller(Stream.of(1, 2)));
        // When
        RpcOutcome<DeleteVolumeResponse> deleted = call(CsiRpc.DELETE_VOLUME, DELETE);
        RpcOutcome<?> withoutReadonly = call(CsiRpc.CONTROLLER_PUBLISH_VOLUME, readonly);
        plugin.answer(CsiRpc.CONTROLLER_GET_CAPABILITIES, PluginScript.controller(Stream.of(1, 2, 8)));
        RpcOutcome<ControllerPublishVolumeResponse> published = call(CsiRpc.CONTROLLER_PUBLISH_VOLUME, readonly);
        // Then
        assertThat(closed).isInstanceOfSatisfying(RpcOutcome.Rejected.class, rejected -> assertThat(rejected.sent())
                .isFalse());
        done(deleted);
        refusedHere(withoutReadonly, "readonly");
        done(published);
        assertThat(plugin.times(CsiRpc.GET_PLUGIN_INFO)).isEqualTo(3);
    }

    @Test
    @DisplayName("While capabilities cannot be read a call that depends on them is uncertain and not sent")
    void unreadableCapabilitiesHoldTheCall() {
        // Given
        plugin.fail(CsiRpc.GET_PLUGIN_CAPABILITIES, Status.PERMISSION_DENIED.withDescription("not you"));
        // When
        RpcOutcome<DeleteVolumeResponse> ending = call(CsiRpc.DELETE_VOLUME, DELETE);
        // Then
        uncertain(ending, CsiCode.PERMISSION_DENIED, RpcOutcome.Origin.CLIENT);
        assertThat(ending.toString()).contains("not you");
        assertThat(plugin.times(CsiRpc.DELETE_VOLUME)).isZero();
    }

    @Test
    @DisplayName("Of many calls that wait for capabilities none reads them again at once after a reading failed")
    void aReadingThatFailedIsNotRepeatedAtOnce() {
        // Given
        int calls = 50;
        plugin.fail(CsiRpc.GET_PLUGIN_CAPABILITIES, Status.UNAVAILABLE);
        long start = System.nanoTime();
        // When
        for (int i = 0; i < calls; i++) {
            uncertain(call(CsiRpc.DELETE_VOLUME, DELETE), CsiCode.UNAVAILABLE, RpcOutcome.Origin.CLIENT);
        }
        // Then
        Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
        assertThat(plugin.times(CsiRpc.GET_PLUGIN_CAPABILITIES))
                .isLessThanOrEqualTo(1 + elapsed.dividedBy(IdentityCache.PAUSE));
    }

    @Test
    @DisplayName("A call's own deadline holds while its capabilities are being read")
    void theDeadlineCoversTheReading() {
        // Given
        plugin.hang(CsiRpc.GET_PLUGIN_CAPABILITIES);
        // When
        RpcOutcome<DeleteVolumeResponse> ending = call(CsiRpc.DELETE_VOLUME, DELETE, Duration.ofSeconds(1));
        // Then
        uncertain(ending, CsiCode.DEADLINE_EXCEEDED, RpcOutcome.Origin.CLIENT);
        assertThat(plugin.times(CsiRpc.DELETE_VOLUME)).isZero();
    }

    @Test
    @DisplayName("Taking a mount down needs no capabilities, so it works while they cannot be read")
    void unpublishingOnTheNodeNeedsNoCapabilities() {
        // Given
        plugin.fail(CsiRpc.GET_PLUGIN_INFO, Status.INTERNAL);
        plugin.answer(CsiRpc.NODE_UNPUBLISH_VOLUME, NodeUnpublishVolumeResponse.getDefaultInstance());
        // When
        var ending = call(
                CsiRpc.NODE_UNPUBLISH_VOLUME,
                NodeUnpublishVolumeRequest.newBuilder()
                        .setVolumeId("id-1")
                        .setTargetPath("/t")
                        .build());
        // Then
        done(ending);
        assertThat(plugin.askedRpcs()).containsExactly("NodeUnpublishVolume");
    }

    @Test
    @DisplayName("A request that breaks a rule is refused even while the plugin is away")
    void aBadRequestIsRefusedWithoutThePlugin() {
        // Given
        plugin.stop();
        // When
        RpcOutcome<DeleteVolumeResponse> ending = call(CsiRpc.DELETE_VOLUME, DeleteVolumeRequest.getDefaultInstance());
        // Then
        refusedHere(ending, "volume_id");
    }

    @Test
    @DisplayName("readonly is refused for a plugin without PUBLISH_READONLY")
    void readonlyNeedsItsCapability() {
        // Given
        plugin.answer(CsiRpc.CONTROLLER_GET_CAPABILITIES, PluginScript.controller(Stream.of(2)));
        // When
        RpcOutcome<ControllerPublishVolumeResponse> ending = call(
                CsiRpc.CONTROLLER_PUBLISH_VOLUME,
                ControllerPublishVolumeRequest.newBuilder()
                        .setVolumeId("id-1")
                        .setNodeId("n-1")
                        .setVolumeCapability(MOUNT)
                        .setReadonly(true)
                        .build());
        // Then
        refusedHere(ending, "readonly");
        assertThat(plugin.times(CsiRpc.CONTROLLER_PUBLISH_VOLUME)).isZero();
    }

    @Test
    @DisplayName("A plugin that stages needs the staging path on publish; one that does not, does not")
    void theStagingPathIsRequiredWhereThePluginStages() {
        // Given
        plugin.answer(CsiRpc.NODE_PUBLISH_VOLUME, NodePublishVolumeResponse.getDefaultInstance());
        NodePublishVolumeRequest publish = NodePublishVolumeRequest.newBuilder()
                .setVolumeId("id-1")
                .setTargetPath("/t")
                .setVolumeCapability(MOUNT)
                .build();
        CsiConnection second = open(options());
        RpcOutcome<NodePublishVolumeResponse> staging = call(CsiRpc.NODE_PUBLISH_VOLUME, publish);
        plugin.answer(CsiRpc.NODE_GET_CAPABILITIES, PluginScript.node());
        // When
        RpcOutcome<NodePublishVolumeResponse> plain =
                second.call(CsiRpc.NODE_PUBLISH_VOLUME, publish, LONG).await().indefinitely();
        // Then
        refusedHere(staging, "staging_target_path");
        done(plain);
    }

    @Test
    @DisplayName("A connection that was opened for one service refuses calls whose gate is another's")
    void aServiceThatWasNotAskedForIsRefused() {
        // Given
        connection = open(ConnectionOptions.reading(CsiService.NODE));
        // When
        RpcOutcome<DeleteVolumeResponse> ending = call(CsiRpc.DELETE_VOLUME, DELETE);
        // Then
        assertThat(ending).isInstanceOfSatisfying(RpcOutcome.Rejected.class, rejected -> assertThat(rejected.message())
                .contains("CONTROLLER"));
        assertThat(plugin.asked()).isEmpty();
    }
}

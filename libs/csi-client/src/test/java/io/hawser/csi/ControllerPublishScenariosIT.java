package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerPublishVolumeResponse;
import io.hawser.csi.v1.ControllerUnpublishVolumeRequest;
import io.hawser.csi.v1.ControllerUnpublishVolumeResponse;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Calls that attach a volume to a node, and detach it. */
class ControllerPublishScenariosIT extends PluginFixture {
    private static final ControllerPublishVolumeRequest PUBLISH = ControllerPublishVolumeRequest.newBuilder()
            .setVolumeId("id-1")
            .setNodeId("n-1")
            .setVolumeCapability(MOUNT)
            .build();
    private static final ControllerUnpublishVolumeRequest UNPUBLISH = ControllerUnpublishVolumeRequest.newBuilder()
            .setVolumeId("id-1")
            .setNodeId("n-1")
            .build();

    @Test
    @Tag("nomad-69")
    @DisplayName("Publish: INTERNAL is uncertain, with the plugin's words")
    void publishInternal() {
        // Given
        plugin.fail(CsiRpc.CONTROLLER_PUBLISH_VOLUME, Status.INTERNAL.withDescription("see\nmy log\n"));
        // When
        RpcOutcome<ControllerPublishVolumeResponse> ending = call(CsiRpc.CONTROLLER_PUBLISH_VOLUME, PUBLISH);
        // Then
        uncertain(ending, CsiCode.INTERNAL, RpcOutcome.Origin.PLUGIN);
        assertThat(ending.toString()).contains("ControllerPublishVolume", "see my log");
    }

    @Test
    @Tag("nomad-70")
    @DisplayName("Publish without a node id is refused here")
    void publishWithoutNode() {
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.CONTROLLER_PUBLISH_VOLUME,
                PUBLISH.toBuilder().clearNodeId().build());
        // Then
        refusedHere(ending, "node_id");
        assertThat(plugin.asked()).isEmpty();
    }

    @Test
    @Tag("nomad-71")
    @DisplayName("Publish: no publish context is fine")
    void publishWithoutContext() {
        // Given
        plugin.answer(CsiRpc.CONTROLLER_PUBLISH_VOLUME, ControllerPublishVolumeResponse.getDefaultInstance());
        // When
        RpcOutcome<ControllerPublishVolumeResponse> ending = call(CsiRpc.CONTROLLER_PUBLISH_VOLUME, PUBLISH);
        // Then
        assertThat(done(ending).getPublishContextMap()).isEmpty();
    }

    @Test
    @Tag("nomad-72")
    @DisplayName("Publish: the publish context comes back as the plugin gave it")
    void publishWithContext() {
        // Given
        plugin.answer(
                CsiRpc.CONTROLLER_PUBLISH_VOLUME,
                ControllerPublishVolumeResponse.newBuilder()
                        .putPublishContext("device", "/dev/vdb")
                        .build());
        // When
        RpcOutcome<ControllerPublishVolumeResponse> ending = call(CsiRpc.CONTROLLER_PUBLISH_VOLUME, PUBLISH);
        // Then
        assertThat(done(ending).getPublishContextMap()).containsEntry("device", "/dev/vdb");
        assertThat(plugin.lastRequest(CsiRpc.CONTROLLER_PUBLISH_VOLUME)).isEqualTo(PUBLISH);
    }

    @Test
    @Tag("nomad-73")
    @DisplayName("Unpublish: INTERNAL is uncertain")
    void unpublishInternal() {
        // Given
        plugin.fail(CsiRpc.CONTROLLER_UNPUBLISH_VOLUME, Status.INTERNAL);
        // When
        RpcOutcome<?> ending = call(CsiRpc.CONTROLLER_UNPUBLISH_VOLUME, UNPUBLISH);
        // Then
        uncertain(ending, CsiCode.INTERNAL, RpcOutcome.Origin.PLUGIN);
    }

    @Test
    @Tag("nomad-74")
    @DisplayName("Unpublish without a node id is refused here: it would mean every node")
    void unpublishWithoutNode() {
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.CONTROLLER_UNPUBLISH_VOLUME,
                UNPUBLISH.toBuilder().clearNodeId().build());
        // Then
        refusedHere(ending, "node_id");
        assertThat(plugin.asked()).isEmpty();
    }

    @Test
    @Tag("nomad-75")
    @DisplayName("Unpublish done")
    void unpublishDone() {
        // Given
        plugin.answer(CsiRpc.CONTROLLER_UNPUBLISH_VOLUME, ControllerUnpublishVolumeResponse.getDefaultInstance());
        // When
        RpcOutcome<?> ending = call(CsiRpc.CONTROLLER_UNPUBLISH_VOLUME, UNPUBLISH);
        // Then
        done(ending);
    }
}

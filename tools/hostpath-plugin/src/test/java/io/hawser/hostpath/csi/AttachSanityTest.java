package io.hawser.hostpath.csi;

import static io.grpc.Status.Code.ALREADY_EXISTS;
import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.OK;
import static io.hawser.csi.v1.VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER;
import static io.hawser.hostpath.PluginClient.code;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.Volume;
import io.hawser.hostpath.PluginClient;
import io.hawser.hostpath.TestBed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The cases of csi-sanity about attaching and detaching, for what this plugin offers, over its real socket. */
class AttachSanityTest {
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
    @Tag("sanity-29")
    @Tag("sanity-30")
    @Tag("sanity-31")
    @Tag("sanity-33")
    @Tag("sanity-34")
    @Tag("sanity-35")
    @Tag("sanity-38")
    @DisplayName("ControllerPublish refuses missing fields, unknown volumes and nodes, and another readonly flag")
    void publishRefusesWhatDoesNotFit() {
        // Given
        String id = csi.create("v", SINGLE_NODE_WRITER).getVolumeId();
        csi.attach(id, "node-1", SINGLE_NODE_WRITER);
        // When
        var otherFlag = code(() -> csi.attach(id, "node-1", SINGLE_NODE_WRITER, true));
        // Then
        assertThat(otherFlag).isEqualTo(ALREADY_EXISTS);
        assertThat(code(() -> csi.attach("", "node-1", SINGLE_NODE_WRITER))).isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> csi.attach(id, "", SINGLE_NODE_WRITER))).isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> csi.controller.controllerPublishVolume(ControllerPublishVolumeRequest.newBuilder()
                        .setVolumeId(id)
                        .setNodeId("node-1")
                        .build())))
                .isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> csi.attach("unknown", "node-1", SINGLE_NODE_WRITER)))
                .isEqualTo(NOT_FOUND);
        assertThat(code(() -> csi.attach(id, "../locks", SINGLE_NODE_WRITER))).isEqualTo(NOT_FOUND);
        assertThat(code(() -> csi.attach(id, "node-9", SINGLE_NODE_WRITER))).isEqualTo(NOT_FOUND);
        assertThat(code(() -> csi.detach("", "node-1"))).isEqualTo(INVALID_ARGUMENT);
    }

    @Test
    @Tag("sanity-36")
    @Tag("sanity-37")
    @DisplayName("Create, publish, unpublish, delete: each ten times over")
    void theControllersLifeCycleIsIdempotent() {
        Volume volume = csi.create("v", SINGLE_NODE_WRITER);
        var context = csi.attach(volume.getVolumeId(), "node-1", SINGLE_NODE_WRITER);
        for (int i = 0; i < 10; i++) {
            assertThat(csi.create("v", SINGLE_NODE_WRITER)).isEqualTo(volume);
            assertThat(csi.attach(volume.getVolumeId(), "node-1", SINGLE_NODE_WRITER))
                    .isEqualTo(context);
        }
        assertThat(code(() -> csi.delete(volume.getVolumeId()))).isEqualTo(FAILED_PRECONDITION);
        for (int i = 0; i < 10; i++) csi.detach(volume.getVolumeId(), i == 0 ? "" : "node-1");
        for (int i = 0; i < 10; i++) csi.delete(volume.getVolumeId());
        assertThat(code(() -> csi.detach(volume.getVolumeId(), "no-such-node"))).isEqualTo(OK);
    }
}

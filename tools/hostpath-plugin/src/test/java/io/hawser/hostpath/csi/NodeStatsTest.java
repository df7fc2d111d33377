package io.hawser.hostpath.csi;

import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.hawser.csi.v1.VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER;
import static io.hawser.hostpath.PluginClient.code;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.hawser.csi.v1.NodeGetVolumeStatsRequest;
import io.hawser.hostpath.PluginClient;
import io.hawser.hostpath.TestBed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Figures of a volume, asked for where it is not. */
class NodeStatsTest {
    private TestBed bed;
    private PluginClient node;

    @BeforeEach
    void start() throws Exception {
        bed = new TestBed();
        node = bed.node("node-1");
    }

    @AfterEach
    void stop() throws Exception {
        bed.close();
    }

    @Test
    @DisplayName("A request without a volume, or without a path, is INVALID_ARGUMENT")
    void aMissingFieldIsInvalid() {
        assertThat(stats("", "/x")).isEqualTo(INVALID_ARGUMENT);
        assertThat(stats("0123456789abcdef0123456789abcdef", "")).isEqualTo(INVALID_ARGUMENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"some/path", "/some/path", "..", "/", "a\0b"})
    @DisplayName(
            "A volume that is not known, and one that is not mounted at this path, are NOT_FOUND, whatever the path")
    void whatIsNotThereIsNotFound(String path) throws Exception {
        // Given
        String known = node.create("v", SINGLE_NODE_WRITER).getVolumeId();

        // Then
        assertThat(stats("some-volume-id", path)).isEqualTo(NOT_FOUND);
        assertThat(stats(known, path)).isEqualTo(NOT_FOUND);
    }

    private Status.Code stats(String id, String path) {
        return code(() -> node.node.nodeGetVolumeStats(NodeGetVolumeStatsRequest.newBuilder()
                .setVolumeId(id)
                .setVolumePath(path)
                .build()));
    }
}

package io.hawser.hostpath.csi;

import static io.grpc.Status.Code.ABORTED;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.OK;
import static io.grpc.Status.Code.OUT_OF_RANGE;
import static io.hawser.csi.v1.VolumeCapability.AccessMode.Mode.SINGLE_NODE_MULTI_WRITER;
import static io.hawser.csi.v1.VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER;
import static io.hawser.hostpath.PluginClient.code;
import static io.hawser.hostpath.PluginClient.mount;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesResponse;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.BlockVolume;
import io.hawser.hostpath.PluginClient;
import io.hawser.hostpath.TestBed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The cases of csi-sanity about a volume that is there, for what this plugin offers, over its real socket. */
class ControllerSanityTest {
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
    @Tag("sanity-6")
    @Tag("sanity-7")
    @Tag("sanity-8")
    @DisplayName("A new volume is listed, a deleted one is not, a foreign token is ABORTED")
    void listingFollowsTheVolumes() {
        // Given
        assertThat(csi.list(0, "").getEntriesList()).isEmpty();
        String id = csi.create("v", SINGLE_NODE_WRITER).getVolumeId();
        // When
        var listed = csi.list(0, "");
        csi.delete(id);
        // Then
        assertThat(listed.getEntriesList())
                .extracting(e -> e.getVolume().getVolumeId())
                .containsExactly(id);
        assertThat(csi.list(0, "").getEntriesList()).isEmpty();
        assertThat(code(() -> csi.list(0, "invalid-token"))).isEqualTo(ABORTED);
        assertThat(code(() -> csi.list(-1, ""))).isEqualTo(INVALID_ARGUMENT);
    }

    @Test
    @Tag("sanity-57")
    @Tag("sanity-58")
    @Tag("sanity-59")
    @DisplayName("ControllerExpandVolume grows a volume, never shrinks it, and answers the same again; "
            + "only a block volume needs its node, too")
    void expandGrowsAVolume() throws Exception {
        // Given
        long gib = 1L << 30;
        String directory = csi.create("v", SINGLE_NODE_WRITER).getVolumeId();
        String block = csi.createBlock("b", SINGLE_NODE_WRITER, 4097).getVolumeId();
        Path file = bed.state.resolve("data").resolve(block);
        long made = Files.size(file);

        // When
        var grown = csi.expand(directory, 2 * gib, 0);
        var blockGrown = csi.expand(block, 2 * gib + 1, 0);

        // Then
        assertThat(made).isEqualTo(8192);
        assertThat(grown.getCapacityBytes()).isEqualTo(2 * gib);
        assertThat(grown.getNodeExpansionRequired()).isFalse();
        assertThat(blockGrown.getCapacityBytes()).isEqualTo(2 * gib + 4096);
        assertThat(blockGrown.getNodeExpansionRequired()).isTrue();
        assertThat(Files.size(file)).isEqualTo(2 * gib + 4096);
        assertThat(csi.expand(block, 2 * gib + 1, 0)).isEqualTo(blockGrown);
        assertThat(csi.expand(directory, gib, 3 * gib)).isEqualTo(grown);
        assertThat(code(() -> csi.expand(directory, 0, gib))).isEqualTo(OUT_OF_RANGE);
        assertThat(code(() -> csi.expand(directory, (1L << 40) + 1, 0))).isEqualTo(OUT_OF_RANGE);
        assertThat(code(() -> csi.expand(block, 2 * gib + 4097, 2 * gib + 4098)))
                .isEqualTo(OUT_OF_RANGE);
        assertThat(code(() -> csi.expand("", gib, 0))).isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> csi.expand(directory, 0, 0))).isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> csi.expand("unknown", gib, 0))).isEqualTo(NOT_FOUND);
        assertThat(csi.list(0, "").getEntriesList())
                .extracting(entry -> entry.getVolume().getCapacityBytes())
                .containsExactlyInAnyOrder(2 * gib, 2 * gib + 4096);
    }

    @Test
    @Tag("sanity-22")
    @Tag("sanity-23")
    @Tag("sanity-24")
    @DisplayName("DeleteVolume: no id INVALID_ARGUMENT, unknown OK, existing OK and its data gone; "
            + "a new volume of the name has a new id")
    void deleteIsIdempotent() throws Exception {
        // Given
        String id = csi.create("v", SINGLE_NODE_WRITER).getVolumeId();
        Files.createSymbolicLink(bed.state.resolve("data").resolve(id).resolve("link"), bed.directory("outside"));
        Files.writeString(bed.root.resolve("outside/file"), "kept");
        // When
        csi.delete(id);
        csi.delete(id);
        // Then
        assertThat(code(() -> csi.delete(""))).isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> csi.delete("../../etc"))).isEqualTo(OK);
        for (String folder : List.of("data", "trash", "volumes"))
            assertThat(bed.state.resolve(folder)).isEmptyDirectory();
        assertThat(bed.root.resolve("outside/file")).hasContent("kept");
        assertThat(csi.create("v", SINGLE_NODE_WRITER).getVolumeId()).isNotEqualTo(id);
    }

    @Test
    @Tag("sanity-25")
    @Tag("sanity-26")
    @Tag("sanity-27")
    @Tag("sanity-28")
    @DisplayName("ValidateVolumeCapabilities confirms what the volume was made for, and says why not otherwise")
    void validateConfirmsOnlyWhatFits() {
        // Given
        String id = csi.create("v", SINGLE_NODE_WRITER).getVolumeId();
        VolumeCapability good = mount(SINGLE_NODE_MULTI_WRITER);
        VolumeCapability block =
                good.toBuilder().setBlock(BlockVolume.getDefaultInstance()).build();
        // When
        ValidateVolumeCapabilitiesResponse fits = csi.controller.validateVolumeCapabilities(validate(id, good));
        ValidateVolumeCapabilitiesResponse other = csi.controller.validateVolumeCapabilities(validate(id, block));
        // Then
        assertThat(fits.getConfirmed().getVolumeCapabilitiesList()).containsExactly(good);
        assertThat(other.hasConfirmed()).isFalse();
        assertThat(other.getMessage()).contains("block");
        assertThat(code(() -> csi.controller.validateVolumeCapabilities(validate("", good))))
                .isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> csi.controller.validateVolumeCapabilities(validate(id))))
                .isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> csi.controller.validateVolumeCapabilities(validate("no", good))))
                .isEqualTo(NOT_FOUND);
    }

    private static ValidateVolumeCapabilitiesRequest validate(String id, VolumeCapability... capabilities) {
        return ValidateVolumeCapabilitiesRequest.newBuilder()
                .setVolumeId(id)
                .addAllVolumeCapabilities(List.of(capabilities))
                .build();
    }
}

package io.hawser.hostpath.csi;

import static io.grpc.Status.Code.ALREADY_EXISTS;
import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.OUT_OF_RANGE;
import static io.grpc.Status.Code.RESOURCE_EXHAUSTED;
import static io.hawser.csi.v1.VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER;
import static io.hawser.hostpath.PluginClient.code;
import static io.hawser.hostpath.PluginClient.mount;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.v1.CapacityRange;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.Topology;
import io.hawser.csi.v1.TopologyRequirement;
import io.hawser.csi.v1.Volume;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.BlockVolume;
import io.hawser.hostpath.PluginClient;
import io.hawser.hostpath.TestBed;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The cases of csi-sanity about a new volume, for what this plugin offers, over its real socket. */
class CreateSanityTest {
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
    @Tag("sanity-9")
    @Tag("sanity-10")
    @DisplayName("CreateVolume without a name or capabilities, or with both types of access, "
            + "a file system or odd flags is INVALID_ARGUMENT")
    void createRefusesWhatItCannotDo() {
        VolumeCapability good = mount(SINGLE_NODE_WRITER);
        List<CreateVolumeRequest.Builder> bad = List.of(
                named("").addVolumeCapabilities(good),
                named("x".repeat(129)).addVolumeCapabilities(good),
                named("a\u0007").addVolumeCapabilities(good),
                named("v"),
                named("v")
                        .addVolumeCapabilities(good)
                        .addVolumeCapabilities(good.toBuilder().setBlock(BlockVolume.getDefaultInstance())),
                named("v").addVolumeCapabilities(good.toBuilder().clearAccessType()),
                named("v").addVolumeCapabilities(good.toBuilder().clearAccessMode()),
                named("v")
                        .addVolumeCapabilities(good.toBuilder()
                                .setAccessMode(
                                        VolumeCapability.AccessMode.newBuilder().setModeValue(99))),
                named("v")
                        .addVolumeCapabilities(good.toBuilder()
                                .setMount(VolumeCapability.MountVolume.newBuilder()
                                        .setFsType("ext4"))),
                named("v").addVolumeCapabilities(mount(SINGLE_NODE_WRITER, "data=journal")),
                named("v")
                        .addVolumeCapabilities(good)
                        .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(-1)),
                named("v").addVolumeCapabilities(good).putParametersMutable("a", "b"),
                named("v").addVolumeCapabilities(good).putParameters("a", "b".repeat(4096)));
        for (CreateVolumeRequest.Builder request : bad)
            assertThat(code(() -> csi.controller.createVolume(request.build())))
                    .as("%s", request)
                    .isEqualTo(INVALID_ARGUMENT);
        assertThat(csi.list(0, "").getEntriesList()).isEmpty();
    }

    @Test
    @Tag("sanity-11")
    @Tag("sanity-12")
    @Tag("sanity-13")
    @Tag("sanity-14")
    @Tag("sanity-15")
    @DisplayName("CreateVolume is idempotent by name: "
            + "the same fits, another size ALREADY_EXISTS, 128 bytes of name are fine")
    void createIsIdempotentByName() {
        // Given
        CreateVolumeRequest request = sized("v", 10L << 30);
        // When
        Volume first = csi.controller.createVolume(request).getVolume();
        Volume second = csi.controller.createVolume(request).getVolume();
        // Then
        assertThat(second).isEqualTo(first);
        assertThat(first.getCapacityBytes()).isEqualTo(10L << 30);
        assertThat(first.getAccessibleTopologyCount()).isZero();
        assertThat(code(() -> csi.controller.createVolume(sized("v", 20L << 30))))
                .isEqualTo(ALREADY_EXISTS);
        assertThat(code(() -> csi.controller.createVolume(sized("w", (1L << 40) + 1))))
                .isEqualTo(OUT_OF_RANGE);
        assertThat(csi.create("x".repeat(128), SINGLE_NODE_WRITER).getVolumeId())
                .isNotEmpty();
        assertThat(csi.create("../ 🚢\n\t" + "é".repeat(50), SINGLE_NODE_WRITER).getVolumeId())
                .matches("[a-z0-9-]+");
    }

    @Test
    @DisplayName("A requisite topology restricts the volume, a preferred one alone does not")
    void topologyRestrictsOnlyWhenRequired() {
        // Given
        Topology here = Topology.newBuilder().putSegments(KEY, "node-1").build();
        Topology elsewhere = Topology.newBuilder().putSegments(KEY, "node-2").build();
        Topology zone = Topology.newBuilder().putSegments("zone", "a").build();
        // When
        Volume preferred = createIn("p", TopologyRequirement.newBuilder().addPreferred(elsewhere));
        Volume restricted = createIn(
                "r", TopologyRequirement.newBuilder().addRequisite(elsewhere).addRequisite(zone));
        // Then
        assertThat(preferred.getAccessibleTopologyCount()).isZero();
        assertThat(restricted.getAccessibleTopologyList()).containsExactly(elsewhere);
        assertThat(code(() -> csi.attach(restricted.getVolumeId(), "node-1", SINGLE_NODE_WRITER)))
                .isEqualTo(FAILED_PRECONDITION);
        assertThat(code(() -> createIn("r", TopologyRequirement.newBuilder().addRequisite(here))))
                .isEqualTo(ALREADY_EXISTS);
        assertThat(code(() -> createIn("z", TopologyRequirement.newBuilder().addRequisite(zone))))
                .isEqualTo(RESOURCE_EXHAUSTED);
    }

    private Volume createIn(String name, TopologyRequirement.Builder requirement) {
        return csi.controller
                .createVolume(named(name)
                        .addVolumeCapabilities(mount(SINGLE_NODE_WRITER))
                        .setAccessibilityRequirements(requirement)
                        .build())
                .getVolume();
    }

    private static CreateVolumeRequest sized(String name, long bytes) {
        return named(name)
                .addVolumeCapabilities(mount(SINGLE_NODE_WRITER))
                .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(bytes))
                .build();
    }

    private static CreateVolumeRequest.Builder named(String name) {
        return CreateVolumeRequest.newBuilder().setName(name);
    }
}

package io.hawser.hostpath.csi;

import static io.grpc.Status.Code.ABORTED;
import static io.grpc.Status.Code.ALREADY_EXISTS;
import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.OK;
import static io.grpc.Status.Code.OUT_OF_RANGE;
import static io.grpc.Status.Code.RESOURCE_EXHAUSTED;
import static io.grpc.Status.Code.UNIMPLEMENTED;
import static io.hawser.csi.v1.VolumeCapability.AccessMode.Mode.SINGLE_NODE_MULTI_WRITER;
import static io.hawser.csi.v1.VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER;
import static io.hawser.hostpath.PluginClient.code;
import static io.hawser.hostpath.PluginClient.mount;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.v1.CapacityRange;
import io.hawser.csi.v1.ControllerGetCapabilitiesRequest;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.CreateSnapshotRequest;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.GetPluginCapabilitiesRequest;
import io.hawser.csi.v1.GetPluginInfoRequest;
import io.hawser.csi.v1.NodeGetCapabilitiesRequest;
import io.hawser.csi.v1.NodeGetInfoRequest;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import io.hawser.csi.v1.ProbeRequest;
import io.hawser.csi.v1.Topology;
import io.hawser.csi.v1.TopologyRequirement;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesResponse;
import io.hawser.csi.v1.Volume;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.BlockVolume;
import io.hawser.hostpath.PluginClient;
import io.hawser.hostpath.TestBed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The cases of csi-sanity that need no mount, for what this plugin offers, over its real socket. */
class ControllerSanityTest {
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

    private static ValidateVolumeCapabilitiesRequest validate(String id, VolumeCapability... capabilities) {
        return ValidateVolumeCapabilitiesRequest.newBuilder()
                .setVolumeId(id)
                .addAllVolumeCapabilities(List.of(capabilities))
                .build();
    }
}

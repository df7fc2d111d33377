package io.hawser.hostpath.csi;

import static io.grpc.Status.Code.ABORTED;
import static io.grpc.Status.Code.ALREADY_EXISTS;
import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.INTERNAL;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.OK;
import static io.grpc.Status.Code.OUT_OF_RANGE;
import static io.hawser.csi.v1.VolumeCapability.AccessMode.Mode.MULTI_NODE_MULTI_WRITER;
import static io.hawser.csi.v1.VolumeCapability.AccessMode.Mode.SINGLE_NODE_MULTI_WRITER;
import static io.hawser.csi.v1.VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER;
import static io.hawser.hostpath.PluginClient.block;
import static io.hawser.hostpath.PluginClient.code;
import static io.hawser.hostpath.PluginClient.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hawser.csi.v1.NodeGetVolumeStatsRequest;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.csi.v1.VolumeUsage;
import io.hawser.hostpath.PluginClient;
import io.hawser.hostpath.TestBed;
import io.hawser.hostpath.libc.Libc;
import io.hawser.hostpath.mount.LoopDevices;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.hostpath.volume.VolumeId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Block volumes, with real loop devices: csi-sanity's cases with block access, and what they leave out. */
class BlockVolumeIT {
    private static final long MIB = 1 << 20;
    private static final int MS_BIND = 1 << 12;

    private TestBed bed;
    private PluginClient one;
    private PluginClient two;
    private Path staging;
    private Path targets;

    @BeforeEach
    void start() throws Exception {
        Assumptions.assumeTrue(
                Files.isWritable(Path.of("/dev/loop-control")),
                "this process may not use /dev/loop-control, so it has no block devices to try out");
        bed = new TestBed().requireMounts();
        one = bed.node("node-1");
        two = bed.node("node-2");
        staging = bed.directory("staging");
        targets = bed.directory("targets");
    }

    @AfterEach
    void stop() throws Exception {
        if (bed == null) return;
        List<VolumeId> volumes = bed.volumes();
        bed.close();
        for (VolumeId volume : volumes) {
            for (String node : List.of("node-1", "node-2")) new LoopDevices(new NodeId(node)).detach(volume);
        }
    }

    private record Staged(String id, Map<String, String> context, Mode mode) {}

    private Staged staged(String name, Mode mode) {
        String id = one.createBlock(name, mode, 4 * MIB).getVolumeId();
        Map<String, String> context = one.attach(id, "node-1", block(mode), false);
        one.stage(id, context, staging, block(mode));
        return new Staged(id, context, mode);
    }

    private void publish(Staged v, Path target, boolean readonly) {
        one.publish(v.id(), v.context(), staging, target, block(v.mode()), readonly);
    }

    private static List<Path> devices(Staged v) throws IOException {
        return new LoopDevices(new NodeId("node-1")).of(VolumeId.parse(v.id()).orElseThrow());
    }

    /** Writes at the device's start, and returns what is then on it. */
    private static String write(Path device, String text) throws IOException {
        try (FileChannel channel = FileChannel.open(device, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)), 0);
            channel.force(true);
        }
        return read(device, text.length());
    }

    private static String read(Path device, int bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(device, StandardOpenOption.READ)) {
            ByteBuffer buffer = ByteBuffer.allocate(bytes);
            channel.read(buffer, 0);
            return new String(buffer.array(), StandardCharsets.US_ASCII);
        }
    }

    private static long size(Path device) throws IOException {
        try (FileChannel channel = FileChannel.open(device, StandardOpenOption.READ)) {
            return channel.size();
        }
    }

    @Test
    @Tag("sanity-88")
    @Tag("sanity-89")
    @Tag("sanity-74")
    @DisplayName("The whole life of a block volume, each call ten times, leaves neither a mount nor a device behind")
    void theWholeLifeLeavesNothing() throws Exception {
        // Given
        Staged v = staged("v", SINGLE_NODE_WRITER);
        Path target = targets.resolve("t");

        // When
        for (int i = 0; i < 10; i++) one.stage(v.id(), v.context(), staging, block(v.mode()));
        for (int i = 0; i < 10; i++) publish(v, target, false);
        String written = write(target, "hello");
        VolumeUsage usage = one.node
                .nodeGetVolumeStats(NodeGetVolumeStatsRequest.newBuilder()
                        .setVolumeId(v.id())
                        .setVolumePath(target.toString())
                        .build())
                .getUsage(0);
        List<Path> during = devices(v);
        for (int i = 0; i < 10; i++) one.unpublish(v.id(), target);
        for (int i = 0; i < 10; i++) one.unstage(v.id(), staging);

        // Then
        assertThat(during).hasSize(1);
        assertThat(written).isEqualTo("hello");
        assertThat(usage.getTotal()).isEqualTo(4 * MIB);
        assertThat(target).doesNotExist();
        assertThat(staging).isEmptyDirectory();
        assertThat(devices(v)).isEmpty();
        assertThat(bed.mounts()).isEmpty();
        assertThat(read(bed.state.resolve("data").resolve(v.id()), 5)).isEqualTo("hello");
        one.detach(v.id(), "node-1");
        one.delete(v.id());
        for (String folder : List.of("volumes", "data", "trash", "nodes/node-1"))
            assertThat(bed.state.resolve(folder)).isEmptyDirectory();
    }

    @Test
    @Tag("sanity-84")
    @Tag("sanity-85")
    @Tag("sanity-86")
    @Tag("sanity-87")
    @DisplayName("A device in use has its new size after NodeExpandVolume, and keeps its content")
    void aDeviceGrowsInUse() throws Exception {
        // Given
        Staged v = staged("v", SINGLE_NODE_MULTI_WRITER);
        Path target = targets.resolve("t");
        Path readOnly = targets.resolve("readonly");
        publish(v, target, false);
        publish(v, readOnly, true);
        write(target, "hello");

        // When
        var tooEarly = code(() -> one.expandOnNode(v.id(), target, 8 * MIB));
        one.expand(v.id(), 8 * MIB, 0);
        long before = size(target);
        var grown = one.expandOnNode(v.id(), target, 8 * MIB);

        // Then
        assertThat(tooEarly).isEqualTo(OUT_OF_RANGE);
        assertThat(before).isEqualTo(4 * MIB);
        assertThat(grown.getCapacityBytes()).isEqualTo(8 * MIB);
        assertThat(size(target)).isEqualTo(8 * MIB);
        assertThat(size(readOnly)).isEqualTo(8 * MIB);
        assertThat(read(target, 5)).isEqualTo("hello");
        assertThat(one.expandOnNode(v.id(), staging, 8 * MIB)).isEqualTo(grown);
        assertThat(code(() -> one.expandOnNode("", target, MIB))).isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> one.expandOnNode(v.id(), Path.of(""), MIB))).isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> one.expandOnNode("x", target, MIB))).isEqualTo(NOT_FOUND);
        assertThat(code(() -> one.expandOnNode(v.id(), targets, MIB))).isEqualTo(NOT_FOUND);
    }

    @Test
    @DisplayName("Nobody writes through a read-only target, while others write through theirs")
    void readOnlyIsReadOnly() throws Exception {
        // Given
        Staged v = staged("v", SINGLE_NODE_MULTI_WRITER);
        Path writable = targets.resolve("w");
        Path readOnly = targets.resolve("r");

        // When
        publish(v, readOnly, true);
        publish(v, writable, false);

        // Then
        assertThatThrownBy(() -> write(readOnly, "x")).isInstanceOf(IOException.class);
        assertThat(write(writable, "hello")).isEqualTo("hello");
        assertThat(code(() -> publish(v, readOnly, false))).isEqualTo(ALREADY_EXISTS);
        one.unpublish(v.id(), readOnly);
        one.unpublish(v.id(), writable);
        one.unstage(v.id(), staging);
        assertThat(devices(v)).isEmpty();
    }

    @Test
    @DisplayName("Each node has a device of its own, and gives up no other's")
    void eachNodeHasItsOwnDevice() throws Exception {
        // Given
        Staged v = staged("v", MULTI_NODE_MULTI_WRITER);
        Path staging2 = bed.directory("staging2");
        var context = two.attach(v.id(), "node-2", block(v.mode()), false);
        two.stage(v.id(), context, staging2, block(v.mode()));
        publish(v, targets.resolve("t"), false);

        // When
        two.unstage(v.id(), staging2);

        // Then
        assertThat(devices(v)).hasSize(1);
        assertThat(write(targets.resolve("t"), "still")).isEqualTo("still");
        assertThat(code(() -> two.unstage(v.id(), staging))).isEqualTo(OK);
        assertThat(devices(v)).hasSize(1);
    }

    @Test
    @DisplayName("After a reboot, records without devices: staging and publishing again bring the device back")
    void lostDevicesComeBack() throws Exception {
        // Given
        Staged v = staged("v", SINGLE_NODE_WRITER);
        Path target = targets.resolve("t");
        publish(v, target, false);
        write(target, "hello");
        Libc.umount(target, 0);
        new LoopDevices(new NodeId("node-1")).detach(VolumeId.parse(v.id()).orElseThrow());

        // When
        var tooEarly = code(() -> publish(v, target, false));
        one.stage(v.id(), v.context(), staging, block(v.mode()));
        publish(v, target, false);

        // Then
        assertThat(tooEarly).isEqualTo(FAILED_PRECONDITION);
        assertThat(read(target, 5)).isEqualTo("hello");
    }

    @Test
    @DisplayName("A target whose device a person detached can be unpublished")
    void aTargetWithoutItsDeviceIsUnpublished() throws Exception {
        // Given
        Staged v = staged("v", SINGLE_NODE_WRITER);
        Path target = targets.resolve("t");
        publish(v, target, false);
        new LoopDevices(new NodeId("node-1")).detach(VolumeId.parse(v.id()).orElseThrow());

        // When
        one.unpublish(v.id(), target);
        one.unstage(v.id(), staging);

        // Then
        assertThat(bed.mounts()).isEmpty();
        assertThat(target).doesNotExist();
    }

    @Test
    @DisplayName("A volume with a device is not deleted, whatever the records say")
    void aVolumeWithADeviceIsNotDeleted() throws Exception {
        // Given
        Staged v = staged("v", SINGLE_NODE_WRITER);
        one.detach(v.id(), "node-1");

        // When
        var refused = status(() -> two.delete(v.id()));

        // Then
        assertThat(refused.getCode()).isEqualTo(FAILED_PRECONDITION);
        assertThat(refused.getDescription()).contains("loop device");
        one.unstage(v.id(), staging);
        assertThat(code(() -> two.delete(v.id()))).isEqualTo(OK);
    }

    @Test
    @DisplayName("A device that a program has open is not given up: the answer says so until the program closes it, and"
            + " until then the volume is not staged with that device again")
    void anOpenDeviceIsNotGivenUp() throws Exception {
        // Given
        Staged v = staged("v", SINGLE_NODE_WRITER);
        Path device = devices(v).getFirst();

        // When
        io.grpc.Status open;
        io.grpc.Status again;
        try (FileChannel program = FileChannel.open(device, StandardOpenOption.READ)) {
            open = status(() -> one.unstage(v.id(), staging));
            again = status(() -> one.stage(v.id(), v.context(), staging, block(v.mode())));
            assertThat(program.isOpen()).isTrue();
        }

        // Then
        assertThat(open.getCode()).isEqualTo(INTERNAL);
        assertThat(open.getDescription()).contains(device.toString());
        assertThat(again.getCode()).isEqualTo(ABORTED);
        assertThat(again.getDescription()).contains(device.toString());
        // The machine's udev, which looks at each new device, may be the last that has it open.
        await().untilAsserted(() -> assertThat(code(() -> one.stage(v.id(), v.context(), staging, block(v.mode()))))
                .isEqualTo(OK));
        assertThat(devices(v)).hasSize(1);
        assertThat(code(() -> one.unstage(v.id(), staging))).isEqualTo(OK);
        assertThat(devices(v)).isEmpty();
    }

    @Test
    @DisplayName("A file with content, a folder, or another's mount at a target is neither hidden nor taken down")
    void foreignFilesAreLeftAlone() throws Exception {
        // Given
        Staged v = staged("v", SINGLE_NODE_MULTI_WRITER);
        Path full = Files.writeString(targets.resolve("full"), "kept");
        Path folder = bed.directory("targets/folder");
        Path taken = Files.createFile(targets.resolve("taken"));
        Libc.mount(full, taken, MS_BIND);

        // When, Then
        assertThat(code(() -> publish(v, full, false))).isEqualTo(FAILED_PRECONDITION);
        assertThat(code(() -> publish(v, folder, false))).isEqualTo(FAILED_PRECONDITION);
        assertThat(code(() -> publish(v, taken, false))).isEqualTo(FAILED_PRECONDITION);
        Libc.umount(taken, 0);
        publish(v, taken, false);
        Libc.mount(full, taken, MS_BIND);
        assertThat(code(() -> one.unpublish(v.id(), taken))).isEqualTo(INTERNAL);
        Libc.umount(taken, 0);
        assertThat(code(() -> one.unpublish(v.id(), taken))).isEqualTo(OK);
        assertThat(taken).doesNotExist();
        assertThat(full).hasContent("kept");
    }
}

package io.hawser.hostpath.csi;

import static io.grpc.Status.Code.ALREADY_EXISTS;
import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.INTERNAL;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.OK;
import static io.hawser.csi.v1.VolumeCapability.AccessMode.Mode.MULTI_NODE_MULTI_WRITER;
import static io.hawser.csi.v1.VolumeCapability.AccessMode.Mode.MULTI_NODE_SINGLE_WRITER;
import static io.hawser.csi.v1.VolumeCapability.AccessMode.Mode.SINGLE_NODE_MULTI_WRITER;
import static io.hawser.csi.v1.VolumeCapability.AccessMode.Mode.SINGLE_NODE_READER_ONLY;
import static io.hawser.csi.v1.VolumeCapability.AccessMode.Mode.SINGLE_NODE_SINGLE_WRITER;
import static io.hawser.csi.v1.VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER;
import static io.hawser.hostpath.PluginClient.code;
import static io.hawser.hostpath.PluginClient.mount;
import static io.hawser.hostpath.PluginClient.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.hawser.csi.v1.NodeGetVolumeStatsRequest;
import io.hawser.csi.v1.NodePublishVolumeRequest;
import io.hawser.csi.v1.NodeStageVolumeRequest;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.csi.v1.VolumeCapability.BlockVolume;
import io.hawser.csi.v1.VolumeUsage;
import io.hawser.hostpath.PluginClient;
import io.hawser.hostpath.TestBed;
import io.hawser.hostpath.libc.Libc;
import io.hawser.mounts.MountTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The node's side with real bind mounts: the cases of csi-sanity, and what they leave out. */
class NodeMountIT {
    private static final int MS_BIND = 1 << 12;

    private TestBed bed;
    private PluginClient one;
    private PluginClient two;
    private Path staging;
    private Path targets;

    @BeforeEach
    void start() throws Exception {
        bed = new TestBed().requireMounts();
        one = bed.node("node-1");
        two = bed.node("node-2");
        staging = bed.directory("stäging 1");
        targets = bed.directory("targets");
    }

    @AfterEach
    void stop() throws Exception {
        bed.close();
    }

    /** A volume that is staged on node 1. */
    private record Staged(String id, Map<String, String> context, VolumeCapability capability) {}

    private Staged staged(String name, Mode mode) {
        String id = one.create(name, mode).getVolumeId();
        Map<String, String> context = one.attach(id, "node-1", mode);
        one.stage(id, context, staging, mount(mode));
        return new Staged(id, context, mount(mode));
    }

    private void publish(Staged v, Path target) {
        one.publish(v.id(), v.context(), staging, target, v.capability(), false);
    }

    @Test
    @Tag("sanity-88")
    @Tag("sanity-89")
    @Tag("sanity-74")
    @DisplayName("The whole life of a volume, each call ten times, leaves nothing behind")
    void theWholeLifeLeavesNothing() throws Exception {
        Staged v = staged("v", SINGLE_NODE_WRITER);
        Path target = targets.resolve("t");
        for (int i = 0; i < 10; i++) one.stage(v.id(), v.context(), staging, v.capability());
        for (int i = 0; i < 10; i++) publish(v, target);
        assertThat(bed.mounts()).hasSize(2);
        Files.writeString(target.resolve("file"), "hello");
        assertThat(staging.resolve("file")).hasContent("hello");
        var stats = one.node.nodeGetVolumeStats(stats(v.id(), target.toString()));
        assertThat(stats.getUsageList()).extracting(VolumeUsage::getUnit).containsExactly(VolumeUsage.Unit.BYTES);
        assertThat(stats.getUsage(0).getTotal()).isPositive();
        for (int i = 0; i < 10; i++) one.unpublish(v.id(), target);
        assertThat(target).doesNotExist();
        for (int i = 0; i < 10; i++) one.unstage(v.id(), staging);
        assertThat(staging).isEmptyDirectory();
        one.detach(v.id(), "node-1");
        one.delete(v.id());
        assertThat(bed.mounts()).isEmpty();
        for (String folder : List.of("volumes", "data", "trash", "nodes/node-1"))
            assertThat(bed.state.resolve(folder)).isEmptyDirectory();
    }

    @Test
    @Tag("sanity-68")
    @Tag("sanity-69")
    @Tag("sanity-70")
    @Tag("sanity-72")
    @Tag("sanity-73")
    @Tag("sanity-75")
    @Tag("sanity-76")
    @Tag("sanity-77")
    @Tag("sanity-78")
    @Tag("sanity-79")
    @Tag("sanity-80")
    @Tag("sanity-81")
    @Tag("sanity-82")
    @Tag("sanity-83")
    @DisplayName("Missing fields are INVALID_ARGUMENT, unknown volumes and paths NOT_FOUND")
    void missingFieldsAreRefused() {
        // Given
        Staged v = staged("v", SINGLE_NODE_WRITER);
        Path t = targets.resolve("t");
        Path none = Path.of("");
        // When, Then
        assertThat(code(() -> one.publish("", v.context(), staging, t, v.capability(), false)))
                .isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> one.publish(v.id(), v.context(), staging, none, v.capability(), false)))
                .isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> one.node.nodePublishVolume(NodePublishVolumeRequest.newBuilder()
                        .setVolumeId(v.id())
                        .setTargetPath(t.toString())
                        .build())))
                .isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> one.publish("x", v.context(), staging, t, v.capability(), false)))
                .isEqualTo(NOT_FOUND);
        assertThat(code(() -> one.publish(v.id(), v.context(), none, t, v.capability(), false)))
                .isEqualTo(FAILED_PRECONDITION);
        assertThat(code(() -> one.unpublish("", t))).isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> one.unpublish(v.id(), none))).isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> one.unpublish("x", t))).isEqualTo(OK);
        assertThat(code(() -> one.stage("", v.context(), staging, v.capability())))
                .isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> one.stage(v.id(), v.context(), none, v.capability())))
                .isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> one.node.nodeStageVolume(NodeStageVolumeRequest.newBuilder()
                        .setVolumeId(v.id())
                        .setStagingTargetPath(staging.toString())
                        .build())))
                .isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> one.stage("x", v.context(), staging, v.capability())))
                .isEqualTo(NOT_FOUND);
        assertThat(code(() -> one.unstage("", staging))).isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> one.unstage(v.id(), none))).isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> one.node.nodeGetVolumeStats(stats("", "/x")))).isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> one.node.nodeGetVolumeStats(stats(v.id(), "")))).isEqualTo(INVALID_ARGUMENT);
        assertThat(code(() -> one.node.nodeGetVolumeStats(stats("x", "/x")))).isEqualTo(NOT_FOUND);
        assertThat(code(() -> one.node.nodeGetVolumeStats(stats(v.id(), t.toString()))))
                .isEqualTo(NOT_FOUND);
        assertThat(code(() -> one.node.nodeGetVolumeStats(stats(v.id(), "some/path"))))
                .isEqualTo(NOT_FOUND);
    }

    @Test
    @DisplayName("A relative path, a path with .. or one in the state folder is INVALID_ARGUMENT, "
            + "and a block of a directory is refused")
    void oddPathsAndBlocksAreRefused() throws Exception {
        Staged v = staged("v", SINGLE_NODE_WRITER);
        VolumeCapability block = v.capability().toBuilder()
                .setBlock(BlockVolume.getDefaultInstance())
                .build();
        assertThat(code(() -> one.stage(v.id(), v.context(), staging, block))).isEqualTo(FAILED_PRECONDITION);
        for (Path bad :
                List.of(Path.of("t"), targets.resolve("../t"), Path.of("/"), bed.state.resolve("data"), bed.root))
            assertThat(code(() -> publish(v, bad))).as("%s", bad).isEqualTo(INVALID_ARGUMENT);
    }

    @Test
    @Tag("sanity-71")
    @DisplayName("A second target on the node: refused for single writers, allowed for SINGLE_NODE_MULTI_WRITER")
    void aSecondTargetDependsOnTheMode() throws Exception {
        for (Mode mode : List.of(SINGLE_NODE_SINGLE_WRITER, SINGLE_NODE_WRITER, SINGLE_NODE_MULTI_WRITER)) {
            // Given
            Staged v = staged(mode.name(), mode);
            publish(v, targets.resolve("a"));
            // When
            var second = code(() -> publish(v, targets.resolve("b")));
            var otherArguments =
                    code(() -> one.publish(v.id(), v.context(), staging, targets.resolve("a"), v.capability(), true));
            var unstage = code(() -> one.unstage(v.id(), staging));
            // Then
            assertThat(second).isEqualTo(mode == SINGLE_NODE_MULTI_WRITER ? OK : FAILED_PRECONDITION);
            assertThat(Files.exists(targets.resolve("b"))).isEqualTo(second == OK);
            assertThat(otherArguments).isEqualTo(ALREADY_EXISTS);
            assertThat(unstage).isEqualTo(FAILED_PRECONDITION);
            one.unpublish(v.id(), targets.resolve("a"));
            one.unpublish(v.id(), targets.resolve("b"));
            one.unstage(v.id(), staging);
        }
        assertThat(bed.mounts()).isEmpty();
    }

    @Test
    @DisplayName("A volume moves from node 1 to node 2 with its files; "
            + "node 2 waits until node 1 is detached, and old contexts are refused")
    void aVolumeMovesBetweenNodes() throws Exception {
        // Given
        Staged v = staged("v", SINGLE_NODE_WRITER);
        publish(v, targets.resolve("t"));
        Files.writeString(targets.resolve("t/file"), "from node 1");
        Path staging2 = bed.directory("staging2");
        assertThat(status(() -> two.attach(v.id(), "node-2", SINGLE_NODE_WRITER))
                        .getDescription())
                .contains("node-1");
        assertThat(code(() -> two.stage(v.id(), v.context(), staging2, v.capability())))
                .isEqualTo(FAILED_PRECONDITION);
        one.unpublish(v.id(), targets.resolve("t"));
        one.unstage(v.id(), staging);
        one.detach(v.id(), "node-1");
        // When
        var context = one.attach(v.id(), "node-2", SINGLE_NODE_WRITER);
        two.stage(v.id(), context, staging2, v.capability());
        two.publish(v.id(), context, staging2, targets.resolve("t2"), v.capability(), false);
        // Then
        assertThat(targets.resolve("t2/file")).hasContent("from node 1");
        assertThat(code(() -> one.stage(v.id(), v.context(), staging, v.capability())))
                .isEqualTo(FAILED_PRECONDITION);
        assertThat(code(() -> two.publish(v.id(), v.context(), staging2, targets.resolve("t3"), v.capability(), false)))
                .isEqualTo(FAILED_PRECONDITION);
        assertThat(code(() -> two.stage(v.id(), Map.of(), staging2, v.capability())))
                .isEqualTo(INVALID_ARGUMENT);
    }

    @Test
    @DisplayName("A volume for one writer is attached everywhere in the same way: each node may read, one may write,"
            + " and the next one may once the writer is gone, or its node is lost")
    void oneWriterAndReadersOnOtherNodes() throws Exception {
        // Given
        Staged v = staged("v", MULTI_NODE_SINGLE_WRITER);
        Path staging2 = bed.directory("staging2");
        var context = two.attach(v.id(), "node-2", MULTI_NODE_SINGLE_WRITER);
        two.stage(v.id(), context, staging2, v.capability());
        Path reader = targets.resolve("reader");
        Path writer = targets.resolve("writer");
        Path next = targets.resolve("next");
        two.publish(v.id(), context, staging2, reader, v.capability(), true);
        publish(v, writer);
        Files.writeString(writer.resolve("file"), "seen");
        // When
        Status second = status(() -> two.publish(v.id(), context, staging2, next, v.capability(), false));
        publish(v, writer);
        one.unpublish(v.id(), writer);
        two.publish(v.id(), context, staging2, next, v.capability(), false);
        Status back = status(() -> publish(v, writer));
        two.detach(v.id(), "node-2");
        publish(v, writer);
        // Then
        assertThat(reader.resolve("file")).hasContent("seen");
        assertThat(second.getCode()).isEqualTo(FAILED_PRECONDITION);
        assertThat(second.getDescription()).contains("node-1");
        assertThat(back.getCode()).isEqualTo(FAILED_PRECONDITION);
        assertThat(back.getDescription()).contains("node-2");
    }

    @Test
    @DisplayName("Read-only by the request, by the flag, by the mode or by the controller: "
            + "nobody can write; other flags are set too")
    void readOnlyIsReadOnly() throws Exception {
        // Given
        Staged v = staged("v", MULTI_NODE_MULTI_WRITER);
        Path byRequest = targets.resolve("request");
        Path byFlag = targets.resolve("flag");
        Path byMode = targets.resolve("mode");
        Path byController = targets.resolve("controller");
        Path staging2 = bed.directory("staging2");
        var readContext = one.attach(v.id(), "node-2", MULTI_NODE_MULTI_WRITER, true);
        two.stage(v.id(), readContext, staging2, v.capability());
        // When
        one.publish(v.id(), v.context(), staging, byRequest, v.capability(), true);
        one.publish(
                v.id(), v.context(), staging, byFlag, mount(MULTI_NODE_MULTI_WRITER, "ro", "noexec", "nosuid"), false);
        two.publish(v.id(), readContext, staging2, byController, v.capability(), false);
        Staged reader = stagedReader();
        one.publish(reader.id(), reader.context(), bed.root.resolve("staging3"), byMode, reader.capability(), false);
        // Then
        for (Path target : List.of(byRequest, byFlag, byMode, byController)) {
            assertThat(MountTable.read().at(target).orElseThrow().options())
                    .as("%s", target)
                    .contains("ro");
            assertThatThrownBy(() -> Files.createFile(target.resolve("x"))).isInstanceOf(IOException.class);
        }
        assertThat(MountTable.read().at(byFlag).orElseThrow().options()).contains("noexec", "nosuid");
        publish(v, targets.resolve("writable"));
        Files.writeString(targets.resolve("writable/file"), "seen");
        assertThat(byRequest.resolve("file")).hasContent("seen");
    }

    private Staged stagedReader() throws IOException {
        String id = one.create("reader", SINGLE_NODE_READER_ONLY).getVolumeId();
        var context = one.attach(id, "node-1", SINGLE_NODE_READER_ONLY);
        one.stage(id, context, bed.directory("staging3"), mount(SINGLE_NODE_READER_ONLY));
        return new Staged(id, context, mount(SINGLE_NODE_READER_ONLY));
    }

    @Test
    @DisplayName("A volume with a mount of it or in it is not deleted, whatever the records say")
    void deletionNeverCrossesAMount() throws Exception {
        // Given
        Staged v = staged("v", SINGLE_NODE_WRITER);
        Path data = bed.state.resolve("data").resolve(v.id());
        Path precious = bed.directory("precious");
        Files.writeString(precious.resolve("file"), "kept");
        Path inside = Files.createDirectory(data.resolve("inside"));
        one.detach(v.id(), "node-1");
        // When
        var whileStaged = code(() -> two.delete(v.id()));
        one.unstage(v.id(), staging);
        Libc.mount(precious, inside, MS_BIND);
        var withAMountInside = status(() -> two.delete(v.id()));
        Libc.umount(inside, 0);
        // Then
        assertThat(whileStaged).isEqualTo(FAILED_PRECONDITION);
        assertThat(withAMountInside.getCode()).isEqualTo(FAILED_PRECONDITION);
        assertThat(withAMountInside.getDescription()).contains("inside");
        assertThat(precious.resolve("file")).hasContent("kept");
        two.delete(v.id());
        assertThat(data).doesNotExist();
    }

    @Test
    @DisplayName("What others mounted or put at a target is neither hidden nor taken down")
    void foreignMountsAreLeftAlone() throws Exception {
        // Given
        Staged v = staged("v", SINGLE_NODE_MULTI_WRITER);
        Path foreign = bed.directory("foreign");
        Path taken = bed.directory("targets/taken");
        Path full = bed.directory("targets/full");
        Path link = Files.createSymbolicLink(targets.resolve("link"), foreign);
        Files.writeString(full.resolve("file"), "kept");
        Libc.mount(foreign, taken, MS_BIND);
        // When, Then
        assertThat(code(() -> publish(v, full))).isEqualTo(FAILED_PRECONDITION);
        assertThat(code(() -> publish(v, link))).isEqualTo(FAILED_PRECONDITION);
        assertThat(code(() -> publish(v, taken))).isEqualTo(FAILED_PRECONDITION);
        assertThat(code(() -> one.unpublish(v.id(), full))).isEqualTo(OK);
        assertThat(MountTable.read().at(taken)).isPresent();
        Libc.umount(taken, 0);
        publish(v, taken);
        Libc.mount(foreign, taken, MS_BIND);
        assertThat(code(() -> one.unpublish(v.id(), taken))).isEqualTo(INTERNAL);
        Libc.umount(taken, 0);
        assertThat(code(() -> one.unpublish(v.id(), taken))).isEqualTo(OK);
        assertThat(taken).doesNotExist();
        assertThat(full.resolve("file")).hasContent("kept");
    }

    @Test
    @DisplayName("After a reboot, records without mounts: staging and publishing again bring the mounts back")
    void lostMountsComeBack() throws Exception {
        // Given
        Staged v = staged("v", SINGLE_NODE_WRITER);
        Path target = targets.resolve("t");
        publish(v, target);
        Libc.umount(target, 0);
        Libc.umount(staging, 0);
        // When
        var tooEarly = code(() -> publish(v, target));
        one.stage(v.id(), v.context(), staging, v.capability());
        publish(v, target);
        // Then
        assertThat(tooEarly).isEqualTo(FAILED_PRECONDITION);
        assertThat(bed.mounts()).hasSize(2);
    }

    @Test
    @DisplayName("Of a machine that is gone, a target is no writer once the next machine of its name stages the volume")
    void anotherMachineOfTheName() throws Exception {
        // Given
        Staged v = staged("v", MULTI_NODE_SINGLE_WRITER);
        Path staging2 = bed.directory("staging2");
        Path lost = targets.resolve("lost");
        Path folder = bed.directory("targets/folder");
        Path lostWithItsFolder = folder.resolve("t");
        Path reader = targets.resolve("reader");
        var before = two.attach(v.id(), "node-2", MULTI_NODE_SINGLE_WRITER);
        two.stage(v.id(), before, staging2, v.capability());
        for (Path target : List.of(lost, lostWithItsFolder))
            two.publish(v.id(), before, staging2, target, v.capability(), false);
        for (Path mount : List.of(lost, lostWithItsFolder, staging2)) Libc.umount(mount, 0);
        for (Path path : List.of(lost, lostWithItsFolder, folder)) Files.delete(path);
        one.detach(v.id(), "node-2");
        var context = two.attach(v.id(), "node-2", MULTI_NODE_SINGLE_WRITER);
        // When
        two.stage(v.id(), context, staging2, v.capability());
        two.publish(v.id(), context, staging2, reader, v.capability(), true);
        Status writer = status(() -> publish(v, targets.resolve("writer")));
        // Then
        assertThat(writer.getCode()).as("%s", writer).isEqualTo(OK);
    }

    @Test
    @DisplayName("After a reboot and another stage, a target that nobody wants any more is unpublished with its folder")
    void anEmptyTargetIsRemovedAfterAReboot() throws Exception {
        // Given
        Staged v = staged("v", SINGLE_NODE_WRITER);
        Path target = targets.resolve("t");
        publish(v, target);
        for (Path mount : List.of(target, staging)) Libc.umount(mount, 0);
        one.stage(v.id(), v.context(), staging, v.capability());
        // When
        one.unpublish(v.id(), target);
        // Then
        assertThat(target).doesNotExist();
    }

    private static NodeGetVolumeStatsRequest stats(String id, String path) {
        return NodeGetVolumeStatsRequest.newBuilder()
                .setVolumeId(id)
                .setVolumePath(path)
                .build();
    }
}

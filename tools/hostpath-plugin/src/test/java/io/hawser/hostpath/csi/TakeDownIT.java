package io.hawser.hostpath.csi;

import static io.grpc.Status.Code.INTERNAL;
import static io.grpc.Status.Code.OK;
import static io.hawser.csi.v1.VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER;
import static io.hawser.hostpath.PluginClient.code;
import static io.hawser.hostpath.PluginClient.mount;
import static io.hawser.hostpath.PluginClient.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.hawser.hostpath.PluginClient;
import io.hawser.hostpath.TestBed;
import io.hawser.hostpath.store.Locks;
import io.hawser.hostpath.store.StateFolder;
import io.hawser.hostpath.volume.VolumeKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Volumes whose data make it hard to take them down. */
class TakeDownIT {
    private TestBed bed;
    private PluginClient client;
    private String id;
    private Path staging;
    private Path target;

    @BeforeEach
    void start() throws Exception {
        bed = new TestBed().requireMounts();
        Files.createDirectory(bed.state);
    }

    /** A volume of node-1, which it has mounted. */
    private void publish() throws Exception {
        client = bed.node("node-1");
        id = client.create("v", SINGLE_NODE_WRITER).getVolumeId();
        Map<String, String> context = client.attach(id, "node-1", SINGLE_NODE_WRITER);
        staging = bed.directory("staging");
        target = bed.root.resolve("target");
        client.stage(id, context, staging, mount(SINGLE_NODE_WRITER));
        client.publish(id, context, staging, target, mount(SINGLE_NODE_WRITER), false);
    }

    @AfterEach
    void stop() throws Exception {
        bed.close();
    }

    @Test
    @DisplayName("A volume that fills the disk is unpublished, unstaged, detached and deleted, which empties the disk")
    void aFullDisk() throws Exception {
        // Given
        run("mount", "-t", "tmpfs", "-o", "size=1m", "full", bed.state.toString());
        publish();
        fillAgain(target.resolve("file"));
        assertThat(code(() -> client.create("another", SINGLE_NODE_WRITER))).isEqualTo(INTERNAL);
        // When
        client.unpublish(id, target);
        client.unstage(id, staging);
        client.detach(id, "node-1");
        client.delete(id);
        // Then
        assertThat(code(() -> client.create("another", SINGLE_NODE_WRITER))).isEqualTo(OK);
        assertThat(bed.state.resolve("spare")).exists();
    }

    @Test
    @DisplayName("So is a volume whose files take all inodes of the disk, again and again")
    void aDiskWithoutInodes() throws Exception {
        // Given
        run("mount", "-t", "tmpfs", "-o", "size=4m,nr_inodes=96", "full", bed.state.toString());
        publish();
        Path data = bed.state.resolve("data").resolve(id);
        Locks locks = StateFolder.open(bed.state).locks();
        VolumeKey other = new VolumeKey("0".repeat(32));
        takeAllInodes(target, "0");
        assertThat(code(() -> client.create("another", SINGLE_NODE_WRITER))).isEqualTo(INTERNAL);
        assertThatThrownBy(() -> locks.volume(other)).isInstanceOf(IOException.class);
        locks.takingDown().volume(other).close();
        // When
        client.unpublish(id, target);
        takeAllInodes(data, "1");
        client.unstage(id, staging);
        takeAllInodes(data, "2");
        client.detach(id, "node-1");
        takeAllInodes(data, "3");
        client.delete(id);
        // Then
        assertThat(code(() -> client.create("another", SINGLE_NODE_WRITER))).isEqualTo(OK);
        try (var files = Files.list(bed.state)) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("spare.")))
                    .hasSize(32);
        }
    }

    @Test
    @DisplayName(
            "A volume is unpublished, unstaged, detached and deleted while a program fills the disk again and again")
    void aDiskThatIsFilledAgain() throws Exception {
        // Given
        run("mount", "-t", "tmpfs", "-o", "size=1m", "full", bed.state.toString());
        publish();
        Path data = bed.state.resolve("data").resolve(id);
        // When
        fillAgain(data.resolve("1"));
        client.unpublish(id, target);
        fillAgain(data.resolve("2"));
        client.unstage(id, staging);
        fillAgain(data.resolve("3"));
        client.detach(id, "node-1");
        fillAgain(data.resolve("4"));
        client.delete(id);
        // Then
        assertThat(client.list(0, "").getEntriesList()).isEmpty();
        assertThat(bed.state.resolve("data")).isEmptyDirectory();
    }

    @Test
    @DisplayName("A volume whose record cannot be written leaves no folder behind")
    void aRecordThatCannotBeWritten() throws Exception {
        // Given
        run("mount", "-t", "tmpfs", "-o", "size=1m", "full", bed.state.toString());
        client = bed.node("node-1");
        Path file = bed.state.resolve("filling");
        fillAgain(file);
        // When
        Status mounted = status(() -> client.create("v", SINGLE_NODE_WRITER));
        Status block = status(() -> client.createBlock("w", SINGLE_NODE_WRITER, 1 << 20));
        // Then
        assertThat(mounted.getCode()).isEqualTo(INTERNAL);
        assertThat(block.getCode()).isEqualTo(INTERNAL);
        assertThat(bed.state.resolve("data")).isEmptyDirectory();
        Files.delete(file);
        assertThat(code(() -> client.create("v", SINGLE_NODE_WRITER))).isEqualTo(OK);
    }

    @Test
    @DisplayName("A volume whose data another machine deleted while this node was fenced is unpublished and unstaged")
    void dataThatAreGone() throws Exception {
        // Given
        publish();
        Path trash = bed.state.resolve("trash").resolve(id);
        Files.move(bed.state.resolve("data").resolve(id), trash);
        // When
        client.unpublish(id, target);
        Files.delete(trash);
        client.unstage(id, staging);
        // Then
        assertThat(bed.mounts()).isEmpty();
    }

    @Test
    @DisplayName("A volume with folders below each other whose path is longer than the kernel accepts is deleted")
    void aDeepTree() throws Exception {
        // Given
        client = bed.node("node-1");
        id = client.create("v", SINGLE_NODE_WRITER).getVolumeId();
        Path tree = Files.createDirectory(bed.root.resolve("tree"));
        for (int depth = 0; depth < 3000; depth++) {
            Path above = Files.createDirectory(bed.root.resolve("above"));
            Files.move(tree, above.resolve("d"));
            Files.move(above, tree);
        }
        Files.move(tree, bed.state.resolve("data").resolve(id).resolve("d"));
        // When
        client.delete(id);
        // Then
        assertThat(bed.state.resolve("trash")).isEmptyDirectory();
        assertThat(client.list(0, "").getEntriesList()).isEmpty();
    }

    @Test
    @DisplayName(
            "A block volume whose file is missing is not replaced by an empty one when it is expanded or created again")
    void aMissingFile() throws Exception {
        // Given
        client = bed.node("node-1");
        id = client.createBlock("v", SINGLE_NODE_WRITER, 1 << 20).getVolumeId();
        Path file = bed.state.resolve("data").resolve(id);
        Files.delete(file);
        // When
        Status expanded = status(() -> client.expand(id, 2 << 20, 0));
        Status created = status(() -> client.createBlock("v", SINGLE_NODE_WRITER, 1 << 20));
        // Then
        assertThat(expanded.getCode()).isEqualTo(INTERNAL);
        assertThat(expanded.getDescription()).contains("the volume's data are missing");
        assertThat(created.getCode()).isEqualTo(INTERNAL);
        assertThat(file).doesNotExist();
    }

    private static void takeAllInodes(Path folder, String name) {
        assertThatThrownBy(() -> {
                    for (int i = 0; ; i++) Files.createFile(folder.resolve(name + "-" + i));
                })
                .hasMessageContaining("No space left on device");
    }

    private static void fillAgain(Path file) {
        assertThatThrownBy(() -> fill(file)).hasMessageContaining("No space left on device");
    }

    private static void fill(Path file) throws IOException {
        try (var out = Files.newOutputStream(file)) {
            while (true) {
                out.write(new byte[512]);
            }
        }
    }

    private static void run(String... command) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor())
                .as(String.join(" ", command))
                .isZero();
    }
}

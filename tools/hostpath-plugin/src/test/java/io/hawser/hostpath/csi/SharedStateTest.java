package io.hawser.hostpath.csi;

import static io.grpc.Status.Code.ABORTED;
import static io.grpc.Status.Code.FAILED_PRECONDITION;
import static io.grpc.Status.Code.INTERNAL;
import static io.grpc.Status.Code.OK;
import static io.hawser.csi.v1.VolumeCapability.AccessMode.Mode.MULTI_NODE_MULTI_WRITER;
import static io.hawser.csi.v1.VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER;
import static io.hawser.hostpath.PluginClient.code;
import static io.hawser.hostpath.PluginClient.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.hawser.csi.v1.ListVolumesResponse;
import io.hawser.csi.v1.Topology;
import io.hawser.csi.v1.TopologyRequirement;
import io.hawser.hostpath.PluginClient;
import io.hawser.hostpath.TestBed;
import io.hawser.hostpath.store.Locks;
import io.hawser.hostpath.store.StateFolder;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.hostpath.volume.VolumeId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Two instances over one state folder act as one plugin. */
class SharedStateTest {
    private TestBed bed;
    private PluginClient one;
    private PluginClient two;

    @BeforeEach
    void start() throws Exception {
        bed = new TestBed();
        one = bed.node("node-1");
        two = bed.node("node-2");
    }

    @AfterEach
    void stop() throws Exception {
        bed.close();
    }

    @Test
    @DisplayName("What one instance does, the other sees at once; the refusal of a second node names the first")
    void eitherInstanceServesAnyControllerCall() {
        // Given
        var volume = one.create("v", SINGLE_NODE_WRITER);
        String id = volume.getVolumeId();
        // When
        var context = two.attach(id, "node-1", SINGLE_NODE_WRITER);
        Status refused = status(() -> one.attach(id, "node-2", SINGLE_NODE_WRITER));
        // Then
        assertThat(two.create("v", SINGLE_NODE_WRITER)).isEqualTo(volume);
        assertThat(one.attach(id, "node-1", SINGLE_NODE_WRITER)).isEqualTo(context);
        assertThat(refused.getCode()).isEqualTo(FAILED_PRECONDITION);
        assertThat(refused.getDescription()).contains("node-1");
        two.detach(id, "node-1");
        assertThat(one.attach(id, "node-2", SINGLE_NODE_WRITER)).isNotEqualTo(context);
        one.detach(id, "node-2");
        two.delete(id);
        assertThat(one.list(0, "").getEntriesList()).isEmpty();
    }

    @Test
    @DisplayName("ListVolumes tells the nodes of each volume, and an empty list for one that is on none")
    void publishedNodesAreListed() {
        // Given
        String wide = one.create("wide", MULTI_NODE_MULTI_WRITER).getVolumeId();
        one.create("none", SINGLE_NODE_WRITER);
        one.attach(wide, "node-2", MULTI_NODE_MULTI_WRITER);
        two.attach(wide, "node-1", MULTI_NODE_MULTI_WRITER);
        // When
        ListVolumesResponse listed = two.list(0, "");
        // Then
        assertThat(listed.getEntriesList()).hasSize(2).allSatisfy(e -> assertThat(
                        e.getStatus().getPublishedNodeIdsList())
                .isEqualTo(e.getVolume().getVolumeId().equals(wide) ? List.of("node-1", "node-2") : List.of()));
        one.detach(wide, "");
        assertThat(two.list(0, "").getEntriesList())
                .allSatisfy(
                        e -> assertThat(e.getStatus().getPublishedNodeIdsList()).isEmpty());
    }

    @Test
    @DisplayName("Pages show every volume that stays exactly once, while others come and go")
    void pagingHoldsUnderChanges() {
        // Given
        Set<String> staying = new HashSet<>();
        List<String> going = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            staying.add(one.create("stay-" + i, SINGLE_NODE_WRITER).getVolumeId());
            going.add(one.create("go-" + i, SINGLE_NODE_WRITER).getVolumeId());
        }
        // When
        List<String> seen = new ArrayList<>();
        String token = "";
        int pages = 0;
        do {
            ListVolumesResponse page = (pages % 2 == 0 ? one : two).list(5, token);
            page.getEntriesList().forEach(e -> seen.add(e.getVolume().getVolumeId()));
            assertThat(page.getEntriesCount()).isLessThanOrEqualTo(5);
            token = page.getNextToken();
            two.delete(going.removeFirst());
            two.create("new-" + pages, SINGLE_NODE_WRITER);
            pages++;
        } while (!token.isEmpty());
        // Then
        assertThat(seen).doesNotHaveDuplicates().containsAll(staying);
        assertThat(pages).isGreaterThan(3);
    }

    @Test
    @DisplayName("A listing that would be too large for a client comes in pages though none were asked for")
    void aLargeListingIsPaged() {
        // Given
        TopologyRequirement.Builder requirement = TopologyRequirement.newBuilder();
        for (int node = 0; node < 1000; node++)
            requirement.addRequisite(
                    Topology.newBuilder().putSegments("topology.hostpath.hawser/node", "n".repeat(55) + node));
        for (int i = 0; i < 30; i++)
            one.controller.createVolume(PluginClient.creation("v" + i, SINGLE_NODE_WRITER).toBuilder()
                    .setAccessibilityRequirements(requirement)
                    .build());
        // When
        ListVolumesResponse first = two.list(0, "");
        ListVolumesResponse second = two.list(0, first.getNextToken());
        // Then
        assertThat(first.getSerializedSize()).isLessThan(3 << 20);
        assertThat(first.getNextToken()).isNotEmpty();
        assertThat(second.getNextToken()).isEmpty();
        assertThat(first.getEntriesCount() + second.getEntriesCount()).isEqualTo(30);
    }

    @Test
    @DisplayName("While another call for the volume runs, whoever runs it, "
            + "a call is ABORTED, and other volumes are not held up")
    void aBusyVolumeIsAborted() throws Exception {
        // Given
        String id = one.create("v", SINGLE_NODE_WRITER).getVolumeId();
        VolumeId volume = VolumeId.parse(id).orElseThrow();
        Locks locks = StateFolder.open(bed.state).locks();
        // When
        try (Locks.Held held = locks.volume(volume.key())) {
            // Then
            assertThat(code(() -> one.create("v", SINGLE_NODE_WRITER))).isEqualTo(ABORTED);
            assertThat(code(() -> two.attach(id, "node-1", SINGLE_NODE_WRITER))).isEqualTo(ABORTED);
            assertThat(code(() -> two.detach(id, "node-1"))).isEqualTo(ABORTED);
            assertThat(code(() -> one.delete(id))).isEqualTo(ABORTED);
            assertThat(code(() -> one.create("w", SINGLE_NODE_WRITER))).isEqualTo(OK);
        }
        one.attach(id, "node-1", SINGLE_NODE_WRITER);
        try (Locks.Held held = locks.onNode(volume, new NodeId("node-1"))) {
            assertThat(code(() -> one.unstage(id, bed.root.resolve("staging")))).isEqualTo(ABORTED);
            assertThat(code(() -> two.detach(id, "node-1"))).isEqualTo(ABORTED);
        }
        assertThat(code(() -> two.detach(id, "node-1"))).isEqualTo(OK);
    }

    @Test
    @DisplayName("Of many calls at once for one volume each is done or ABORTED, and together they have one effect")
    void concurrentCallsHaveOneEffect() throws Exception {
        // Given
        ExecutorService callers = Executors.newFixedThreadPool(8);
        for (int round = 0; round < 20; round++) {
            String name = "v" + round;
            Set<String> ids = new HashSet<>();
            Set<Status.Code> codes = new HashSet<>();
            List<Callable<String>> calls = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                PluginClient client = i % 2 == 0 ? one : two;
                String node = "node-" + (1 + i % 2);
                calls.add(() -> {
                    String id = client.create(name, SINGLE_NODE_WRITER).getVolumeId();
                    client.attach(id, node, SINGLE_NODE_WRITER);
                    return id;
                });
            }
            // When
            for (Future<String> call : callers.invokeAll(calls)) {
                codes.add(code(() -> {
                    try {
                        ids.add(call.get());
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    } catch (ExecutionException e) {
                        throw (RuntimeException) e.getCause();
                    }
                }));
            }
            // Then
            assertThat(ids.size()).isLessThanOrEqualTo(1);
            assertThat(codes).isSubsetOf(OK, ABORTED, FAILED_PRECONDITION);
        }
        callers.shutdown();
        assertThat(one.list(0, "").getEntriesList())
                .extracting(e -> e.getVolume().getVolumeId())
                .doesNotHaveDuplicates();
        assertThat(one.list(0, "").getEntriesList()).hasSize(20).allSatisfy(e -> assertThat(
                        e.getStatus().getPublishedNodeIdsCount())
                .isLessThanOrEqualTo(1));
        assertThat(bed.state.resolve("data").toFile().list()).hasSize(20);
    }

    @Test
    @DisplayName("Garbage in the state folder hides no volume, and the call that needs it names the file")
    void garbageIsReportedNotFatal() throws Exception {
        // Given
        String good = one.create("good", SINGLE_NODE_WRITER).getVolumeId();
        VolumeId broken = VolumeId.parse(
                        one.create("broken", SINGLE_NODE_WRITER).getVolumeId())
                .orElseThrow();
        Path volumes = bed.state.resolve("volumes");
        Path record = volumes.resolve(broken.key().hex() + ".json");
        Files.writeString(record, Files.readString(record).substring(0, 40));
        Files.writeString(volumes.resolve("notes.txt"), "hello");
        Files.createDirectories(volumes.resolve("0".repeat(32) + ".json"));
        Files.write(volumes.resolve("1".repeat(32) + ".json"), new byte[] {(byte) 0xff, 0, 1});
        Files.createDirectories(bed.state.resolve("data/lost+found"));
        // When
        PluginClient three = bed.node("node-3");
        Status status = status(() -> three.create("broken", SINGLE_NODE_WRITER));
        // Then
        assertThat(three.list(0, "").getEntriesList())
                .extracting(e -> e.getVolume().getVolumeId())
                .containsExactly(good);
        assertThat(status.getCode()).isEqualTo(INTERNAL);
        assertThat(status.getDescription()).contains("volumes/" + record.getFileName());
        assertThat(code(() -> three.delete(broken.text()))).isEqualTo(INTERNAL);
        assertThat(bed.state.resolve("data").resolve(broken.text())).isDirectory();
        assertThat(code(() -> three.delete(good))).isEqualTo(OK);
    }

    @Test
    @DisplayName("A second instance for the same node, a live socket, or a folder that is no state folder: "
            + "the start is refused in words")
    void wrongStartsAreRefused() throws Exception {
        Path socket = bed.socket();
        try (var third = bed.server("node-3", socket)) {
            assertThatThrownBy(() -> bed.server("node-3", bed.socket()))
                    .hasMessageContaining("another instance serves node node-3");
            assertThatThrownBy(() -> bed.server("node-4", socket)).hasMessage("another process listens at " + socket);
        }
        assertThat(socket).doesNotExist();
        Path file = Files.writeString(bed.socket(), "precious");
        assertThatThrownBy(() -> bed.server("node-3", file)).hasMessageContaining("is no socket");
        assertThat(file).hasContent("precious");
        Path home = bed.directory("home");
        Files.writeString(home.resolve("file"), "precious");
        assertThatThrownBy(() -> StateFolder.open(home)).hasMessageContaining("--state-dir");
    }
}

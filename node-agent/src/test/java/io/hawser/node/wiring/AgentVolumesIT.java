package io.hawser.node.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.v1.Assignment;
import io.hawser.v1.Event;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.MountedTarget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Volumes that need more than a mount, with an agent in this process and a real plugin, broker and kernel. */
class AgentVolumesIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long MIB = 1 << 20;

    private Orchestra around;

    @BeforeEach
    void open() throws Exception {
        around = new Orchestra(AgentVolumesIT.class);
        around.hostPath.start();
    }

    @AfterEach
    void close() throws Exception {
        around.close();
    }

    @Test
    @DisplayName("A block volume is a device for its task; it grows in use, keeps its content, and goes")
    void aBlockVolumeGrows() throws Exception {
        // Given
        Assignment volume = blockVolume();
        try (Agent agent = around.agent()) {
            Assignment small = around.assignments.assign(volume, "task-a");
            awaitMounted(small);
            Path device = path(small);
            write(device, "kept");
            long before = size(device);
            // When
            around.hostPath.grow(volume, 3 * MIB);
            Assignment grown = around.assignments.assign(
                    volume.toBuilder().setRequiredBytes(3 * MIB).build(), "task-a");
            awaitExpanded(grown, 3 * MIB);
            // Then
            assertThat(before).isEqualTo(MIB);
            assertThat(size(device)).isEqualTo(3 * MIB);
            assertThat(read(device)).isEqualTo("kept");
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(around.events.all(Event.class, "volume/disk"))
                    .extracting(Event::getReason)
                    .containsOnlyOnce("ExpandedOnNode"));
            Assignment none = around.assignments.letGo(volume);
            await().atMost(PATIENCE).until(() -> around.report(none).getNothingLeft());
            assertThat(agent.layout().volumes()).isEmptyDirectory();
        }
    }

    @Test
    @DisplayName("An agent that died before the plugin was asked to grow a volume, or before it wrote the answer, asks "
            + "again, and says the size only then")
    void aCrashAroundTheGrowth() throws Exception {
        // Given
        Assignment volume = blockVolume();
        Assignment small = around.assignments.assign(volume, "task-a");
        try (Agent _ = around.agent()) {
            awaitMounted(small);
        }
        Path device = path(small);
        // When: ordered while no agent runs
        around.hostPath.grow(volume, 2 * MIB);
        Assignment grown = around.assignments.assign(
                volume.toBuilder().setRequiredBytes(2 * MIB).build(), "task-a");
        assertThat(size(device)).isEqualTo(MIB);
        try (Agent _ = around.agent()) {
            awaitExpanded(grown, 2 * MIB);
        }
        // Then
        assertThat(size(device)).isEqualTo(2 * MIB);

        // Given: the record as it was before the answer came
        Path record = record("disk");
        String text = Files.readString(record);
        Files.writeString(record, text.replaceAll(" *\"expanded\".*\n", ""));
        assertThat(text).contains("\"expanded\" : " + 2 * MIB);
        long asked = expansions();
        // When
        try (Agent _ = around.agent()) {
            await().atMost(PATIENCE).until(() -> expansions() > asked);
            awaitExpanded(grown, 2 * MIB);
            // Then
            assertThat(size(device)).isEqualTo(2 * MIB);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(Files.readString(record)).contains("\"expanded\" : " + 2 * MIB));
            Assignment none = around.assignments.letGo(volume);
            await().atMost(PATIENCE).until(() -> around.report(none).getNothingLeft());
        }
    }

    @Test
    @DisplayName("The files of a volume belong to its group before its task gets it, where the plugin cannot do that; "
            + "new files do, too")
    void theFilesBelongToTheGroup() throws Exception {
        // Given
        Assignment volume = around.hostPath.attached("data");
        try (Agent _ = around.agent()) {
            Assignment plain = around.assignments.assign(volume, "task-a");
            awaitMounted(plain);
            Path sub = Files.createDirectory(path(plain).resolve("sub"));
            Files.writeString(sub.resolve("old"), "x");
            Assignment none = around.assignments.letGo(volume);
            await().atMost(PATIENCE).until(() -> around.report(none).getNothingLeft());
            // When
            Assignment grouped = around.assignments.assign(
                    volume.toBuilder().setFsGroup("4711").build(), "task-b");
            awaitMounted(grouped);
            Path path = path(grouped);
            Files.writeString(path.resolve("sub/new"), "x");
            // Then
            for (String file : new String[] {"", "sub", "sub/old", "sub/new"}) {
                assertThat(Files.getAttribute(path.resolve(file), "unix:gid"))
                        .as(file)
                        .isEqualTo(4711);
            }
            around.assignments.letGo(volume);
            await().atMost(PATIENCE).until(() -> around.report(volume).getNothingLeft());
        }
    }

    @Test
    @DisplayName("An assignment for another node, flags that the plugin refuses, an id of 128 bytes with slashes and "
            + "emoji, a file at a target and a record that is cut: each is a condition in words, and other volumes go "
            + "on")
    void badInput() throws Exception {
        // Given
        Assignment cut = around.hostPath.attached("cut");
        try (Agent _ = around.agent()) {
            awaitMounted(around.assignments.assign(cut, "task-a"));
        }
        Path record = record("cut");
        byte[] whole = Files.readAllBytes(record);
        Files.write(record, Arrays.copyOf(whole, whole.length / 2));
        Assignment file = around.hostPath.attached("file");
        Path occupied = around.root.resolve("volumes/file/u1/targets/task-a");
        Files.createDirectories(occupied.getParent());
        Files.writeString(occupied, "of somebody");
        Assignment.Builder flags = around.hostPath.attached("flags").toBuilder();
        flags.getMountBuilder().addMountFlags("password=hush");
        Assignment.Builder strange =
                around.hostPath.attached("strange").toBuilder().setVolumeId("../../" + "🚢".repeat(30) + "ab");
        Assignment.Builder elsewhere =
                around.hostPath.attached("elsewhere").toBuilder().setNode("node-2");

        // When
        around.assignments.assign(file, "task-a");
        around.assignments.assign(flags.build(), "task-a");
        around.assignments.assign(strange.build(), "task-a");
        around.assignments.assign(elsewhere.build(), "task-a");
        Assignment good = around.assignments.assign(around.hostPath.attached("good"), "task-a");
        try (Agent _ = around.agent()) {
            // Then
            awaitMounted(good);
            awaitSaid(cut, "cut/u1.record cannot be used: it is cut or damaged");
            awaitSaid(file, occupied + " is a file");
            awaitSaid(flags.build(), "mount_flags[0]");
            awaitSaid(strange.build(), "refused");
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(around.events.all(Event.class, "volume/elsewhere"))
                    .filteredOn(event -> event.getReason().equals("AssignmentRefused"))
                    .extracting(Event::getMessage)
                    .singleElement()
                    .asString()
                    .contains("node"));
            assertThat(around.mounts
                            .all(MountReport.class, Assignments.key(flags.build()))
                            .toString())
                    .doesNotContain("hush");
            assertThat(occupied).hasContent("of somebody");
            Files.delete(occupied);
            awaitMounted(around.assignments.assign(file, "task-a"));
            awaitMounted(good);
        }
    }

    /** In the report's message or in that of its target. */
    private void awaitSaid(Assignment assignment, String words) {
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(around.report(assignment).toString()).contains(words));
    }

    private Assignment blockVolume() {
        Assumptions.assumeTrue(
                Files.isWritable(Path.of("/dev/loop-control")),
                "this process may not use /dev/loop-control, so it has no block devices to try out");
        return around.hostPath.attachedBlock("disk");
    }

    private void awaitMounted(Assignment assignment) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(around.report(assignment).getGeneration()).isEqualTo(assignment.getGeneration());
            assertThat(around.report(assignment).getTargetsList())
                    .extracting(MountedTarget::getState)
                    .containsExactly(MountState.MOUNT_STATE_MOUNTED);
        });
    }

    private void awaitExpanded(Assignment assignment, long bytes) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(around.report(assignment).getGeneration()).isEqualTo(assignment.getGeneration());
            assertThat(around.report(assignment).getExpandedBytes()).isEqualTo(bytes);
        });
    }

    private Path path(Assignment assignment) {
        return Path.of(around.report(assignment).getTargets(0).getPath());
    }

    private long expansions() {
        return around.events.all(Event.class, "volume/disk").stream()
                .filter(event -> event.getReason().equals("ExpandedOnNode"))
                .count();
    }

    private Path record(String volume) throws IOException {
        try (Stream<Path> files = Files.walk(around.root.resolve("records").resolve(volume))) {
            return files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
    }

    private static long size(Path device) throws IOException {
        try (FileChannel channel = FileChannel.open(device, StandardOpenOption.READ)) {
            return channel.size();
        }
    }

    private static void write(Path device, String text) throws IOException {
        try (FileChannel channel = FileChannel.open(device, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)), 0);
            channel.force(true);
        }
    }

    private static String read(Path device) throws IOException {
        try (FileChannel channel = FileChannel.open(device, StandardOpenOption.READ)) {
            ByteBuffer buffer = ByteBuffer.allocate(4);
            channel.read(buffer, 0);
            return new String(buffer.array(), StandardCharsets.US_ASCII);
        }
    }
}

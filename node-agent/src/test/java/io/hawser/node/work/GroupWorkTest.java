package io.hawser.node.work;

import static io.hawser.node.work.Bench.awaitMounted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.Sample;
import io.hawser.node.mounttable.files.Kernel;
import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.MountAccess;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import io.hawser.v1.MountedTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A volume's files are given to its group before a task gets the volume. */
class GroupWorkTest {
    @TempDir
    Path root;

    private final List<String> given = new CopyOnWriteArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);
    /** Targets' paths that the mount table shows. */
    private final Set<Path> shown = ConcurrentHashMap.newKeySet();

    private volatile boolean seen = true;
    /** What is mounted at the targets. */
    private volatile String device = "8:1";

    /** Whether no record can be written. */
    private volatile boolean full;

    private Bench bench;

    @BeforeEach
    void open() throws Exception {
        bench = bench(1);
        bench.loop.start(List.of());
    }

    /** @param calls at a time to the plugin */
    private Bench bench(int calls) throws Exception {
        Kernel kernel = new Kernel() {
            @Override
            public MountTable mounts() {
                return new MountTable(shown.stream()
                        .filter(_ -> seen)
                        .map(path -> new MountEntry(path, device, "/", Set.of("rw"), "ext4", "/dev/sda1"))
                        .toList());
            }

            @Override
            public String bootId() {
                return "boot-1";
            }
        };
        ScriptedNodeCalls plugin = new ScriptedNodeCalls() {
            @Override
            public CallOutcome publish(
                    DesiredState desired, AssignmentTarget target, Optional<Path> staging, Path path) {
                shown.add(path);
                return super.publish(desired, target, staging, path);
            }

            @Override
            public CallOutcome unpublish(String volumeId, Path path) {
                shown.remove(path);
                return super.unpublish(volumeId, path);
            }
        };
        Bench made = new Bench(root.toRealPath(), kernel, plugin, records -> new Disk(records, this::access), calls);
        made.groups = (mount, group, cut) -> {
            given.add(mount.mountPoint().getFileName() + " " + group);
            return Optional.empty();
        };
        return made;
    }

    private void access(String what, VolumeKey key) {
        if (full && what.equals("save")) {
            throw new UncheckedIOException("the record cannot be written", new IOException("ENOSPC"));
        }
    }

    @AfterEach
    void close() {
        over.countDown();
        bench.close();
    }

    @Test
    @DisplayName("A writer's target counts as mounted once its files have the group; a reader's gets none")
    void beforeATaskGetsIt() {
        // Given
        bench.groups = (mount, group, cut) -> {
            given.add(mount.mountPoint().getFileName() + " " + group);
            await().until(() -> over.getCount() == 0 || cut.getAsBoolean());
            return Optional.empty();
        };
        // When
        bench.desired(grouped(1, "t1"));
        // Then
        await().until(() -> given.equals(List.of("t1 1000")));
        assertThat(state("t1")).isEqualTo(MountState.MOUNT_STATE_PENDING);
        // When
        over.countDown();
        // Then
        await().until(() -> state("t1") == MountState.MOUNT_STATE_MOUNTED);
        // When
        Assignment.Builder two = grouped(2, "t1", "t2").assignment().toBuilder();
        two.getTargetsBuilder(1).setReadOnly(true);
        bench.desired(Sample.desired(two));
        await().until(() -> state("t2") == MountState.MOUNT_STATE_MOUNTED);
        // Then
        assertThat(given).containsExactly("t1 1000");
        assertThat(bench.plugin.calls).containsExactly("stage", "publish", "publish");
    }

    @Test
    @DisplayName("While the files are worked on, other volumes of the plugin get its calls")
    void otherVolumesGoOn() {
        // Given
        bench.groups = (mount, group, cut) -> {
            given.add("begun");
            await().until(() -> over.getCount() == 0 || cut.getAsBoolean());
            return Optional.empty();
        };
        bench.desired(grouped(1, "t1"));
        await().until(() -> !given.isEmpty());
        // When
        bench.desired(
                Sample.desired(Sample.assignment(1, "o1").setVolume("other").setVolumeId("other")));
        // Then
        await().untilAsserted(() -> assertThat(bench.report("other").getTargetsList())
                .extracting("state")
                .containsExactly(MountState.MOUNT_STATE_MOUNTED));
        assertThat(state("t1")).isEqualTo(MountState.MOUNT_STATE_PENDING);
    }

    @Test
    @DisplayName("A task that ends cuts the work on the files, and the volume is unmounted; also where a file hangs")
    void theEndCutsIt() {
        // Given: not even the cut is looked at
        bench.groups = (mount, group, cut) -> {
            given.add("begun");
            await().until(() -> over.getCount() == 0);
            return Optional.empty();
        };
        bench.desired(grouped(1, "t1"));
        await().until(() -> !given.isEmpty());
        // When
        bench.desired(Sample.nothing(2));
        // Then
        await().until(() -> bench.report("data").getNothingLeft());
        assertThat(bench.plugin.calls).containsExactly("stage", "publish", "unpublish", "unstage");
    }

    @Test
    @DisplayName("A new assignment under which the task keeps the volume is taken over while the files are worked on,"
            + " and does not begin that work again")
    void anotherTargetDoesNotCutIt() {
        // Given
        worksUntilOverOrCut("t1");
        bench.desired(grouped(1, "t1"));
        await().until(() -> !given.isEmpty());
        // When
        bench.desired(grouped(2, "t1", "t2"));
        await().until(() -> bench.report("data").getGeneration() == 2);
        bench.desired(grouped(3, "t1", "t2", "t3"));
        await().until(() -> bench.report("data").getGeneration() == 3);
        // Then
        assertThat(bench.report("data").getTargetsList())
                .extracting(MountedTarget::getId, MountedTarget::getState)
                .containsExactly(
                        tuple("t1", MountState.MOUNT_STATE_PENDING),
                        tuple("t2", MountState.MOUNT_STATE_PENDING),
                        tuple("t3", MountState.MOUNT_STATE_PENDING));
        assertThat(bench.layout.record(Sample.KEY)).content().contains("\"generation\" : 3");
        assertThat(given).containsExactly("t1 1000");
        // When
        over.countDown();
        // Then
        await().until(() -> state("t3") == MountState.MOUNT_STATE_MOUNTED);
        assertThat(state("t1")).isEqualTo(MountState.MOUNT_STATE_MOUNTED);
        assertThat(given).containsExactly("t1 1000", "t2 1000", "t3 1000");
        assertThat(bench.report("data").getGeneration()).isEqualTo(3);
    }

    @Test
    @DisplayName("An assignment with another group begins the work on the files again, and is reported as accepted")
    void anotherGroupCutsIt() {
        // Given
        worksUntilOverOrCut("t1");
        bench.desired(grouped(1, "t1"));
        await().until(() -> !given.isEmpty());
        // When
        bench.desired(groupedBy("1001", 2, "t1"));
        // Then
        await().until(() -> given.equals(List.of("t1 1000", "t1 1001")));
        await().until(() -> bench.report("data").getGeneration() == 2);
        assertThat(state("t1")).isEqualTo(MountState.MOUNT_STATE_PENDING);
        over.countDown();
        await().until(() -> state("t1") == MountState.MOUNT_STATE_MOUNTED);
    }

    @Test
    @DisplayName("Work on the files gives way to a target that has to be unmounted first")
    void anUnwantedTargetGoesFirst() {
        // Given
        worksUntilOverOrCut("t2");
        bench.desired(grouped(1, "t1", "t2"));
        await().until(() -> given.equals(List.of("t1 1000", "t2 1000")));
        // When
        bench.desired(grouped(2, "t2"));
        // Then
        await().until(() -> given.equals(List.of("t1 1000", "t2 1000", "t2 1000")));
        assertThat(bench.plugin.calls).containsExactly("stage", "publish", "publish", "unpublish");
    }

    @Test
    @DisplayName("An assignment that cannot be written down while the files are worked on is reported as a whole, with"
            + " the reason why the work does not go on")
    void aFullDiskCutsIt() {
        // Given
        worksUntilOverOrCut("t1");
        bench.desired(grouped(1, "t1"));
        await().until(() -> !given.isEmpty());
        full = true;
        // When
        bench.desired(grouped(2, "t1", "t2"));
        // Then
        await().until(() -> bench.report("data").getMessage().contains("ENOSPC"));
        assertThat(bench.history)
                .filteredOn(report -> report.getGeneration() == 2)
                .isNotEmpty()
                .allMatch(report -> report.getTargetsCount() == 2);
        // When
        full = false;
        over.countDown();
        // Then
        await().until(() -> Stream.of("t1", "t2").allMatch(target -> state(target) == MountState.MOUNT_STATE_MOUNTED));
    }

    private void worksUntilOverOrCut(String target) {
        bench.groups = (mount, group, cut) -> {
            given.add(mount.mountPoint().getFileName() + " " + group);
            await().until(() -> !mount.mountPoint().endsWith(target) || over.getCount() == 0 || cut.getAsBoolean());
            return Optional.empty();
        };
    }

    @Test
    @DisplayName("A mount that goes while its files are worked on is not taken for mounted")
    void aMountThatGoesMeanwhile() {
        // Given
        bench.groups = (mount, group, cut) -> {
            seen = false;
            return Optional.empty();
        };
        // When
        bench.desired(grouped(1, "t1"));
        // Then
        await().until(() -> target("t1").getMessage().contains("is not seen from here"));
        assertThat(bench.history)
                .flatExtracting(MountReport::getTargetsList)
                .extracting(MountedTarget::getState)
                .doesNotContain(MountState.MOUNT_STATE_MOUNTED);
    }

    @Test
    @DisplayName("A mount that goes while its files wait for their turn is not worked on: the path is the machine's")
    void aMountThatGoesWhileItWaits() {
        // Given
        bench.groups = (mount, group, cut) -> {
            given.add(mount.mountPoint().getFileName().toString());
            await().until(() -> over.getCount() == 0);
            return Optional.empty();
        };
        bench.desired(grouped(1, "t1"));
        await().until(() -> given.contains("t1"));
        bench.desired(Sample.desired(
                grouped(1, "o1").assignment().toBuilder().setVolume("other").setVolumeId("other")));
        bench.ahead = Duration.ofMinutes(1);
        await().until(() -> {
            bench.loop.remind();
            return bench.report("other").getMessage().contains("wait for their turn");
        });
        // When
        shown.removeIf(path -> path.endsWith("o1"));
        over.countDown();
        // Then
        await().until(() -> bench.report("other").getTargets(0).getMessage().contains("is not seen from here"));
        assertThat(given).doesNotContain("o1");
    }

    @Test
    @DisplayName("A volume whose files hang works on them once, however often its assignment changes: others get"
            + " their groups")
    void whatHangsIsNotBegunAgain() throws Exception {
        // Given
        bench.close();
        bench = bench(2);
        bench.loop.start(List.of());
        bench.groups = (mount, group, cut) -> {
            given.add(mount.mountPoint().getFileName().toString());
            await().until(() -> over.getCount() == 0 || mount.mountPoint().endsWith("o1"));
            return Optional.empty();
        };
        bench.desired(grouped(1, "t1"));
        await().until(() -> given.contains("t1"));
        // When
        bench.desired(groupedBy("1001", 2, "t1"));
        await().until(() -> target("t1").getMessage().contains("earlier work on its files hangs") || given.size() == 2);
        bench.desired(groupedBy("1002", 3, "t1"));
        bench.desired(Sample.desired(
                grouped(1, "o1").assignment().toBuilder().setVolume("other").setVolumeId("other")));
        // Then
        awaitMounted(bench, "other");
        assertThat(given).containsExactly("t1", "o1");
        // When
        over.countDown();
        // Then
        await().until(() -> state("t1") == MountState.MOUNT_STATE_MOUNTED);
    }

    @Test
    @DisplayName("An agent that died in the middle begins again: without a call to the plugin, and before a task gets "
            + "the volume")
    void aNewProcessBeginsAgain() throws Exception {
        // Given
        bench.groups = (mount, group, cut) -> {
            given.add("begun");
            await().until(cut::getAsBoolean);
            return Optional.empty();
        };
        bench.desired(grouped(1, "t1"));
        await().until(() -> !given.isEmpty());
        bench.close();
        bench = bench(1);
        bench.assignments.put("data", new DesiredState.Usable(grouped(1, "t1")));
        // When
        bench.loop.start(List.of("data"));
        // Then
        await().until(() -> state("t1") == MountState.MOUNT_STATE_MOUNTED);
        assertThat(given).containsExactly("begun", "t1 1000");
        assertThat(bench.plugin.calls).isEmpty();
    }

    @Test
    @DisplayName("Why the files do not get the group is the target's message, and the mount stays for the next attempt")
    void aRefusalIsSaid() {
        // Given
        bench.groups = (mount, group, cut) ->
                given.size() < 2 ? Optional.of("the agent lacks CAP_CHOWN") : Optional.<String>empty();
        // When
        bench.desired(grouped(1, "t1"));
        // Then
        await().untilAsserted(() -> assertThat(target("t1").getMessage())
                .isEqualTo("group: the agent lacks CAP_CHOWN; tried again shortly"));
        assertThat(state("t1")).isEqualTo(MountState.MOUNT_STATE_PENDING);
        given.addAll(List.of("right", "given"));
        await().until(() -> state("t1") == MountState.MOUNT_STATE_MOUNTED);
        assertThat(bench.plugin.calls).containsExactly("stage", "publish");
    }

    @Test
    @DisplayName("If the agent does not see the plugin's mount, it changes nothing in its place, and says so")
    void anUnseenMountIsNotGuessed() {
        // Given
        seen = false;
        // When
        bench.desired(grouped(1, "t1"));
        // Then
        await().untilAsserted(() -> assertThat(target("t1").getMessage()).contains("is not seen from here"));
        assertThat(given).isEmpty();
    }

    @Test
    @DisplayName("Where another mount takes the place of the plugin's, its files do not get the group, and it is said")
    void anotherMountIsLeftAlone() {
        // Given
        bench.groups = (mount, group, cut) -> {
            given.add(mount.device());
            device = "8:2";
            return Optional.of("a file is busy");
        };
        // When
        bench.desired(grouped(1, "t1"));
        // Then
        await().untilAsserted(() -> assertThat(target("t1").getMessage()).contains("is not seen from here"));
        assertThat(given).containsExactly("8:1");
        assertThat(state("t1")).isEqualTo(MountState.MOUNT_STATE_PENDING);
    }

    private MountState state(String target) {
        return target(target).getState();
    }

    private MountedTarget target(String id) {
        return bench.report("data").getTargetsList().stream()
                .filter(each -> each.getId().equals(id))
                .findFirst()
                .orElse(MountedTarget.getDefaultInstance());
    }

    private static DesiredState grouped(long generation, String... targets) {
        return groupedBy("1000", generation, targets);
    }

    private static DesiredState groupedBy(String group, long generation, String... targets) {
        return Sample.desired(Sample.assignment(generation, targets)
                .setMount(MountAccess.getDefaultInstance())
                .setFsGroup(group));
    }
}

package io.hawser.node.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.TaskMounts.TaskMount;
import io.hawser.node.mounttable.Leaf;
import io.hawser.node.mounttable.Sighting;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.BlockAccess;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TaskMountsTest {
    private static final RootLayout LAYOUT = new RootLayout(Path.of("/node"));
    private static final Path T1 = Path.of("/node/volumes/data/u1/targets/t1");
    private static final MountTable MOUNTED = new MountTable(List.of(mounted("/t1")));

    private static MountEntry mounted(String root) {
        return new MountEntry(T1, "8:1", root, Set.of("rw"), "ext4", "/dev/sda1");
    }

    private static View view(MountRecord have, Order order) {
        return new View(have, order, new Step.WaitUntil(Instant.MAX), RetryState.FRESH);
    }

    private static View wanting(MountRecord have, String... targets) {
        return view(have, new Order.Have(Sample.desired(2, targets)));
    }

    private static TaskMounts of(String task, View... views) {
        return TaskMounts.of(task, "data", List.of(views), Optional.empty(), LAYOUT, MOUNTED);
    }

    @Test
    @Tag("swarmkit-T33")
    @DisplayName("A task whose volume is mounted gets its path, and what is mounted there")
    void aMountedVolumesPathIsTold() {
        // Given
        View view = wanting(Sample.mounted(2, "t1"), "t1");

        // When
        TaskMounts found = of("t1", view);

        // Then
        assertThat(found)
                .isEqualTo(new TaskMounts.Some(
                        List.of(new TaskMount("t1", false, false, Optional.of(T1), Optional.of(mounted("/t1")), "")),
                        ""));
        assertThat(((TaskMounts.Some) found).mounted()).isTrue();
    }

    @Test
    @Tag("swarmkit-T34")
    @Tag("swarmkit-A10")
    @DisplayName("Another task gets nothing of it, and no task gets a volume that it does not have")
    void anotherTaskIsToldNothing() {
        View view = wanting(Sample.mounted(2, "t1"), "t1");

        assertThat(of("t2", view)).isEqualTo(new TaskMounts.None("task t2 has no mount of volume data on this node"));
        assertThat(of("", view)).isInstanceOf(TaskMounts.None.class);
        assertThat(of("t1")).isInstanceOf(TaskMounts.None.class);
    }

    @Test
    @Tag("swarmkit-A9")
    @DisplayName("A mount that is being taken down is not handed out any more")
    void aMountThatGoesIsNotHandedOut() {
        TaskMounts gone = new TaskMounts.None("volume data is being unmounted for task t1");

        assertThat(of("t1", wanting(Sample.mounted(2, "t1")))).isEqualTo(gone);
        assertThat(of("t1", wanting(Sample.mounted(2, "t1").unpublishing("t1"))))
                .isEqualTo(gone);
        assertThat(of("t1", view(Sample.mounted(2, "t1"), new Order.LetGo(Optional.empty()))))
                .isEqualTo(gone);
    }

    @Test
    @Tag("swarmkit-A9")
    @DisplayName(
            "A mount that is taken down and wanted again is not handed out before it is there again, but is to come")
    void aMountThatIsWantedAgainIsToCome() {
        Order wantedAgain = new Order.Have(Sample.desired(2, "t1"));
        TaskMounts coming = new TaskMounts.Some(
                List.of(new TaskMount("t1", false, false, Optional.empty(), Optional.empty(), "")), "");

        assertThat(of("t1", view(Sample.mounted(2, "t1").unpublishing("t1"), wantedAgain)))
                .isEqualTo(coming);
        assertThat(of("t1", new View(Sample.mounted(2, "t1"), wantedAgain, new Step.Unpublish("t1"), RetryState.FRESH)))
                .isEqualTo(coming);
    }

    @Test
    @DisplayName("A mount that the node has not reported yet is not handed out, and says so")
    void aMountThatIsNotReported() {
        // Given
        TaskMounts found = of("t1", wanting(Sample.mounted(2, "t1"), "t1"));
        TaskMounts none = of("t2", wanting(Sample.mounted(2, "t1"), "t1"));

        // When
        TaskMounts unreported = found.onlyReported(path -> !path.equals(T1));

        // Then
        assertThat(unreported).isInstanceOfSatisfying(TaskMounts.Some.class, some -> {
            assertThat(some.mounted()).isFalse();
            assertThat(some.mounts().getFirst().shown()).isEmpty();
            assertThat(some.mounts().getFirst().message()).contains("no report of it");
        });
        assertThat(found.onlyReported(T1::equals)).isEqualTo(found);
        assertThat(none.onlyReported(_ -> false)).isEqualTo(none);
    }

    @Test
    @DisplayName("A mount to come has no path, and the reason why it failed")
    void aMountToComeHasNoPath() {
        // Given
        RetryState failed =
                RetryState.FRESH.failed("t1", "publish: no", Instant.EPOCH, Duration.ofSeconds(1), Duration.ZERO);
        Order order = new Order.Have(Sample.desired(2, "t1"));

        // When
        TaskMounts wanted = of("t1", new View(Sample.none(), order, new Step.WaitUntil(Instant.MAX), failed));
        TaskMounts begun = of(
                "t1",
                view(
                        Sample.none()
                                .publishing(Sample.desired(2, "t1").target("t1").orElseThrow(), false),
                        order));

        // Then
        for (TaskMounts found : List.of(wanted, begun)) {
            assertThat(found).isInstanceOfSatisfying(TaskMounts.Some.class, some -> {
                assertThat(some.mounted()).isFalse();
                assertThat(some.mounts()).singleElement().satisfies(mount -> assertThat(mount.path())
                        .isEmpty());
            });
        }
        assertThat(((TaskMounts.Some) wanted).mounts().getFirst().message()).isEqualTo("publish: no");
    }

    @Test
    @DisplayName(
            "A mount that only the mount table showed is to come for the task whose target it is, and for no other")
    void aMountWithoutATaskIsToCome() {
        // Given
        DesiredState desired = Sample.desired(Sample.assignment(2)
                .addTargets(AssignmentTarget.newBuilder()
                        .setId("t1")
                        .setTask("task-a")
                        .setReadOnly(true)));
        MountRecord found =
                Recovery.of(Sample.none(), LAYOUT, MOUNTED, Sample.BOOT).under(desired);
        View view = view(found, new Order.Have(desired));

        // Then
        assertThat(of("task-a", view))
                .isEqualTo(new TaskMounts.Some(
                        List.of(new TaskMount("t1", true, false, Optional.empty(), Optional.empty(), "")), ""));
        assertThat(of("task-b", view)).isInstanceOf(TaskMounts.None.class);
        assertThat(of("task-a", wanting(found, "t2"))).isInstanceOf(TaskMounts.None.class);
        DesiredState nobodys = Sample.desired(
                Sample.assignment(2).addTargets(AssignmentTarget.newBuilder().setId("t1")));
        assertThat(of("", view(found, new Order.Have(nobodys))))
                .isInstanceOfSatisfying(
                        TaskMounts.Some.class, some -> assertThat(some.mounts()).hasSize(1));
    }

    @Test
    @Tag("nomad-W31")
    @DisplayName("A path at which something else is mounted, or nothing any more, is not handed out")
    void aLostMountIsNotHandedOut() {
        View view = wanting(Sample.mounted(2, "t1"), "t1");

        for (MountTable table : List.of(new MountTable(List.of()), new MountTable(List.of(mounted("/other"))))) {
            assertThat(TaskMounts.of("t1", "data", List.of(view), Optional.empty(), LAYOUT, table))
                    .isInstanceOfSatisfying(TaskMounts.Some.class, some -> {
                        assertThat(some.mounted()).isFalse();
                        assertThat(some.mounts().getFirst().message()).contains("not at its path any more");
                    });
        }
    }

    @Test
    @DisplayName(
            "A plugin that mounts nothing visible has its path handed out, too; a block volume says that it is one")
    void aPluginWithoutVisibleMounts() {
        // Given
        DesiredState desired = Sample.desired(Sample.assignment(2, "t1").setBlock(BlockAccess.getDefaultInstance()));
        MountRecord have = Sample.none()
                .under(desired)
                .publishing(desired.target("t1").orElseThrow(), true)
                .published("t1", Optional.empty());

        // When
        TaskMounts found = TaskMounts.of(
                "t1",
                "data",
                List.of(view(have, new Order.Have(desired))),
                Optional.empty(),
                LAYOUT,
                new MountTable(List.of()));

        // Then
        assertThat(found)
                .isEqualTo(new TaskMounts.Some(
                        List.of(new TaskMount("t1", false, true, Optional.of(T1), Optional.empty(), "")), ""));
    }

    @Test
    @DisplayName("A mount stays the task's while the assignment is missing or cannot be read")
    void aSilentOrderLeavesTheMount() {
        TaskMounts found = of("t1", view(Sample.mounted(2, "t1"), new Order.Keep("no assignment", true)));

        assertThat(found).isInstanceOfSatisfying(TaskMounts.Some.class, some -> {
            assertThat(some.mounted()).isTrue();
            assertThat(some.message()).isEqualTo("no assignment");
        });
    }

    @Test
    @DisplayName("What is left of an earlier volume of the name is not handed out, although the target has the same id")
    void anEarlierVolumeOfTheName() {
        // Given
        View earlier = view(Sample.mounted(1, "t1"), new Order.Keep("the name belongs to another volume", true));
        DesiredState desired = Sample.desired(Sample.assignment(2, "t1").setUid("u2"));
        View coming = view(MountRecord.none(desired.key(), "boot-1"), new Order.Have(desired));

        // Then
        assertThat(of("t1", List.of(earlier, coming), desired.key()))
                .isEqualTo(new TaskMounts.Some(
                        List.of(new TaskMount("t1", false, false, Optional.empty(), Optional.empty(), "")), ""));
        assertThat(of("t1", List.of(earlier), desired.key()))
                .isEqualTo(new TaskMounts.NotYetKnown("the agent has not looked at volume data yet"));
    }

    private static TaskMounts of(String task, List<View> views, VolumeKey assigned) {
        return TaskMounts.of(task, "data", views, Optional.of(assigned), LAYOUT, MOUNTED);
    }

    @Test
    @DisplayName("While an assignment cannot be acted on, it is not known what a task has that no record mentions")
    void neitherRecordNorAssignmentSaysIt() {
        String message = "its record cannot be read";
        Order silent = new Order.Keep(message, false);

        assertThat(of("t1", view(Sample.none(), silent))).isEqualTo(new TaskMounts.NotYetKnown(message));
        assertThat(of("t2", view(Sample.mounted(2, "t1"), silent))).isEqualTo(new TaskMounts.NotYetKnown(message));
        assertThat(of("t1", view(Sample.none(), new Order.Keep("no assignment", true))))
                .isInstanceOf(TaskMounts.None.class);
    }

    @Test
    @DisplayName("While something is held back, it is not known that a task has nothing; what it has is answered")
    void whatIsHeldBackIsNotKnown() {
        // Given
        TaskMounts none = of("t1");
        TaskMounts some = of("t1", wanting(Sample.mounted(2, "t1"), "t1"));
        Optional<String> hold = Optional.of("another topic");

        // Then
        assertThat(none.whileHeldBack(hold)).isEqualTo(new TaskMounts.NotYetKnown("another topic"));
        assertThat(none.whileHeldBack(Optional.empty())).isEqualTo(none);
        assertThat(some.whileHeldBack(hold)).isEqualTo(some);
    }

    @Test
    @Tag("nomad-W28")
    @DisplayName("A block volume says that it is one while the assignment is missing or cannot be read, too")
    void aBlockVolumeSaysSoWithoutAnAssignment() {
        // Given
        DesiredState desired = Sample.desired(Sample.assignment(2, "t1").setBlock(BlockAccess.getDefaultInstance()));
        Step.Call publish = new Step.Publish(desired, desired.target("t1").orElseThrow());
        Sighting device = new Sighting(Optional.empty(), Leaf.OTHER);
        MountRecord have = RecordedCall.after(Sample.none().under(desired), publish, new CallOutcome.Done(), device);

        // When
        TaskMounts found = of("t1", view(have, new Order.Keep("no assignment", true)));

        // Then
        assertThat(found).isInstanceOfSatisfying(TaskMounts.Some.class, some -> assertThat(some.mounts())
                .singleElement()
                .matches(TaskMount::block)
                .matches(mount -> mount.path().isPresent()));
    }
}

package io.hawser.node.work;

import static io.hawser.node.work.Bench.awaitMounted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.mounts.MountEntry;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.PluginView;
import io.hawser.node.mount.Sample;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a new process of the agent makes of what the last one left, and of a restart of the node. */
class NextProcessTest {
    @TempDir
    Path root;

    private final ScriptedNodeCalls plugin = new ScriptedNodeCalls();

    @Test
    @Tag("csi-6.1-6")
    @DisplayName("A new process tells a restart of the node from an unmount by hand; what was staged is reported until "
            + "its unstage is certain")
    void aRebootIsToldFromAPersonsUnmount() throws Exception {
        // Given
        List<MountEntry> mounts = new CopyOnWriteArrayList<>();
        Path target = new RootLayout(root).target(Sample.KEY, "t1");
        plugin.answer = rpc -> {
            if (rpc.equals("publish")) {
                mounts.add(new MountEntry(target, "8:1", "/", Set.of(), "ext4", "/dev/sda1"));
            }
            return new CallOutcome.Done();
        };
        try (Bench bench = new Bench(root, new KnownMounts(mounts), plugin, UnaryOperator.identity(), 4)) {
            bench.loop.start(List.of());
            bench.desired(Sample.desired(1, "t1"));
            awaitMounted(bench, "data");
        }
        mounts.clear();

        // When
        try (Bench unmounted = new Bench(root, new KnownMounts(mounts), plugin, UnaryOperator.identity(), 4)) {
            unmounted.assignments.put("data", new DesiredState.Usable(Sample.desired(1, "t1")));
            unmounted.loop.start(List.of("data"));

            // Then
            awaitMounted(unmounted, "data");
            assertThat(unmounted.remarks)
                    .singleElement()
                    .asString()
                    .startsWith("MountLost what was mounted at target t1 was unmounted, and not by this agent");
        }
        mounts.clear();
        plugin.answer = _ -> new CallOutcome.Uncertain("the back end does not answer");

        // When
        try (Bench rebooted = new Bench(root, new KnownMounts(mounts, "boot-2"), plugin, UnaryOperator.identity(), 4)) {
            rebooted.assignments.put("data", new DesiredState.Usable(Sample.nothing(2)));
            rebooted.loop.start(List.of("data"));

            // Then
            await().until(() -> rebooted.report("data").getMessage().contains("unstage: uncertain")
                    || rebooted.report("data").getTargetsCount() == 1
                            && rebooted.report("data")
                                    .getTargets(0)
                                    .getMessage()
                                    .contains("uncertain"));
            assertThat(rebooted.report("data").getStaged()).isTrue();
            assertThat(rebooted.report("data").getNothingLeft()).isFalse();
            assertThat(rebooted.remarks)
                    .singleElement()
                    .asString()
                    .startsWith("MountsEndedByReboot the node was restarted (boot boot-1, now boot-2), which ended"
                            + " what was mounted at the staging path, target t1");
            plugin.answer = _ -> new CallOutcome.Done();
            await().until(() -> rebooted.report("data").getNothingLeft());
        }
    }

    @Test
    @DisplayName(
            "After a restart of the node, nothing is reported of a volume that no assignment speaks of; before, its"
                    + " mounts are")
    void aRebootEndsWhatNobodyOrders() throws Exception {
        // Given
        try (Bench bench = Bench.started(root, plugin, 4, (_, _) -> {})) {
            bench.desired(Sample.desired(1, "t1"));
            awaitMounted(bench, "data");
        }
        try (Bench sameBoot = Bench.started(root, plugin, 4, (_, _) -> {})) {
            await().until(() -> sameBoot.report("data").getOrphaned());
            assertThat(sameBoot.report("data").getStaged()).isTrue();
        }

        // When
        KnownMounts none = new KnownMounts(List.of(), "boot-2");
        try (Bench rebooted = new Bench(root, none, plugin, UnaryOperator.identity(), 4)) {
            rebooted.reports.put("data", MountReport.getDefaultInstance());
            rebooted.loop.start(List.of());

            // Then
            await().until(() -> Files.notExists(rebooted.layout.record(Sample.KEY))
                    && !rebooted.loop.hasVolumesOf("plugin.example"));
            assertThat(rebooted.reports).as("what an earlier process said").isEmpty();
            assertThat(plugin.calls).as("calls of the first process").containsExactly("stage", "publish");
        }
    }

    @Test
    @DisplayName("What a restart of the node ended of an earlier volume does not end the report of the one that has the"
            + " name now")
    void aRebootEndsAnEarlierVolume() throws Exception {
        // Given
        mountedBeforeTheReboot();
        DesiredState later = Sample.desired(Sample.assignment(2, "t1").setUid("u2"));
        try (Bench rebooted = rebooted(List.of())) {
            rebooted.assignments.put("data", new DesiredState.Usable(later));
            // When
            rebooted.loop.start(List.of("data"));
            // Then
            awaitMounted(rebooted, "data");
            await().until(() -> Files.notExists(rebooted.layout.record(Sample.KEY)));
            assertThat(rebooted.report("data").getUid()).isEqualTo("u2");
            assertThat(rebooted.gone).isEmpty();
        }
    }

    @Test
    @DisplayName("What a restart of the node ended is over also if the reason to wait ends later, in another process")
    void whatARebootEndedIsOverOnceNothingIsHeldBack() throws Exception {
        // Given
        mountedBeforeTheReboot();
        for (int process = 1; process <= 2; process++) {
            try (Bench held = rebooted(List.of())) {
                held.heldBack = Optional.of("another topic");
                held.loop.start(List.of());
                await().until(() -> held.report("data").getOrphaned());
                held.loop.sweep();
                assertThat(held.remarks).hasSize(process == 1 ? 1 : 0).allMatch(it -> it.contains("EndedByReboot"));
            }
        }
        try (Bench held = rebooted(List.of())) {
            held.heldBack = Optional.of("another topic");
            held.loop.start(List.of());
            await().until(() -> held.report("data").getOrphaned());

            // When
            held.heldBack = Optional.empty();
            held.loop.kickAll();

            // Then
            isOver(held);
        }
    }

    @Test
    @DisplayName("What a restart of the node ended is over when its assignment goes before a call was made for it; what"
            + " is mounted there is still reported")
    void whatARebootEndedIsOverWithItsAssignment() throws Exception {
        // Given
        mountedBeforeTheReboot();
        List<MountEntry> mounts = new CopyOnWriteArrayList<>();
        plugin.view = new PluginView.Away("the plugin is away");
        try (Bench rebooted = rebooted(mounts)) {
            rebooted.assignments.put("data", new DesiredState.Usable(Sample.nothing(2)));
            rebooted.loop.start(List.of("data"));
            await().until(() -> rebooted.report("data").getMessage().contains("away"));
            mounts.add(new MountEntry(
                    rebooted.layout.target(Sample.KEY, "t9"), "8:1", "/", Set.of(), "ext4", "/dev/sda1"));

            // When
            rebooted.assignments.remove("data");
            rebooted.loop.assigned("data");

            // Then
            await().untilAsserted(() -> assertThat(rebooted.report("data").getTargetsList())
                    .extracting("id")
                    .containsExactly("t9"));
            assertThat(rebooted.report("data").getStaged()).isFalse();

            // When
            mounts.clear();
            rebooted.loop.sweep();

            // Then
            isOver(rebooted);
        }
    }

    @Test
    @DisplayName("After the first call since the restart of the node, a record without an assignment stays")
    void aCallSinceTheRebootKeepsTheRecord() throws Exception {
        // Given
        mountedBeforeTheReboot();
        plugin.answer = _ -> new CallOutcome.Rejected(false, false, "not now");
        try (Bench rebooted = rebooted(List.of())) {
            rebooted.assignments.put("data", new DesiredState.Usable(Sample.nothing(2)));
            rebooted.loop.start(List.of("data"));
            await().until(() ->
                    rebooted.report("data").getTargetsList().toString().contains("not now"));

            // When
            rebooted.assignments.remove("data");
            rebooted.loop.assigned("data");

            // Then
            await().until(() -> rebooted.report("data").getOrphaned());
            assertThat(rebooted.report("data").getStaged()).isTrue();
        }
        try (Bench next = rebooted(List.of())) {
            next.loop.start(List.of());
            await().until(() -> next.report("data").getOrphaned());
            assertThat(next.report("data").getStaged()).isTrue();
        }
    }

    private void mountedBeforeTheReboot() throws IOException {
        try (Bench bench = Bench.started(root, plugin, 4, (_, _) -> {})) {
            bench.desired(Sample.desired(1, "t1"));
            awaitMounted(bench, "data");
        }
    }

    private Bench rebooted(List<MountEntry> mounts) {
        return new Bench(root, new KnownMounts(mounts, "boot-2"), plugin, UnaryOperator.identity(), 4);
    }

    private void isOver(Bench bench) {
        await().until(() -> Files.notExists(bench.layout.record(Sample.KEY)) && bench.reports.isEmpty());
        assertThat(bench.loop.hasVolumesOf("plugin.example")).isFalse();
        assertThat(plugin.calls).as("calls before the restart").containsExactly("stage", "publish");
    }

    @Test
    @DisplayName("After a restart of the node, an empty target is removed before the plugin makes it again")
    void leftoversOfARebootGoBeforeTheNextPublish() throws Exception {
        // Given
        List<MountEntry> mounts = new CopyOnWriteArrayList<>();
        Path target = new RootLayout(root).target(Sample.KEY, "t1");
        List<Boolean> stoodBefore = new CopyOnWriteArrayList<>();
        plugin.answer = rpc -> {
            if (rpc.equals("publish")) {
                stoodBefore.add(Files.exists(target));
                made(target);
                mounts.add(new MountEntry(target, "8:1", "/", Set.of(), "ext4", "/dev/sda1"));
            }
            return new CallOutcome.Done();
        };
        try (Bench bench = new Bench(root, new KnownMounts(mounts), plugin, UnaryOperator.identity(), 4)) {
            bench.loop.start(List.of());
            bench.desired(Sample.desired(1, "t1"));
            awaitMounted(bench, "data");
        }
        mounts.clear();

        // When
        try (Bench rebooted = new Bench(root, new KnownMounts(mounts, "boot-2"), plugin, UnaryOperator.identity(), 4)) {
            rebooted.assignments.put("data", new DesiredState.Usable(Sample.desired(1, "t1")));
            rebooted.loop.start(List.of("data"));
            awaitMounted(rebooted, "data");
        }

        // Then
        assertThat(stoodBefore).containsExactly(false, false);
    }

    private static void made(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @DisplayName("A new process keeps the pause after a refusal and its reason, until the desired state or the plugin "
            + "is another one")
    void aPauseOutlivesTheProcess() throws Exception {
        // Given
        plugin.answer = _ -> new CallOutcome.Rejected(false, false, "no such disk");
        DesiredState desired = Sample.desired(1, "t1");
        try (Bench bench = Bench.started(root, plugin, 4, (_, _) -> {})) {
            bench.desired(desired);
            await().until(() -> bench.report("data").getMessage().contains("no such disk"));
        }
        plugin.calls.clear();
        Instant pluginSince = Instant.now().minusSeconds(60);

        // When
        try (Bench again = new Bench(root, Bench.NO_MOUNTS, plugin, UnaryOperator.identity(), 4)) {
            again.assignments.put("data", new DesiredState.Usable(desired));
            again.loop.start(List.of("data"));
            again.loop.pluginReplaced("plugin.example", pluginSince);

            // Then
            await().untilAsserted(
                            () -> assertThat(again.report("data").getMessage()).contains("no such disk"));
            again.loop.sweep();
            again.desired(Sample.desired(Sample.assignment(1, "t1").setVolume("more")));
            await().until(() -> again.report("more").getMessage().contains("no such disk"));
            assertThat(plugin.calls).as("of the other volume").containsExactly("stage");

            // When
            again.loop.pluginReplaced("plugin.example", Instant.now());

            // Then
            await().until(() -> plugin.calls.size() == 3);
        }
        plugin.calls.clear();
        try (Bench third = new Bench(root, Bench.NO_MOUNTS, plugin, UnaryOperator.identity(), 4)) {
            third.assignments.put("data", new DesiredState.Usable(Sample.desired(2, "t1")));
            third.loop.start(List.of("data"));
            await().until(() -> plugin.calls.contains("stage"));
        }
    }

    @Test
    @DisplayName("If the clock was two hours ahead and was set back, a new process and the one that runs call the"
            + " plugin without that pause: no pause lasts longer than the longest one")
    void aClockThatWasSetBackHoldsUpNothing() throws Exception {
        // Given
        plugin.answer = _ -> new CallOutcome.Rejected(false, false, "no such disk");
        DesiredState desired = Sample.desired(1, "t1");
        try (Bench bench = Bench.started(root, plugin, 4, (_, _) -> {})) {
            bench.ahead = Duration.ofHours(2);
            bench.desired(desired);
            await().until(() -> bench.report("data").getMessage().contains("no such disk"));
        }
        plugin.answer = _ -> new CallOutcome.Uncertain("no answer");

        // When
        try (Bench again = new Bench(root, Bench.NO_MOUNTS, plugin, UnaryOperator.identity(), 4)) {
            again.assignments.put("data", new DesiredState.Usable(desired));
            again.loop.start(List.of("data"));

            // Then
            await().until(() -> again.report("data").getMessage().contains("no answer"));

            // When
            again.ahead = Duration.ofHours(2);
            int before = plugin.calls.size();
            await().until(() -> plugin.calls.size() > before + 1);
            again.ahead = Duration.ZERO;
            plugin.answer = _ -> new CallOutcome.Done();
            again.desired(Sample.desired(2, "t1"));

            // Then
            awaitMounted(again, "data");
        }
    }

    @Test
    @DisplayName("A new process keeps the pause of a target that was refused, and lets no other target wait for it")
    void theRefusalOfOneTargetOutlivesTheProcess() throws Exception {
        // Given
        List<MountEntry> mounts = new CopyOnWriteArrayList<>();
        plugin.answer = rpc -> {
            Path target = plugin.paths.getLast().getLast();
            if (target.endsWith("t1")) {
                return new CallOutcome.Rejected(false, false, "no");
            }
            if (rpc.equals("publish")) {
                mounts.add(new MountEntry(target, "8:1", "/", Set.of(), "ext4", "/dev/sda1"));
            }
            return new CallOutcome.Done();
        };
        DesiredState desired = Sample.desired(1, "t1", "t2");
        try (Bench bench = new Bench(root, new KnownMounts(mounts), plugin, UnaryOperator.identity(), 4)) {
            bench.loop.start(List.of());
            bench.desired(desired);
            await().until(() -> bench.ended.size() == 3);
        }
        mounts.clear();
        plugin.calls.clear();

        // When
        try (Bench again = new Bench(root, new KnownMounts(mounts), plugin, UnaryOperator.identity(), 4)) {
            again.assignments.put("data", new DesiredState.Usable(desired));
            again.loop.start(List.of("data"));

            // Then
            await().untilAsserted(() -> assertThat(again.report("data").getTargetsList())
                    .extracting("id", "state")
                    .containsExactly(
                            Tuple.tuple("t1", MountState.MOUNT_STATE_PENDING),
                            Tuple.tuple("t2", MountState.MOUNT_STATE_MOUNTED)));
            again.loop.sweep();
            again.desired(Sample.desired(Sample.assignment(1, "t3").setVolume("more")));
            awaitMounted(again, "more");
            assertThat(plugin.calls)
                    .as("of t2, and of the other volume")
                    .containsOnlyOnce("stage")
                    .hasSize(3);
            assertThat(again.report("data").getTargets(0).getMessage()).contains("refused: no");
        }
    }
}

package io.hawser.node.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.Sample;
import io.hawser.node.mounttable.Kernel;
import io.hawser.node.mounttable.Leaf;
import io.hawser.node.mounttable.Sighting;
import io.hawser.v1.MountState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong around a volume: it is reported, it ends by itself where it can, and keeps no other volume. */
class TroubleTest {
    private static final VolumeKey STUCK = new VolumeKey("stuck", "u1");

    @TempDir
    Path root;

    private final ScriptedNodeCalls plugin = new ScriptedNodeCalls();

    @Test
    @DisplayName("A record that cannot be written is reported once, keeps no other volume, and ends with the trouble")
    void aFullDiskIsToldAndEndsByItself() throws Exception {
        // Given
        AtomicBoolean full = new AtomicBoolean(true);
        try (Bench bench = bench(4, (what, key) -> {
            if (full.get() && what.equals("save") && key.equals(STUCK)) {
                throw new UncheckedIOException("the record cannot be written", new IOException("No space left"));
            }
        })) {
            // When
            bench.desired(stuck(1, "t1"));
            bench.desired(Sample.desired(1, "t1"));

            // Then
            awaitMounted(bench, "data");
            await().untilAsserted(() -> assertThat(bench.report("stuck").getMessage())
                    .isEqualTo(
                            "the record cannot be written: java.io.IOException: No space left; the volume stays as it"
                                    + " is, and it is tried again shortly"));
            assertThat(bench.report("stuck").getTargetsList())
                    .extracting("state")
                    .containsExactly(MountState.MOUNT_STATE_PENDING);
            await().until(() -> bench.loop.views().stream()
                    .anyMatch(view ->
                            view.have().key().equals(STUCK) && view.retry().attempts() > 2));
            assertThat(bench.remarks).singleElement().asString().startsWith("AgentFailed the record cannot be written");
            assertThat(plugin.calls).as("of the other volume").containsExactly("stage", "publish");

            // When
            full.set(false);

            // Then
            awaitMounted(bench, "stuck");
            await().untilAsserted(
                            () -> assertThat(bench.report("stuck").getMessage()).isEmpty());
        }
    }

    @Test
    @DisplayName("A release whose folders cannot be looked at shows in the report, too, and goes on when they can")
    void aReleaseThatFailsIsTold() throws Exception {
        // Given
        AtomicBoolean broken = new AtomicBoolean();
        try (Bench bench = bench(4, (what, _) -> {
            if (broken.get() && what.equals("forget")) {
                throw new UncheckedIOException("the record cannot be deleted", new IOException("EIO"));
            }
        })) {
            bench.desired(Sample.desired(1, "t1"));
            awaitMounted(bench, "data");
            broken.set(true);

            // When
            bench.desired(Sample.nothing(2));

            // Then
            await().untilAsserted(
                            () -> assertThat(bench.report("data").getMessage()).contains("cannot be deleted"));
            assertThat(bench.remarks).isNotEmpty();
            broken.set(false);
            await().untilAsserted(() -> {
                assertThat(bench.report("data").getNothingLeft()).isTrue();
                assertThat(bench.report("data").getMessage()).isEmpty();
            });
        }
    }

    @Test
    @DisplayName("A volume whose folders do not come back holds none of its plugin's calls")
    void foldersThatHangHoldNoCall() throws Exception {
        // Given
        CountDownLatch over = new CountDownLatch(1);
        try (Bench bench = bench(1, (what, key) -> {
            if (key.equals(STUCK) && what.equals("prepare")) {
                waitFor(over);
            }
        })) {
            bench.desired(stuck(1, "t1"));
            // When
            bench.desired(Sample.desired(1, "t1"));
            // Then
            awaitMounted(bench, "data");
            bench.ahead = Duration.ofSeconds(11);
            bench.loop.remind();
            assertThat(bench.report("stuck").getMessage())
                    .contains("waits for the disk that the agent's folder is on, since");
            over.countDown();
            awaitMounted(bench, "stuck");
        }
    }

    @Test
    @DisplayName("A target that does not let itself be looked at after its unpublish holds none of its plugin's calls")
    void aTargetThatHangsHoldsNoCall() throws Exception {
        // Given
        CountDownLatch over = new CountDownLatch(1);
        Kernel kernel = new Seeing(new CopyOnWriteArrayList<>()) {
            @Override
            public Sighting look(Path path, Path folder) {
                if (path.toString().contains("stuck") && plugin.calls.contains("unpublish")) {
                    waitFor(over);
                }
                return new Sighting(Optional.empty(), Leaf.ABSENT);
            }
        };
        try (Bench bench = new Bench(root, kernel, plugin, UnaryOperator.identity(), 1)) {
            bench.loop.start(List.of());
            bench.desired(stuck(1, "t1"));
            awaitMounted(bench, "stuck");
            // When
            bench.desired(stuck(2));
            await().until(() -> plugin.calls.contains("unpublish"));
            bench.desired(Sample.desired(1, "t1"));
            // Then
            awaitMounted(bench, "data");
            over.countDown();
            await().until(() -> bench.report("stuck").getTargetsCount() == 0);
        }
    }

    @Test
    @DisplayName("No folder is made, and no path is looked at, for what only takes down but the leaf of an unpublish")
    void takingDownTouchesTheLeafOnly() throws Exception {
        // Given
        List<String> touched = new CopyOnWriteArrayList<>();
        Kernel kernel = new Seeing(new CopyOnWriteArrayList<>()) {
            @Override
            public Sighting look(Path path, Path folder) {
                touched.add("look " + path.getFileName());
                return super.look(path, folder);
            }
        };
        UnaryOperator<Records> disk = records -> new Disk(records, (what, _) -> {
            if (!what.equals("save")) {
                touched.add(what);
            }
        });
        try (Bench bench = new Bench(root, kernel, plugin, disk, 4)) {
            bench.loop.start(List.of());
            bench.desired(Sample.desired(1, "t1"));
            awaitMounted(bench, "data");
            assertThat(touched).containsExactly("look staging", "prepare", "look t1", "prepare");
            touched.clear();
            // When
            bench.desired(Sample.nothing(2));
            await().until(() -> bench.report("data").getNothingLeft());
            // Then
            assertThat(touched).containsExactly("look t1", "forget");
        }
    }

    @Test
    @DisplayName("A mount that somebody takes down is reported as what it was, and made again")
    void aMountThatWasTakenDownIsToldAndMadeAgain() throws Exception {
        // Given
        List<MountEntry> mounts = new CopyOnWriteArrayList<>();
        try (Bench bench = new Bench(root, new Seeing(mounts), plugin, UnaryOperator.identity(), 4)) {
            bench.loop.start(List.of());
            Path target = bench.layout.target(Sample.KEY, "t1");
            plugin.answer = rpc -> {
                if (rpc.equals("publish")) {
                    mounts.add(new MountEntry(target, "8:1", "/", Set.of(), "ext4", "/dev/sda1"));
                }
                return new CallOutcome.Done();
            };
            bench.desired(Sample.desired(1, "t1"));
            awaitMounted(bench, "data");
            bench.loop.sweep();
            assertThat(bench.remarks).isEmpty();

            // When
            mounts.clear();
            bench.loop.sweep();

            // Then
            await().until(() -> plugin.calls.equals(List.of("stage", "publish", "publish")));
            awaitMounted(bench, "data");
            assertThat(bench.remarks)
                    .singleElement()
                    .asString()
                    .startsWith("MountLost what was mounted at target t1 was");
        }
    }

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
        try (Bench bench = new Bench(root, new Seeing(mounts), plugin, UnaryOperator.identity(), 4)) {
            bench.loop.start(List.of());
            bench.desired(Sample.desired(1, "t1"));
            awaitMounted(bench, "data");
        }
        mounts.clear();

        // When
        try (Bench unmounted = new Bench(root, new Seeing(mounts), plugin, UnaryOperator.identity(), 4)) {
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
        try (Bench rebooted = new Bench(root, new Seeing(mounts, "boot-2"), plugin, UnaryOperator.identity(), 4)) {
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
                    .startsWith("MountsEndedByReboot the node was started anew (boot boot-1, now boot-2), which ended"
                            + " what was mounted at the staging path, target t1");
            plugin.answer = _ -> new CallOutcome.Done();
            await().until(() -> rebooted.report("data").getNothingLeft());
        }
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
        try (Bench bench = new Bench(root, new Seeing(mounts), plugin, UnaryOperator.identity(), 4)) {
            bench.loop.start(List.of());
            bench.desired(Sample.desired(1, "t1"));
            awaitMounted(bench, "data");
        }
        mounts.clear();

        // When
        try (Bench rebooted = new Bench(root, new Seeing(mounts, "boot-2"), plugin, UnaryOperator.identity(), 4)) {
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
    @DisplayName("Who holds a mount that cannot be unmounted is in the report, and an event each time that it changes")
    void whoHoldsAMountIsTold() throws Exception {
        // Given
        List<MountEntry> mounts = new CopyOnWriteArrayList<>();
        Path target = new RootLayout(root).target(Sample.KEY, "t1");
        plugin.answer = rpc -> {
            if (rpc.equals("publish")) {
                mounts.add(new MountEntry(target, "8:1", "/", Set.of(), "ext4", "/dev/sda1"));
            }
            return rpc.equals("unpublish") && !mounts.isEmpty()
                    ? new CallOutcome.Uncertain("target is busy")
                    : new CallOutcome.Done();
        };
        try (Bench bench = new Bench(root, new Seeing(mounts), plugin, UnaryOperator.identity(), 4)) {
            bench.loop.start(List.of());
            bench.desired(Sample.desired(1, "t1"));
            awaitMounted(bench, "data");
            bench.holders = "held: process 7 (sh) has files in it open";

            // When
            bench.desired(Sample.nothing(2));

            // Then
            await().until(() ->
                    plugin.calls.stream().filter("unpublish"::equals).count() > 3);
            assertThat(bench.report("data").getTargets(0).getMessage())
                    .isEqualTo("unpublish: uncertain: target is busy; asked again until the answer is certain;"
                            + " held: process 7 (sh) has files in it open");
            bench.holders = "held: process 8 (cat) has files in it open";
            await().until(() -> bench.remarks.size() == 2);
            assertThat(bench.remarks)
                    .containsExactly(
                            "MountHeld it is still mounted at " + target
                                    + "; held: process 7 (sh) has files in it open",
                            "MountHeld it is still mounted at " + target
                                    + "; held: process 8 (cat) has files in it open");
            assertThat(bench.ended)
                    .filteredOn(ended -> ended.startsWith("Unpublish"))
                    .as("the event of the failure itself does not change")
                    .containsOnly("Unpublish unpublish: uncertain: target is busy; asked again until the answer is"
                            + " certain");
            mounts.clear();
            await().until(() -> bench.report("data").getNothingLeft());
        }
    }

    @Test
    @DisplayName(
            "A file at a target path is told in words, is not touched, and keeps neither the volume's other target "
                    + "nor another volume")
    void aFileAtATargetPathIsTold() throws Exception {
        // Given
        try (Bench bench = bench(4, (_, _) -> {})) {
            Path file = bench.layout.target(STUCK, "t1");
            Files.createDirectories(bench.layout.targets(STUCK));
            Files.writeString(file, "somebody's");

            // When
            bench.desired(stuck(1, "t1", "t2"));
            bench.desired(Sample.desired(1, "t1"));

            // Then
            awaitMounted(bench, "data");
            await().untilAsserted(() -> assertThat(bench.report("stuck").getTargetsList())
                    .extracting("id", "state", "message")
                    .containsExactly(
                            tuple(
                                    "t1",
                                    MountState.MOUNT_STATE_PENDING,
                                    "publish: not sent: " + file + " is a file, which is neither overwritten nor"
                                            + " followed; a person must remove it; tried again shortly"),
                            tuple("t2", MountState.MOUNT_STATE_MOUNTED, "")));
            assertThat(file).hasContent("somebody's");
            Files.delete(file);
            await().untilAsserted(() -> assertThat(bench.report("stuck").getTargetsList())
                    .extracting("state")
                    .containsOnly(MountState.MOUNT_STATE_MOUNTED));
        }
    }

    @Test
    @DisplayName(
            "Links that somebody put in the place of the agent's folders are not followed, and keep no other volume")
    void plantedLinksAreNotFollowed() throws Exception {
        // Given
        Path elsewhere = Files.createDirectories(root.resolve("elsewhere"));
        try (Bench bench = bench(4, (_, _) -> {})) {
            Path volume = Files.createDirectories(bench.layout.volume(STUCK).getParent())
                    .resolve("u1");
            Files.createSymbolicLink(volume, elsewhere);

            // When
            bench.desired(stuck(1, "t1"));
            bench.desired(Sample.desired(1, "t1"));

            // Then
            awaitMounted(bench, "data");
            await().untilAsserted(() -> assertThat(bench.report("stuck").getMessage())
                    .contains(volume + " is a symbolic link, which is neither overwritten nor followed"));
            assertThat(plugin.calls).as("of the other volume").containsExactly("stage", "publish");
            assertThat(elsewhere).isEmptyDirectory();
            Files.delete(volume);
            awaitMounted(bench, "stuck");

            // When
            Files.createDirectories(bench.layout.target(STUCK, "t1"));
            Path targets = bench.layout.targets(STUCK);
            Files.move(targets, root.resolve("moved"));
            Files.createSymbolicLink(targets, root.resolve("moved"));
            plugin.calls.clear();
            bench.desired(Sample.desired(
                    Sample.assignment(2).setVolume("stuck").clearTargets().setNothing(true)));

            // Then
            await().untilAsserted(() -> assertThat(bench.report("stuck").getTargetsList())
                    .extracting("message")
                    .singleElement()
                    .asString()
                    .contains(targets + " is a symbolic link"));
            assertThat(plugin.calls).isEmpty();
            Files.delete(targets);
            await().until(() -> bench.report("stuck").getNothingLeft());
            assertThat(root.resolve("moved/t1")).exists();
        }
    }

    @Test
    @DisplayName("An id of the plugin's of 128 bytes with slashes and emoji is passed on and kept, and is no path")
    void anIdOfThePluginsIsNoPath() throws Exception {
        // Given
        String id = "../../etc/\uD83D\uDEA2/" + "x".repeat(113);
        assertThat(id.getBytes(StandardCharsets.UTF_8)).hasSize(128);
        try (Bench bench = bench(4, (_, _) -> {})) {
            // When
            bench.desired(Sample.desired(Sample.assignment(1, "t1").setVolumeId(id)));
            // Then
            awaitMounted(bench, "data");
        }
        try (Bench again = bench(4, (_, _) -> {})) {
            assertThat(again.loop.views())
                    .singleElement()
                    .satisfies(view -> assertThat(view.have().volumeId()).isEqualTo(id));
        }
        try (var below = Files.walk(root)) {
            assertThat(below.map(Path::toString)).noneMatch(path -> path.contains("\uD83D"));
        }
    }

    @Test
    @DisplayName("A plugin in a container is told its own paths, and reports and records have the node's")
    void aPluginInAContainerSeesOtherPaths() throws Exception {
        try (Bench bench = Bench.withPluginInContainer(root)) {
            // Given
            bench.loop.start(List.of());
            Path staging = Bench.PLUGIN_ROOT.resolve("volumes/data/u1/staging");
            Path target = Bench.PLUGIN_ROOT.resolve("volumes/data/u1/targets/t1");
            // When
            bench.desired(Sample.desired(1, "t1"));
            awaitMounted(bench, "data");
            assertThat(bench.report("data").getTargets(0).getPath())
                    .isEqualTo(root.resolve("volumes/data/u1/targets/t1").toString());
            bench.desired(Sample.nothing(2));
            await().until(() -> bench.report("data").getNothingLeft());
            // Then
            assertThat(bench.plugin.paths)
                    .containsExactly(List.of(staging), List.of(staging, target), List.of(target), List.of(staging));
        }
    }

    @Test
    @DisplayName("What waits for a free call, or for an answer, for more than ten seconds says so until it is over")
    void longWaitsAreTold() throws Exception {
        // Given
        CountDownLatch over = new CountDownLatch(1);
        plugin.answer = _ -> {
            waitFor(over);
            return new CallOutcome.Done();
        };
        try (Bench bench = bench(1, (_, _) -> {})) {
            bench.desired(stuck(1, "t1"));
            await().until(() -> plugin.calls.size() == 1);
            bench.desired(Sample.desired(1, "t1"));
            await().until(() -> bench.loop.views().size() == 2);
            bench.loop.remind();
            assertThat(bench.report("stuck").getMessage()).isEmpty();

            // When
            bench.ahead = Duration.ofSeconds(11);

            // Then
            await().untilAsserted(() -> {
                bench.loop.remind();
                assertThat(bench.report("stuck").getMessage()).startsWith("stage: the plugin has not answered yet;");
                assertThat(bench.report("data").getMessage())
                        .startsWith("waits until one of the 1 calls to plugin plugin.example that are under way ends");
                assertThat(bench.report("data").getGeneration()).isEqualTo(1);
            });
            over.countDown();
            awaitMounted(bench, "stuck");
            awaitMounted(bench, "data");
            bench.loop.remind();
            assertThat(bench.reports.values()).extracting("message").containsOnly("");
        }
    }

    @Test
    @DisplayName("A new process keeps the pause after a refusal and its reason, until the desired state or the plugin "
            + "is another one")
    void aPauseOutlivesTheProcess() throws Exception {
        // Given
        plugin.answer = _ -> new CallOutcome.Rejected(false, "no such disk");
        DesiredState desired = Sample.desired(1, "t1");
        try (Bench bench = bench(4, (_, _) -> {})) {
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

    private Bench bench(int calls, BiConsumer<String, VolumeKey> before) throws IOException {
        Bench bench = new Bench(root, Bench.NO_MOUNTS, plugin, records -> new Disk(records, before), calls);
        bench.loop.start(List.of());
        return bench;
    }

    private static DesiredState stuck(long generation, String... targets) {
        return Sample.desired(Sample.assignment(generation, targets).setVolume("stuck"));
    }

    private static void awaitMounted(Bench bench, String volume) {
        await().untilAsserted(() -> assertThat(bench.report(volume).getTargetsList())
                .extracting("state")
                .containsExactly(MountState.MOUNT_STATE_MOUNTED));
    }

    private static void waitFor(CountDownLatch over) {
        try {
            over.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A kernel that knows these mounts. */
    private static class Seeing implements Kernel {
        private final List<MountEntry> mounts;
        private final String boot;

        Seeing(List<MountEntry> mounts) {
            this(mounts, "boot-1");
        }

        Seeing(List<MountEntry> mounts, String boot) {
            this.mounts = mounts;
            this.boot = boot;
        }

        @Override
        public MountTable mounts() {
            return new MountTable(mounts);
        }

        @Override
        public String bootId() {
            return boot;
        }
    }
}

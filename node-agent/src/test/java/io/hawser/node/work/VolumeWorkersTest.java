package io.hawser.node.work;

import static io.hawser.node.work.Bench.awaitMounted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hawser.mounts.MountEntry;
import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.PluginView;
import io.hawser.node.mount.Sample;
import io.hawser.node.mount.TaskMounts;
import io.hawser.node.mounttable.files.Kernel;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.hamcrest.Matchers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VolumeWorkersTest {
    @TempDir
    Path root;

    private Bench bench;

    @BeforeEach
    void open() throws Exception {
        bench = new Bench(root);
        bench.loop.start(List.of());
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    @Tag("swarmkit-T38")
    @Tag("nomad-28")
    @Tag("nomad-32")
    @Tag("nomad-38")
    @DisplayName("A mount that goes well is one stage and one publish, each published once")
    void mountsWithOneCallEach() {
        // Given
        DesiredState desired = Sample.desired(1, "t1");
        // When
        bench.desired(desired);
        // Then
        await().untilAsserted(() -> assertThat(bench.report("data").getTargetsList())
                .extracting("state")
                .containsExactly(MountState.MOUNT_STATE_MOUNTED));
        assertThat(bench.plugin.calls).containsExactly("stage", "publish");
        assertThat(bench.ended).containsExactly("Stage done", "Publish done");
    }

    @Test
    @Tag("swarmkit-T40")
    @Tag("swarmkit-T43")
    @Tag("nomad-30")
    @Tag("nomad-36")
    @Tag("nomad-39")
    @Tag("swarmkit-X-2")
    @DisplayName("Taking down is one unpublish and one unstage, in that order, and leaves no folder")
    void takesDownWithOneCallEach() {
        // Given
        bench.desired(Sample.desired(1, "t1"));
        await().until(() -> bench.plugin.calls.size() == 2);
        // When
        bench.desired(Sample.nothing(2));
        // Then
        await().until(() -> bench.report("data").getNothingLeft());
        assertThat(bench.plugin.calls).containsExactly("stage", "publish", "unpublish", "unstage");
        assertThat(bench.layout.volume(Sample.KEY)).doesNotExist();
    }

    @Test
    @Tag("nomad-41")
    @DisplayName("However often a volume is woken, one call for it is in flight at most")
    void oneCallPerVolume() {
        // Given
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        bench.plugin.answer = _ -> {
            most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
            Thread.yield();
            inFlight.decrementAndGet();
            return new CallOutcome.Uncertain("again");
        };
        // When
        bench.desired(Sample.desired(1, "t1"));
        await().until(() -> {
            bench.loop.kickAll();
            bench.loop.pluginChanged("plugin.example");
            return bench.plugin.calls.size() > 200;
        });
        // Then
        assertThat(most).hasValue(1);
    }

    @Test
    @Tag("nomad-42")
    @DisplayName("Calls for two volumes that need each other to go on both end")
    void volumesDoNotWaitForEachOther() {
        // Given
        CyclicBarrier both = new CyclicBarrier(2);
        bench.plugin.answer = _ -> {
            try {
                both.await(1, TimeUnit.MINUTES);
                return new CallOutcome.Done();
            } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                return new CallOutcome.Uncertain(e.toString());
            }
        };
        // When
        bench.desired(Sample.desired(1, "t1"));
        bench.desired(Sample.desired(Sample.assignment(1, "t1").setVolume("more")));
        // Then
        await().untilAsserted(
                        () -> assertThat(bench.reports.values()).hasSize(2).allSatisfy(report -> assertThat(
                                        report.getTargets(0).getState())
                                .isEqualTo(MountState.MOUNT_STATE_MOUNTED)));
    }

    @Test
    @DisplayName("An error that nobody expects breaks off one turn of a volume, not its work for good")
    void anErrorDoesNotEndAVolumesWork() {
        // Given
        AtomicInteger broken = new AtomicInteger();
        bench.plugin.answer = _ -> {
            broken.incrementAndGet();
            throw new NoClassDefFoundError("a class that is missing");
        };
        bench.desired(Sample.desired(1, "t1"));
        await().untilAtomic(broken, Matchers.equalTo(1));
        bench.plugin.answer = _ -> new CallOutcome.Done();
        // When
        bench.loop.sweep();
        // Then
        await().until(() -> bench.ended.equals(List.of("Stage done", "Publish done")));
    }

    @Test
    void aTombstoneOfAVolumeThatIsNotHereEndsItsReport() {
        // Given
        bench.desired(Sample.nothing(1));
        await().until(() -> bench.report("data").getNothingLeft());
        // When
        bench.assignments.remove("data");
        bench.loop.assigned("data");
        // Then
        await().until(() -> !bench.reports.containsKey("data"));
        bench.loop.sweep();
        bench.desired(Sample.desired(2, "t1"));
        await().until(() -> bench.plugin.calls.contains("publish"));
    }

    @Test
    @DisplayName("A plugin has volumes here while something of one is here, may be, or shall be")
    void aPluginHasVolumesUntilNothingIsLeft() {
        // Given
        boolean before = bench.loop.hasVolumesOf("plugin.example");
        bench.desired(Sample.desired(1, "t1"));
        await().until(() -> bench.ended.size() == 2);

        // Then
        assertThat(before).isFalse();
        assertThat(bench.loop.hasVolumesOf("plugin.example")).isTrue();
        assertThat(bench.loop.hasVolumesOf("another.example")).isFalse();
        bench.desired(Sample.nothing(2));
        await().until(() -> bench.report("data").getNothingLeft());
        assertThat(bench.loop.hasVolumesOf("plugin.example")).isFalse();
    }

    @Test
    @DisplayName("Before the first look at a volume it is not known what a task has of it, neither that it has nothing")
    void whatIsNotLookedAtIsNotKnown() throws Exception {
        // Given
        CountDownLatch over = new CountDownLatch(1);
        ScriptedNodeCalls slow = new ScriptedNodeCalls() {
            @Override
            public PluginView view(String plugin) {
                awaitLatch(over);
                return super.view(plugin);
            }
        };
        try (Bench starting = new Bench(root, Bench.NO_MOUNTS, slow, UnaryOperator.identity(), 4)) {
            starting.assignments.put("data", new DesiredState.Usable(Sample.desired(1, "t1")));
            // When
            starting.loop.start(List.of("data"));
            TaskMounts before = starting.loop.mountsOf("t1", "data");
            over.countDown();
            // Then
            assertThat(before).isEqualTo(new TaskMounts.NotYetKnown("the agent has not looked at volume data yet"));
            await().until(() -> starting.loop.mountsOf("t1", "data") instanceof TaskMounts.Some some && some.mounted());
            assertThat(starting.loop.mountsOf("t2", "data")).isInstanceOf(TaskMounts.None.class);
        } finally {
            over.countDown();
        }
    }

    @Test
    @DisplayName("A mount that lands when the volume was let go is reported after the next sweep: it is nobody's; after"
            + " somebody unmounted it, it is not")
    void aLateMountIsFoundByTheSweep() throws Exception {
        // Given
        List<MountEntry> mounts = new CopyOnWriteArrayList<>();
        try (Bench late =
                new Bench(root, new KnownMounts(mounts), new ScriptedNodeCalls(), UnaryOperator.identity(), 4)) {
            late.loop.start(List.of());
            late.desired(Sample.desired(1, "t1"));
            awaitMounted(late, "data");
            late.desired(Sample.nothing(2));
            await().until(() -> late.report("data").getNothingLeft());
            late.assignments.remove("data");
            late.loop.assigned("data");
            await().until(() -> {
                late.loop.sweep();
                return late.loop.views().isEmpty();
            });
            // When
            mounts.add(new MountEntry(late.layout.staging(Sample.KEY), "8:1", "/", Set.of(), "ext4", "/dev/sda1"));
            late.loop.sweep();
            // Then
            await().untilAsserted(() -> assertThat(late.report("data"))
                    .matches(MountReport::getOrphaned)
                    .matches(MountReport::getStaged));
            assertThat(late.loop.hasVolumesOf("any.plugin")).isTrue();
            // When
            mounts.clear();
            late.loop.sweep();
            // Then
            await().until(() -> late.reports.isEmpty());
            assertThat(late.loop.hasVolumesOf("any.plugin")).isFalse();
        }
    }

    @Test
    @DisplayName("While a call hangs, the runtime hears what the newest assignment says of a task, not that before the"
            + " call; the report keeps the generation that was accepted")
    void aTaskIsToldTheNewestAssignment() {
        // Given
        CountDownLatch over = new CountDownLatch(1);
        bench.desired(Sample.desired(1, "t1"));
        await().until(() -> bench.loop.mountsOf("t1", "data") instanceof TaskMounts.Some some && some.mounted());
        bench.plugin.answer = _ -> {
            awaitLatch(over);
            return new CallOutcome.Done();
        };
        bench.desired(Sample.desired(2, "t1", "t2"));
        await().until(() -> Collections.frequency(bench.plugin.calls, "publish") == 2);
        try {
            // When
            bench.desired(Sample.desired(3, "t2", "t3"));
            // Then
            assertThat(bench.loop.mountsOf("t1", "data"))
                    .isEqualTo(new TaskMounts.None("volume data is being unmounted for task t1"));
            assertThat(bench.loop.mountsOf("t3", "data"))
                    .isInstanceOfSatisfying(TaskMounts.Some.class, some -> assertThat(some.mounts())
                            .singleElement()
                            .matches(mount -> mount.path().isEmpty()));
            assertThat(bench.report("data").getGeneration()).isEqualTo(2);
        } finally {
            over.countDown();
        }
        await().until(() -> bench.loop.mountsOf("t3", "data") instanceof TaskMounts.Some some && some.mounted());
    }

    @Test
    @DisplayName("Of a volume whose record cannot be read, it is not known what a task has, whatever is assigned")
    void whatADamagedRecordHasIsNotKnown() throws Exception {
        // Given
        Path record = bench.layout.record(new VolumeKey("damaged", "u1"));
        Files.createDirectories(record.getParent());
        Files.writeString(record, "{");
        try (Bench next = new Bench(root)) {
            DesiredState damaged = Sample.desired(Sample.assignment(1, "t1").setVolume("damaged"));
            next.assignments.put("damaged", new DesiredState.Usable(damaged));
            // When
            next.loop.start(List.of("damaged"));
            // Then
            await().until(() -> next.report("damaged").getMessage().contains("cut or damaged"));
            assertThat(List.of("t1", "t2")).allSatisfy(task -> assertThat(next.loop.mountsOf(task, "damaged"))
                    .isInstanceOf(TaskMounts.NotYetKnown.class));
        }
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @DisplayName("A start that failed is made again, and a volume that it had begun with is not begun again")
    void aStartThatFailedIsMadeAgain() throws Exception {
        // Given
        CountDownLatch over = new CountDownLatch(1);
        AtomicInteger stages = new AtomicInteger();
        ScriptedNodeCalls slow = new ScriptedNodeCalls() {
            @Override
            public CallOutcome stage(DesiredState desired, Path staging) {
                if (desired.key().equals(Sample.KEY)) {
                    stages.incrementAndGet();
                    awaitLatch(over);
                }
                return super.stage(desired, staging);
            }
        };
        AtomicBoolean failing = new AtomicBoolean(true);
        Kernel kernel = new KnownMounts(List.of()) {
            @Override
            public String bootId() {
                if (stages.get() > 0 && failing.getAndSet(false)) {
                    throw new UncheckedIOException("the boot id cannot be read", new IOException("EMFILE"));
                }
                return super.bootId();
            }
        };
        try (Bench starting = new Bench(root, kernel, slow, UnaryOperator.identity(), 4)) {
            DesiredState more = Sample.desired(Sample.assignment(1, "t1").setVolume("more"));
            starting.assignments.put("data", new DesiredState.Usable(Sample.desired(1, "t1")));
            starting.assignments.put("more", new DesiredState.Usable(more));
            Iterable<String> assigned = () -> Stream.of("data", "more")
                    .peek(volume -> await().until(() -> volume.equals("data") || stages.get() == 1))
                    .iterator();
            assertThatThrownBy(() -> starting.loop.start(assigned)).hasMessage("the boot id cannot be read");
            // When
            starting.loop.start(List.of("data", "more"));
            awaitMounted(starting, "more");
            over.countDown();
            awaitMounted(starting, "data");
            // Then
            assertThat(stages).hasValue(1);
        } finally {
            over.countDown();
        }
    }

    @Test
    @DisplayName("A volume that is new wakes up if its plugin becomes well while it looks at the plugin")
    void aPluginThatBecomesWellDuringALook() throws Exception {
        // Given
        AtomicReference<Bench> its = new AtomicReference<>();
        AtomicInteger looks = new AtomicInteger();
        ScriptedNodeCalls coming = new ScriptedNodeCalls() {
            @Override
            public PluginView view(String plugin) {
                if (looks.incrementAndGet() == 1) {
                    its.get().loop.pluginChanged(plugin);
                    return new PluginView.Away("not well yet");
                }
                return super.view(plugin);
            }
        };
        try (Bench starting = new Bench(root, Bench.NO_MOUNTS, coming, UnaryOperator.identity(), 4)) {
            its.set(starting);
            starting.loop.start(List.of());
            // When
            starting.desired(Sample.desired(1, "t1"));
            // Then
            awaitMounted(starting, "data");
        }
    }
}

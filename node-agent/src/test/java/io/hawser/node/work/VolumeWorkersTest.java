package io.hawser.node.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.PluginView;
import io.hawser.node.mount.Sample;
import io.hawser.v1.MountState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.hamcrest.Matchers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VolumeWorkersTest {
    private static final String ASKED_AGAIN =
            "; asked again after a pause, for another assignment, or of another process of it";

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
    @Tag("swarmkit-T41")
    @Tag("nomad-27")
    @Tag("nomad-37")
    @DisplayName("A stage that the plugin refuses is one call, one event with the plugin's words, and no publish")
    void aRefusedStageIsReported() {
        // Given
        bench.plugin.answer = _ -> new CallOutcome.Rejected(false, "InvalidArgument: no such disk");
        // When
        bench.desired(Sample.desired(1, "t1"));
        // Then
        await().untilAsserted(
                        () -> assertThat(bench.report("data").getMessage()).contains("no such disk"));
        assertThat(bench.plugin.calls).containsExactly("stage");
        assertThat(bench.ended).containsExactly("Stage stage: refused: InvalidArgument: no such disk" + ASKED_AGAIN);
        assertThat(bench.report("data").getStaged()).isFalse();
    }

    @Test
    @Tag("nomad-31")
    @DisplayName("A publish that the plugin refuses leaves the other target of the volume alone")
    void aRefusedPublishDoesNotUndoTheRest() {
        // Given
        bench.desired(Sample.desired(1, "t1"));
        await().until(() -> bench.plugin.calls.size() == 2);
        bench.plugin.answer = _ -> new CallOutcome.Rejected(false, "no");
        // When
        bench.desired(Sample.desired(2, "t1", "t2"));
        // Then
        await().untilAsserted(() -> assertThat(bench.report("data").getTargetsList())
                .extracting("id", "state", "message")
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("t1", MountState.MOUNT_STATE_MOUNTED, ""),
                        org.assertj.core.groups.Tuple.tuple(
                                "t2", MountState.MOUNT_STATE_PENDING, "publish: refused: no" + ASKED_AGAIN)));
        assertThat(bench.plugin.calls).containsExactly("stage", "publish", "publish");
    }

    @Test
    @Tag("nomad-W6")
    @Tag("nomad-29")
    @Tag("nomad-35")
    @DisplayName("An unpublish that fails keeps the volume: no unstage, and nothing left is not said")
    void aFailedUnpublishKeepsTheVolume() {
        // Given
        bench.desired(Sample.desired(1, "t1"));
        await().until(() -> bench.plugin.calls.size() == 2);
        bench.plugin.answer = _ -> new CallOutcome.Rejected(false, "busy");
        // When
        bench.desired(Sample.nothing(2));
        // Then
        await().until(() -> bench.plugin.calls.size() == 3);
        await().untilAsserted(() -> assertThat(bench.report("data").getTargetsList())
                .extracting("state", "message")
                .containsExactly(org.assertj.core.groups.Tuple.tuple(
                        MountState.MOUNT_STATE_UNMOUNTING, "unpublish: refused: busy" + ASKED_AGAIN)));
        assertThat(bench.plugin.calls).containsExactly("stage", "publish", "unpublish");
        assertThat(bench.report("data").getNothingLeft()).isFalse();
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
                both.await(20, TimeUnit.SECONDS);
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
    @DisplayName("A plugin that comes back as another is asked again for what it refused")
    void aPluginThatComesBackEndsTheLongPauseAfterARefusal() {
        // Given
        bench.plugin.answer = _ -> new CallOutcome.Rejected(false, "Unimplemented: not yet");
        bench.desired(Sample.desired(1, "t1"));
        await().until(() -> bench.ended.size() == 1);
        bench.plugin.answer = _ -> new CallOutcome.Done();
        // When
        bench.loop.pluginReplaced("plugin.example", Instant.MAX);
        // Then
        await().until(() -> bench.plugin.calls.contains("publish"));
    }

    @Test
    @DisplayName("What the plugin refused is not asked for again, unchanged, "
            + "because something else was asked for or the plugin was ill")
    void aRefusedCallIsNotRepeatedUnchanged() {
        // Given
        bench.plugin.answer =
                rpc -> rpc.equals("unstage") ? new CallOutcome.Rejected(false, "NotFound: no") : new CallOutcome.Done();
        bench.desired(Sample.desired(1, "t1"));
        await().until(() -> bench.plugin.calls.contains("publish"));
        bench.desired(Sample.nothing(2));
        await().until(() -> bench.plugin.calls.contains("unstage"));
        // When
        bench.desired(Sample.desired(3, "t2"));
        bench.desired(Sample.nothing(4));
        bench.loop.pluginChanged("plugin.example");
        bench.desired(Sample.desired(Sample.assignment(1, "t1").setVolume("more")));
        await().until(() -> bench.report("more").getTargetsCount() == 1
                && bench.report("data").getGeneration() == 4);
        // Then
        assertThat(bench.plugin.calls).filteredOn("unstage"::equals).hasSize(1);
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
    void aNewProcessKnowsWhatTheOldOneHad() throws Exception {
        // Given
        bench.desired(Sample.desired(1, "t1"));
        await().until(() -> bench.ended.size() == 2);
        bench.close();
        // When
        try (Bench again = new Bench(root)) {
            again.plugin.view = new PluginView.Away("not yet");
            again.loop.start(List.of());
            // Then
            await().until(() -> again.report("data").getOrphaned());
            assertThat(again.report("data").getTargets(0).getState()).isEqualTo(MountState.MOUNT_STATE_MOUNTED);
            again.plugin.view = new PluginView.Here(true);
            again.desired(Sample.nothing(2));
            await().until(() -> again.report("data").getNothingLeft());
            assertThat(again.plugin.calls).containsExactly("unpublish", "unstage");
        }
    }

    @Test
    void aRecordThatCannotBeReadIsLeftToAPerson() throws Exception {
        // Given
        bench.desired(Sample.desired(1, "t1"));
        await().until(() -> bench.ended.size() == 2);
        bench.close();
        Files.writeString(bench.layout.record(Sample.KEY), "garbage");
        // When
        try (Bench again = new Bench(root)) {
            again.assignments.put("data", new DesiredState.Usable(Sample.nothing(2)));
            again.loop.start(List.of("data"));
            // Then
            await().untilAsserted(
                            () -> assertThat(again.report("data").getMessage()).contains("cannot be used"));
            assertThat(again.report("data").getNothingLeft()).isFalse();
            assertThat(again.plugin.calls).isEmpty();
            assertThat(bench.layout.record(Sample.KEY)).hasContent("garbage");
        }
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
    @DisplayName(
            "A volume is grown where the assignment says so, again after a crash before the ending was written, and "
                    + "then never again for this size")
    void growsUntilThatIsCertain() throws Exception {
        // Given
        bench.plugin.answer =
                rpc -> rpc.equals("expand") ? new CallOutcome.Uncertain("DEADLINE_EXCEEDED") : new CallOutcome.Done();
        DesiredState desired = Sample.desired(Sample.assignment(1, "t1").setRequiredBytes(10));
        bench.desired(desired);
        await().until(() -> bench.plugin.calls.contains("expand"));
        await().untilAsserted(
                        () -> assertThat(bench.report("data").getMessage()).startsWith("expand: uncertain"));
        assertThat(bench.report("data").getTargets(0).getState())
                .as("the task may run")
                .isEqualTo(MountState.MOUNT_STATE_MOUNTED);
        assertThat(bench.report("data").getExpandedBytes()).isZero();
        bench.close();

        // When
        try (Bench again = new Bench(root)) {
            again.assignments.put("data", new DesiredState.Usable(desired));
            again.loop.start(List.of("data"));
            // Then
            await().until(() -> again.report("data").getExpandedBytes() == 10);
            assertThat(again.report("data").getMessage()).isEmpty();
            assertThat(again.plugin.calls).containsExactly("expand");
        }
        try (Bench third = new Bench(root)) {
            third.assignments.put("data", new DesiredState.Usable(desired));
            third.loop.start(List.of("data"));
            await().until(() -> third.report("data").getExpandedBytes() == 10);
            third.desired(Sample.desired(Sample.assignment(2, "t1").setRequiredBytes(20)));
            await().until(() -> third.report("data").getExpandedBytes() == 20);
            assertThat(third.plugin.calls).as("only for the greater size").containsExactly("expand");
        }
    }
}

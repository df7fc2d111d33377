package io.hawser.node.work;

import static io.hawser.node.work.Bench.awaitMounted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.PluginView;
import io.hawser.node.mount.Sample;
import io.hawser.node.mount.Staging;
import io.hawser.node.mount.Step;
import io.hawser.v1.MountState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Work that hangs, or that the agent's end cuts short, is neither taken for done nor for failed. */
class InterruptedWorkTest {
    @TempDir
    Path root;

    private final ScriptedNodeCalls plugin = new ScriptedNodeCalls();
    private final CountDownLatch over = new CountDownLatch(1);

    @Test
    @DisplayName("A call without an answer ends at its deadline as uncertain, is made again, and keeps no other volume")
    void aCallThatHangsIsMadeAgain() throws Exception {
        // Given
        AtomicBoolean first = new AtomicBoolean(true);
        plugin.answer = _ -> {
            if (!first.getAndSet(false)) {
                return new CallOutcome.Done();
            }
            block(over);
            return new CallOutcome.Uncertain("DEADLINE_EXCEEDED");
        };
        try (Bench bench = bench(2)) {
            bench.desired(hung(1, "t1"));
            await().until(() -> plugin.calls.size() == 1);
            // When
            bench.desired(Sample.desired(1, "t1"));
            // Then
            awaitMounted(bench, "data");
            over.countDown();
            awaitMounted(bench, "hung");
            assertThat(bench.ended)
                    .filteredOn(ended -> ended.contains("DEADLINE_EXCEEDED"))
                    .singleElement()
                    .asString()
                    .startsWith("Stage stage: uncertain");
        }
    }

    @Test
    @Tag("nomad-W7")
    @DisplayName(
            "An unmount that still waits for its turn when the agent ends was not made, and nobody says that it was")
    void waitingIsNotDone() throws Exception {
        // Given
        Bench bench = bench(1);
        bench.desired(Sample.desired(1, "t1"));
        awaitMounted(bench, "data");
        plugin.answer = _ -> {
            block(over);
            return new CallOutcome.Done();
        };
        bench.desired(hung(1, "t1"));
        await().until(() -> plugin.calls.size() == 3);
        bench.desired(Sample.nothing(2));
        await().until(() ->
                bench.loop.views().stream().anyMatch(view -> view.step().equals(new Step.Unpublish("t1"))));
        // When
        bench.loop.close(Duration.ofMillis(1));
        // Then
        assertThat(bench.report("data").getNothingLeft()).isFalse();
        assertThat(bench.report("data").getTargetsList())
                .extracting("state")
                .containsExactly(MountState.MOUNT_STATE_MOUNTED);
        over.countDown();
        bench.loop.close(Duration.ofMinutes(1));
        assertThat(bench.ended).endsWith("Stage done");
        assertThat(plugin.calls).as("the unpublish was never sent").doesNotContain("unpublish");
        try (Bench again = bench(1)) {
            again.assignments.put("data", new DesiredState.Usable(Sample.nothing(2)));
            again.loop.assigned("data");
            await().until(() -> again.report("data").getNothingLeft());
        }
    }

    @Test
    @Tag("nomad-W30")
    @DisplayName(
            "A call that the agent's end overtakes is no failure: no event tells of one, and the record says that it"
                    + " is uncertain")
    void anEndIsNoFailure() throws Exception {
        // Given
        plugin.answer = _ -> {
            block(over);
            return new CallOutcome.Done();
        };
        Bench bench = bench(1);
        bench.desired(Sample.desired(1, "t1"));
        await().until(() -> plugin.calls.size() == 1);
        // When
        bench.loop.close(Duration.ofMillis(1));
        // Then
        assertThat(bench.ended).isEmpty();
        assertThat(bench.remarks).isEmpty();
        try (Bench again = bench(1)) {
            assertThat(again.loop.views())
                    .singleElement()
                    .satisfies(view -> assertThat(view.have().staging()).isEqualTo(Staging.STAGING));
            over.countDown();
        }
        // Its last call writes the record until then.
        bench.loop.close(Duration.ofMinutes(1));
    }

    @Test
    @Tag("swarmkit-T44")
    @DisplayName(
            "Assignments that are added, replaced and removed while the plugin is away: each is reported as waiting; "
                    + "what was never here is gone immediately")
    void assignmentsWithoutAPlugin() throws Exception {
        // Given
        plugin.view = new PluginView.Away("plugin plugin.example is not on this node");
        try (Bench bench = bench(1)) {
            // When
            bench.desired(Sample.desired(1, "t1"));
            bench.desired(hung(1, "t1"));
            await().until(() -> bench.reports.size() == 2);
            bench.desired(Sample.desired(2, "t2"));
            bench.desired(Sample.desired(
                    Sample.assignment(2).setVolume("hung").clearTargets().setNothing(true)));
            // Then
            await().until(() -> bench.report("hung").getNothingLeft());
            await().untilAsserted(() -> assertThat(bench.report("data"))
                    .returns(2L, report -> report.getGeneration())
                    .returns("plugin plugin.example is not on this node", report -> report.getMessage())
                    .satisfies(report -> assertThat(report.getTargetsList())
                            .extracting("id", "state", "path")
                            .containsExactly(
                                    org.assertj.core.groups.Tuple.tuple("t2", MountState.MOUNT_STATE_PENDING, ""))));
            assertThat(plugin.calls).isEmpty();
        }
    }

    private Bench bench(int calls) throws Exception {
        Bench bench = new Bench(root, Bench.NO_MOUNTS, plugin, UnaryOperator.identity(), calls);
        bench.loop.start(List.of());
        return bench;
    }

    private static DesiredState hung(long generation, String... targets) {
        return Sample.desired(Sample.assignment(generation, targets).setVolume("hung"));
    }

    private static void block(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

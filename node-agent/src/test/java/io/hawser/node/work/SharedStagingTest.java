package io.hawser.node.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.Sample;
import io.hawser.node.mount.Step;
import io.hawser.node.mounttable.files.Kernel;
import io.hawser.v1.MountState;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks of one node share a volume's staging path: it goes with the last of them, and not before. */
class SharedStagingTest {
    private static final String[] FIVE = {"t1", "t2", "t3", "t4", "t5"};

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
    @Tag("nomad-19")
    @Tag("nomad-20")
    @Tag("nomad-W1")
    @DisplayName("Of five tasks with equal flags three end: no unstage; when the other two end, there is one")
    void theLastOneUnstages() {
        // Given
        bench.desired(Sample.desired(1, FIVE));
        awaitMounted(FIVE);
        // When
        bench.desired(Sample.desired(2, "t4", "t5"));
        awaitMounted("t4", "t5");
        // Then
        assertThat(bench.plugin.calls)
                .doesNotContain("unstage")
                .filteredOn("unpublish"::equals)
                .hasSize(3);
        // When
        bench.desired(Sample.nothing(3));
        await().until(() -> bench.report("data").getNothingLeft());
        // Then
        assertThat(bench.plugin.calls).filteredOn("stage"::equals).hasSize(1);
        assertThat(bench.plugin.calls).endsWith("unpublish", "unpublish", "unstage");
    }

    @Test
    @Tag("nomad-W11")
    @DisplayName("A new process of the agent, and one of the plugin, know the other users: the first that ends unstages"
            + " nothing")
    void usersAreKnownAfterARestart() throws Exception {
        // Given
        bench.desired(Sample.desired(1, "t1", "t2"));
        awaitMounted("t1", "t2");
        bench.close();
        bench = new Bench(root);
        bench.assignments.put("data", new DesiredState.Usable(Sample.desired(1, "t1", "t2")));
        bench.loop.start(List.of("data"));
        bench.loop.pluginReplaced("plugin.example", Instant.MAX);
        // When
        bench.desired(Sample.desired(2, "t2"));
        awaitMounted("t2");
        await().until(() -> bench.plugin.calls.contains("unpublish"));
        bench.loop.sweep();
        awaitMounted("t2");
        // Then
        assertThat(bench.plugin.calls).containsExactly("unpublish");
    }

    @Test
    @Tag("nomad-S4")
    @DisplayName("While one task's publish is under way another one ends: nothing is unstaged under the first")
    void aPublishUnderWayIsAUser() {
        // Given
        CountDownLatch answered = new CountDownLatch(1);
        bench.desired(Sample.desired(1, "t1"));
        awaitMounted("t1");
        bench.plugin.answer = rpc -> {
            if (rpc.equals("publish")) {
                awaitLatch(answered);
            }
            return new CallOutcome.Done();
        };
        bench.desired(Sample.desired(2, "t1", "t2"));
        await().until(() -> bench.plugin.calls.equals(List.of("stage", "publish", "publish")));
        // When
        bench.desired(Sample.desired(3, "t2"));
        answered.countDown();
        awaitMounted("t2");
        // Then
        assertThat(bench.plugin.calls).containsExactly("stage", "publish", "publish", "unpublish");
    }

    @Test
    @Tag("nomad-W28")
    @DisplayName("A volume that was staged and could not be published is unstaged when the task gives up")
    void aFailedPublishLeavesNoStaging() {
        // Given
        bench.plugin.answer =
                rpc -> rpc.equals("publish") ? new CallOutcome.Rejected(false, false, "no") : new CallOutcome.Done();
        bench.desired(Sample.desired(1, "t1"));
        await().until(() -> bench.ended.size() == 2);
        assertThat(bench.report("data").getStaged()).isTrue();
        // When
        bench.desired(Sample.nothing(2));
        await().until(() -> bench.report("data").getNothingLeft());
        // Then
        assertThat(bench.plugin.calls).containsExactly("stage", "publish", "unstage");
    }

    @Test
    @Tag("swarmkit-T39")
    @DisplayName("A volume that never was staged is released without a call")
    void whatNeverWasStagedIsNotUnstaged() {
        // When
        bench.desired(Sample.nothing(1));
        await().until(() -> bench.report("data").getNothingLeft());
        // Then
        assertThat(bench.plugin.calls).isEmpty();
    }

    @Test
    @Tag("nomad-W31")
    @DisplayName("That something is mounted at a target is no proof: the plugin is asked to mount the volume there")
    void aForeignMountIsNotTakenForTheVolume() throws Exception {
        // Given
        Path target = bench.layout.target(Sample.KEY, "t1");
        Kernel kernel = new Kernel() {
            @Override
            public MountTable mounts() {
                return new MountTable(List.of(new MountEntry(target, "8:9", "/", Set.of(), "ext4", "/dev/foreign")));
            }

            @Override
            public String bootId() {
                return "boot-1";
            }
        };
        try (Bench again = new Bench(root, kernel, new ScriptedNodeCalls(), UnaryOperator.identity(), 4)) {
            again.loop.start(List.of());
            // When
            again.desired(Sample.desired(1, "t1"));
            // Then
            await().until(() -> again.ended.size() == 2);
            assertThat(again.plugin.calls).containsExactly("stage", "publish");
        }
    }

    @Test
    @Tag("swarmkit-A6")
    @DisplayName("A plugin that lost what it staged refuses the next publish: the volume is staged again and published,"
            + " and the task that has it keeps its mount")
    void aLostStagingIsStagedAgain() {
        // Given
        bench.desired(Sample.desired(1, "t1"));
        awaitMounted("t1");
        bench.plugin.calls.clear();
        bench.plugin.answer = rpc -> rpc.equals("publish") && !bench.plugin.calls.contains("stage")
                ? new CallOutcome.Rejected(false, true, "FAILED_PRECONDITION: it is not staged")
                : new CallOutcome.Done();
        // When
        bench.desired(Sample.desired(2, "t1", "t2"));
        // Then
        awaitMounted("t1", "t2");
        assertThat(bench.plugin.calls).containsExactly("publish", "stage", "publish");
    }

    @Test
    @DisplayName("If staging again does not help, it is not repeated before the pause of a refusal is over, or another"
            + " process of the plugin has come")
    void stagingAgainIsNotRepeatedWithoutAPause() {
        // Given
        bench.plugin.answer = rpc -> rpc.equals("publish")
                ? new CallOutcome.Rejected(false, true, "FAILED_PRECONDITION: the volume cannot do this")
                : new CallOutcome.Done();
        // When
        bench.desired(Sample.desired(1, "t1", "t2"));
        // Then
        await().until(() -> bench.loop.views().getFirst().step() instanceof Step.WaitUntil wait
                && wait.when().isAfter(Instant.now().plusSeconds(60)));
        assertThat(bench.plugin.calls).filteredOn("stage"::equals).hasSize(2);
        assertThat(bench.plugin.calls).filteredOn("publish"::equals).hasSize(3);
        // When
        bench.loop.pluginReplaced("plugin.example", Instant.MAX);
        // Then
        await().until(() -> bench.plugin.calls.stream().filter("stage"::equals).count() == 3);
    }

    @Test
    @DisplayName("If staging again is refused, the volume counts as staged as before")
    void aRefusedStagingAgainChangesNothing() {
        // Given
        bench.desired(Sample.desired(1, "t1"));
        awaitMounted("t1");
        bench.plugin.calls.clear();
        bench.plugin.answer = rpc -> switch (rpc) {
            case "stage" -> new CallOutcome.Rejected(false, false, "ALREADY_EXISTS: staged otherwise");
            case "publish" ->
                bench.plugin.paths.getLast().getLast().endsWith("t2")
                        ? new CallOutcome.Rejected(false, true, "FAILED_PRECONDITION: no second reader")
                        : new CallOutcome.Done();
            default -> new CallOutcome.Done();
        };
        // When
        bench.desired(Sample.desired(2, "t1", "t2", "t3"));
        // Then
        await().untilAsserted(() -> assertThat(bench.report("data").getTargetsList())
                .extracting("id", "state")
                .containsExactly(
                        Tuple.tuple("t1", MountState.MOUNT_STATE_MOUNTED),
                        Tuple.tuple("t2", MountState.MOUNT_STATE_PENDING),
                        Tuple.tuple("t3", MountState.MOUNT_STATE_MOUNTED)));
        assertThat(bench.plugin.calls).containsExactly("publish", "stage", "publish");
        assertThat(bench.ended).anyMatch(ended -> ended.startsWith("Stage stage: refused"));
        assertThat(bench.report("data").getMessage()).isEmpty();
    }

    private void awaitMounted(String... targets) {
        await().untilAsserted(() -> {
            assertThat(bench.report("data").getTargetsList()).extracting("id").containsExactly((Object[]) targets);
            assertThat(bench.report("data").getTargetsList())
                    .extracting("state")
                    .containsOnly(MountState.MOUNT_STATE_MOUNTED);
        });
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

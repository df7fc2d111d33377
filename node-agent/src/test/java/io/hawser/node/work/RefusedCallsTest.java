package io.hawser.node.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.Sample;
import io.hawser.node.mount.Step;
import io.hawser.v1.MountState;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A call that the plugin rejects is reported, holds up nothing else, and is repeated only after a pause. */
class RefusedCallsTest {
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
    @Tag("swarmkit-T41")
    @Tag("nomad-27")
    @Tag("nomad-37")
    @DisplayName("A stage that the plugin refuses is one call, one event with the plugin's words, and no publish")
    void aRefusedStageIsReported() {
        // Given
        bench.plugin.answer = _ -> new CallOutcome.Rejected(false, false, "InvalidArgument: no such disk");
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
        await().until(() -> bench.ended.size() == 2);
        bench.plugin.answer = _ -> new CallOutcome.Rejected(false, false, "no");
        // When
        bench.desired(Sample.desired(2, "t1", "t2"));
        // Then
        await().untilAsserted(() -> assertThat(bench.report("data").getTargetsList())
                .extracting("id", "state", "message")
                .containsExactly(
                        Tuple.tuple("t1", MountState.MOUNT_STATE_MOUNTED, ""),
                        Tuple.tuple("t2", MountState.MOUNT_STATE_PENDING, "publish: refused: no" + ASKED_AGAIN)));
        assertThat(bench.plugin.calls).containsExactly("stage", "publish", "publish");
    }

    @Test
    @DisplayName("Of targets that were refused and are not wanted any more, nothing is kept")
    void refusedTargetsAreForgottenWhenTheyGo() {
        // Given
        bench.plugin.answer =
                rpc -> rpc.equals("publish") ? new CallOutcome.Rejected(false, false, "no") : new CallOutcome.Done();
        // When
        for (int i = 1; i <= 3; i++) {
            String target = "t" + i;
            bench.desired(Sample.desired(i, target));
            await().until(() -> bench.loop.views().getFirst().retry().count(target) == 1);
        }
        // Then
        assertThat(bench.loop.views().getFirst().retry().failures()).containsOnlyKeys("t3");
    }

    @Test
    @Tag("nomad-W6")
    @Tag("nomad-29")
    @Tag("nomad-35")
    @DisplayName("An unpublish that fails keeps the volume: no unstage, and nothing left is not said")
    void aFailedUnpublishKeepsTheVolume() {
        // Given
        bench.desired(Sample.desired(1, "t1"));
        await().until(() -> bench.ended.size() == 2);
        bench.plugin.answer = _ -> new CallOutcome.Rejected(false, false, "busy");
        // When
        bench.desired(Sample.nothing(2));
        // Then
        await().until(() -> bench.plugin.calls.size() == 3);
        await().untilAsserted(() -> assertThat(bench.report("data").getTargetsList())
                .extracting("state", "message")
                .containsExactly(
                        Tuple.tuple(MountState.MOUNT_STATE_UNMOUNTING, "unpublish: refused: busy" + ASKED_AGAIN)));
        assertThat(bench.plugin.calls).containsExactly("stage", "publish", "unpublish");
        assertThat(bench.report("data").getNothingLeft()).isFalse();
    }

    @Test
    @DisplayName("A plugin that comes back as another is asked again for what it refused")
    void aPluginThatComesBackEndsTheLongPauseAfterARefusal() {
        // Given
        bench.plugin.answer = _ -> new CallOutcome.Rejected(false, false, "Unimplemented: not yet");
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
        bench.plugin.answer = rpc ->
                rpc.equals("unstage") ? new CallOutcome.Rejected(false, false, "NotFound: no") : new CallOutcome.Done();
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
    @Tag("nomad-31")
    @DisplayName(
            "A target whose publish is refused keeps no other one of its volume waiting, and is not asked for again"
                    + " before its pause is over")
    void aRefusedTargetKeepsNoOtherOneFromBeingMounted() {
        // Given
        refuseForTargetOne("publish");
        // When
        bench.desired(Sample.desired(1, "t1", "t2", "t3"));
        // Then
        await().untilAsserted(() -> assertThat(bench.report("data").getTargetsList())
                .extracting("id", "state")
                .containsExactly(
                        Tuple.tuple("t1", MountState.MOUNT_STATE_PENDING),
                        Tuple.tuple("t2", MountState.MOUNT_STATE_MOUNTED),
                        Tuple.tuple("t3", MountState.MOUNT_STATE_MOUNTED)));
        awaitLongPause();
        assertThat(bench.plugin.calls).containsExactly("stage", "publish", "publish", "publish");
    }

    @Test
    @Tag("nomad-35")
    @DisplayName(
            "A target whose unpublish is refused keeps no other one of its volume mounted, and is not asked for again"
                    + " before its pause is over")
    void aRefusedTargetKeepsNoOtherOneMounted() {
        // Given
        bench.desired(Sample.desired(1, "t1", "t2", "t3"));
        await().until(() -> bench.ended.size() == 4);
        bench.plugin.calls.clear();
        refuseForTargetOne("unpublish");
        // When
        bench.desired(Sample.nothing(2));
        // Then
        await().untilAsserted(() -> assertThat(bench.report("data").getTargetsList())
                .extracting("id", "state")
                .containsExactly(Tuple.tuple("t1", MountState.MOUNT_STATE_UNMOUNTING)));
        awaitLongPause();
        assertThat(bench.plugin.calls).containsExactly("unpublish", "unpublish", "unpublish");
        assertThat(bench.report("data").getNothingLeft()).isFalse();
    }

    private void refuseForTargetOne(String refused) {
        bench.plugin.answer = rpc ->
                rpc.equals(refused) && bench.plugin.paths.getLast().getLast().endsWith("t1")
                        ? new CallOutcome.Rejected(false, false, "no")
                        : new CallOutcome.Done();
    }

    private void awaitLongPause() {
        await().until(() -> bench.loop.views().getFirst().step() instanceof Step.WaitUntil wait
                && wait.when().isAfter(Instant.now().plusSeconds(60)));
    }

    @Test
    @DisplayName("Refusals do not add up: however many targets are refused, what follows waits as after one failure")
    void refusalsDoNotAddUp() {
        // Given
        bench.plugin.answer =
                rpc -> rpc.equals("publish") ? new CallOutcome.Rejected(false, false, "no") : new CallOutcome.Done();
        // When
        bench.desired(Sample.desired(1, "t1", "t2", "t3", "t4", "t5"));
        awaitLongPause();
        // Then
        assertThat(bench.plugin.calls).containsExactly("stage", "publish", "publish", "publish", "publish", "publish");
        assertThat(bench.loop.views().getFirst().retry().attempts()).isEqualTo(1);
    }
}

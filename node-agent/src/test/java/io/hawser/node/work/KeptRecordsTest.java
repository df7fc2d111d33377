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
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the records of a process that has ended are to the next one. */
class KeptRecordsTest {
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

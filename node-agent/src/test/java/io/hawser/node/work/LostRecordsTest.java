package io.hawser.node.work;

import static io.hawser.node.work.Bench.awaitMounted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.mounts.MountEntry;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.Sample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a new process of the agent makes of records that are lost, or that it cannot list. */
class LostRecordsTest {
    @TempDir
    Path root;

    private final ScriptedNodeCalls plugin = new ScriptedNodeCalls();
    private final List<MountEntry> mounts = new CopyOnWriteArrayList<>();

    @ParameterizedTest(name = "its target is visible: {0}")
    @DisplayName("Of a staged volume whose record is lost, nothing is left only after its unstage, although no mount is"
            + " visible at the staging path")
    @ValueSource(booleans = {true, false})
    void aLostRecordIsNotTakenForNone(boolean targetIsVisible) throws Exception {
        // Given
        mountsAndLosesTheRecord(targetIsVisible);

        // When
        try (Bench next = bench()) {
            next.assignments.put("data", new DesiredState.Usable(Sample.nothing(2)));
            next.loop.start(List.of("data"));

            // Then
            isUnstagedBeforeNothingIsLeft(next);
        }
    }

    @Test
    @DisplayName(
            "A volume whose record is lost is unstaged before nothing is left, if its first assignment is refused and"
                    + " the mount table is compared before the next one")
    void aRefusedAssignmentComesFirst() throws Exception {
        // Given
        mountsAndLosesTheRecord(true);

        // When
        try (Bench next = bench()) {
            next.assignments.put("data", new DesiredState.Refused(Optional.of(Sample.KEY), "plugin", "is empty"));
            next.loop.start(List.of("data"));
            next.loop.sweep();
            await().until(() -> next.report("data").getMessage().contains("refused"));
            next.desired(Sample.nothing(2));

            // Then
            isUnstagedBeforeNothingIsLeft(next);
        }
    }

    @Test
    @DisplayName(
            "A volume whose records cannot be listed is left alone, and the reason is reported; another is mounted")
    void aVolumeWhoseRecordsCannotBeListed() throws Exception {
        // Given
        RootLayout layout = new RootLayout(root);
        Files.createDirectories(layout.records());
        Files.createSymbolicLink(layout.records("data"), layout.records("data"));
        // When
        try (Bench bench = bench()) {
            bench.loop.start(List.of());
            bench.desired(Sample.desired(1, "t1"));
            bench.desired(Sample.desired(Sample.assignment(1, "t2").setVolume("other")));
            // Then
            await().until(() -> bench.report("data").getMessage().contains("cannot be read"));
            assertThat(bench.report("data").getNothingLeft()).isFalse();
            awaitMounted(bench, "other");
        }
    }

    private void mountsAndLosesTheRecord(boolean targetIsVisible) throws Exception {
        Path target = new RootLayout(root).target(Sample.KEY, "t1");
        plugin.answer = rpc -> {
            if (rpc.equals("publish") && targetIsVisible) {
                mounts.add(new MountEntry(target, "0:6", "/loop0", Set.of(), "devtmpfs", "udev"));
            }
            return new CallOutcome.Done();
        };
        try (Bench bench = bench()) {
            bench.loop.start(List.of());
            bench.desired(Sample.desired(1, "t1"));
            awaitMounted(bench, "data");
            Files.delete(bench.layout.record(Sample.KEY));
        }
        plugin.answer = rpc -> {
            if (rpc.equals("unstage")) {
                return new CallOutcome.Uncertain("the back end does not answer");
            }
            mounts.clear();
            return new CallOutcome.Done();
        };
    }

    private void isUnstagedBeforeNothingIsLeft(Bench bench) {
        await().until(() -> plugin.calls.contains("unstage"));
        assertThat(bench.report("data").getNothingLeft()).isFalse();
        plugin.answer = _ -> new CallOutcome.Done();
        await().until(() -> bench.report("data").getNothingLeft());
        assertThat(plugin.calls).last().isEqualTo("unstage");
        assertThat(bench.layout.staging(Sample.KEY)).doesNotExist();
    }

    private Bench bench() {
        return new Bench(root, new KnownMounts(mounts), plugin, UnaryOperator.identity(), 4);
    }
}

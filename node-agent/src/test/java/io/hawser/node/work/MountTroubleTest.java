package io.hawser.node.work;

import static io.hawser.node.work.Bench.awaitMounted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.mounts.MountEntry;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.Sample;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mount that somebody took down, and one that somebody holds. */
class MountTroubleTest {
    @TempDir
    Path root;

    private final ScriptedNodeCalls plugin = new ScriptedNodeCalls();

    @Test
    @DisplayName("A mount that somebody takes down is reported as what it was, and made again")
    void aMountThatWasTakenDownIsToldAndMadeAgain() throws Exception {
        // Given
        List<MountEntry> mounts = new CopyOnWriteArrayList<>();
        try (Bench bench = new Bench(root, new KnownMounts(mounts), plugin, UnaryOperator.identity(), 4)) {
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
        try (Bench bench = new Bench(root, new KnownMounts(mounts), plugin, UnaryOperator.identity(), 4)) {
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
}

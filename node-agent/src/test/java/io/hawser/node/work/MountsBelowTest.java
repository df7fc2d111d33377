package io.hawser.node.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.mounts.MountEntry;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.Sample;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountedTarget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A path that is taken down is not free while anything is mounted below it. */
class MountsBelowTest {
    /** Half of the bench's first pause is certain. */
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(5);

    @TempDir
    Path root;

    private final ScriptedNodeCalls plugin = new ScriptedNodeCalls();
    private final List<MountEntry> mounts = new CopyOnWriteArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {"staging/x", "targets/t1/x"})
    @Tag("swarmkit-X-4")
    @DisplayName(
            "While a mount is left below the staging path or a target, \"done\" does not count: the plugin is asked"
                    + " again with pauses, and the report says why")
    void doneDoesNotCountAgainstAMountBelow(String below) throws Exception {
        // Given
        List<Long> asked = new CopyOnWriteArrayList<>();
        plugin.answer = _ -> {
            asked.add(System.nanoTime());
            return new CallOutcome.Done();
        };
        try (Bench bench = withMountAt(below)) {
            // When
            bench.loop.start(List.of("data"));

            // Then
            await().until(() -> messages(bench.report("data")).contains("something is still mounted there"));
            await().until(() -> asked.size() > 3);
            assertThat(bench.ended).isNotEmpty().noneMatch(ended -> ended.endsWith(" done"));
            for (int call = 1; call <= 3; call++) {
                assertThat(asked.get(call) - asked.get(call - 1)).isGreaterThan(SHORTEST_PAUSE.toNanos());
            }
            assertThat(bench.report("data").getNothingLeft()).isFalse();
            mounts.clear();
            await().until(() -> bench.report("data").getNothingLeft());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"staging/x", "targets/t1/x"})
    @DisplayName(
            "While a mount is left below the staging path or a target, \"not found\" does not mean that it is gone")
    void notFoundDoesNotCountAgainstAMountBelow(String below) throws Exception {
        // Given
        plugin.answer = _ -> new CallOutcome.Rejected(true, false, "unknown volume");
        try (Bench bench = withMountAt(below)) {
            // When
            bench.loop.start(List.of("data"));

            // Then
            await().until(() -> messages(bench.report("data")).contains("refused: unknown volume"));
            assertThat(plugin.calls).hasSize(1);
            assertThat(bench.report("data").getNothingLeft()).isFalse();
        }
    }

    private Bench withMountAt(String below) {
        Path at = new RootLayout(root).volume(Sample.KEY).resolve(below);
        mounts.add(new MountEntry(at, "8:1", "/", Set.of(), "ext4", "/dev/sda1"));
        Bench bench = new Bench(root, new KnownMounts(mounts), plugin, UnaryOperator.identity(), 4);
        bench.assignments.put("data", new DesiredState.Usable(Sample.nothing(1)));
        return bench;
    }

    private static String messages(MountReport report) {
        return Stream.concat(
                        Stream.of(report.getMessage()),
                        report.getTargetsList().stream().map(MountedTarget::getMessage))
                .collect(Collectors.joining());
    }
}

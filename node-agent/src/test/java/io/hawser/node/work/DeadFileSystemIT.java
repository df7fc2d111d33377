package io.hawser.node.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.node.mount.Sample;
import io.hawser.node.mounttable.files.Kernel;
import io.hawser.testkit.mount.UnservedFileSystem;
import io.hawser.testkit.shared.ScratchFolder;
import io.hawser.v1.Assignment;
import io.hawser.v1.MountState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Real mounts of file systems that are dead, or never answer: the agent takes them down, and touches none. */
class DeadFileSystemIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int CALLS = 16;

    private Path root;

    @BeforeEach
    void open() throws Exception {
        root = ScratchFolder.create("dead").toRealPath();
    }

    @Test
    @DisplayName("A volume whose file systems are dead is unpublished and unstaged, its mounts go, and nothing is left")
    void aDeadFileSystemIsTakenDown() throws Exception {
        takesDown(UnservedFileSystem::dead, 1);
    }

    @Test
    @DisplayName("Volumes whose file systems never answer, as many as a plugin has calls, keep no other "
            + "volume of it, and go")
    void silentFileSystemsKeepNobodyElse() throws Exception {
        takesDown(UnservedFileSystem::silent, CALLS);
    }

    private void takesDown(Function<Path, UnservedFileSystem> kind, int volumes) throws Exception {
        try (UnservedMounts plugin = new UnservedMounts(kind)) {
            // Given
            try (Bench bench = bench(plugin)) {
                bench.loop.start(List.of());
                lost(volumes).forEach(volume -> bench.desired(Sample.desired(volume.setGeneration(1))));
                await().atMost(PATIENCE).untilAsserted(() -> assertThat(bench.reports.values())
                        .filteredOn(report -> report.getTargetsList().stream()
                                .anyMatch(target -> target.getState() == MountState.MOUNT_STATE_MOUNTED))
                        .hasSize(volumes));
                // What the kernel shows comes from what is there without a look at it.
                bench.loop.sweep();
                assertThat(Kernel.ofThisMachine().mounts().below(root)).hasSize(2 * volumes);
            }
            // When
            try (Bench again = bench(plugin)) {
                again.loop.start(List.of());
                lost(volumes)
                        .forEach(volume -> again.desired(Sample.desired(
                                volume.setGeneration(2).clearTargets().setNothing(true))));
                again.desired(Sample.desired(Sample.assignment(1, "t1").setVolume("well")));
                // Then
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(again.report("well").getTargetsList())
                                .extracting("state")
                                .containsExactly(MountState.MOUNT_STATE_MOUNTED));
                await().atMost(PATIENCE).untilAsserted(() -> assertThat(again.reports.values())
                        .filteredOn(report -> report.getNothingLeft())
                        .hasSize(volumes));
                assertThat(plugin.calls).filteredOn("unpublish"::equals).hasSize(volumes);
                assertThat(plugin.calls).filteredOn("unstage"::equals).hasSize(volumes);
                assertThat(Kernel.ofThisMachine().mounts().below(root)).isEmpty();
                assertThat(again.layout.volumes().toFile().list()).containsExactly("well");
                assertThat(again.remarks).isEmpty();
            }
        }
    }

    private Bench bench(UnservedMounts plugin) {
        return new Bench(root, Kernel.ofThisMachine(), plugin, UnaryOperator.identity(), CALLS);
    }

    private static List<Assignment.Builder> lost(int volumes) {
        return IntStream.range(0, volumes)
                .mapToObj(i -> Sample.assignment(1, "t1").setVolume("lost-" + i).setVolumeId("lost-" + i))
                .toList();
    }
}

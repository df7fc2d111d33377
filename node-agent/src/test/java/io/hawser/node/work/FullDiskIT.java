package io.hawser.node.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.node.mount.Sample;
import io.hawser.testkit.shared.ScratchFolder;
import io.hawser.v1.MountState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A root on a file system that really has no room. */
class FullDiskIT {
    private Path root;

    @BeforeEach
    void open() throws Exception {
        root = ScratchFolder.create("full").toRealPath();
        run("mount", "-t", "tmpfs", "-o", "size=64k", "full", root.toString());
    }

    @AfterEach
    void close() throws Exception {
        run("umount", root.toString());
    }

    @Test
    @DisplayName("On a full disk a volume stays as it is and says why; with room again it goes on by itself")
    void aFullDiskIsSaidAndEndsByItself() throws Exception {
        try (Bench bench = new Bench(root)) {
            // Given
            bench.loop.start(List.of());
            bench.desired(Sample.desired(1, "t1"));
            awaitMounted(bench, "data");
            Path filler = root.resolve("filler");
            assertThat(fill(filler)).hasMessageContaining("No space left on device");

            // When
            bench.desired(Sample.nothing(2));
            bench.desired(Sample.desired(Sample.assignment(1, "t1").setVolume("more")));

            // Then
            await().untilAsserted(() -> assertThat(bench.reports.values())
                    .hasSize(2)
                    .allSatisfy(report -> assertThat(report.getMessage())
                            .contains("No space left on device; the volume stays as it is, and it is tried again")));
            assertThat(bench.report("data").getNothingLeft()).isFalse();
            assertThat(bench.plugin.calls).containsExactly("stage", "publish");

            // When
            Files.delete(filler);

            // Then
            awaitMounted(bench, "more");
            await().until(() -> bench.report("data").getNothingLeft());
        }
    }

    private static IOException fill(Path file) throws IOException {
        try (var out = Files.newOutputStream(file)) {
            while (true) {
                out.write(new byte[512]);
            }
        } catch (IOException full) {
            return full;
        }
    }

    private static void awaitMounted(Bench bench, String volume) {
        await().untilAsserted(() -> assertThat(bench.report(volume).getTargetsList())
                .extracting("state")
                .containsExactly(MountState.MOUNT_STATE_MOUNTED));
    }

    private static void run(String... command) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor())
                .as(String.join(" ", command))
                .isZero();
    }
}

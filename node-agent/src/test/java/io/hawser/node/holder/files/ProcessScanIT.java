package io.hawser.node.holder.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.hawser.mounts.MountTable;
import io.hawser.node.holder.Holder;
import io.hawser.testkit.shared.ScratchFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Real mounts, and real processes that hold them. */
class ProcessScanIT {
    private static final Path PROC = Path.of("/proc");

    private final List<Process> processes = new ArrayList<>();
    private Path folder;
    private Path staging;
    private Path target;

    @BeforeEach
    void open() throws Exception {
        folder = ScratchFolder.create("held").toRealPath();
        staging = Files.createDirectory(folder.resolve("staging"));
        target = Files.createDirectory(folder.resolve("target"));
        run("mount", "-t", "tmpfs", "held", staging.toString());
        run("mount", "--bind", staging.toString(), target.toString());
    }

    @AfterEach
    void close() throws Exception {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
        run("umount", target.toString());
        run("umount", staging.toString());
    }

    @Test
    @DisplayName("Processes with an open file, with their folder in the mount, or with it in a namespace of their own "
            + "are found; who is beside the mount is not")
    void findsEachKindOfHolder() throws Exception {
        // Given
        long writer = start("exec 3>" + target + "/file; exec sleep 600");
        long worker = start("cd " + target + "; exec sleep 600");
        long other = start("exec unshare --mount --propagation private sh -c 'mount --bind " + target
                + " /mnt && exec sleep 600'");
        start("cd " + folder + "; exec sleep 600");
        long stager = start("cd " + staging + "; exec sleep 600");

        // When
        await().untilAsserted(() -> {
            List<Holder> holders = holders(target);
            // Then
            assertThat(holders)
                    .extracting(Holder::pid, Holder::command, Holder::use)
                    .containsExactlyInAnyOrder(
                            tuple(writer, "sleep", Holder.Use.OPEN_FILES),
                            tuple(worker, "sleep", Holder.Use.WORKING_FOLDER),
                            tuple(other, "sleep", Holder.Use.OTHER_NAMESPACE));
            assertThat(holders(staging)).extracting(Holder::pid).containsExactlyInAnyOrder(stager, other);
        });
    }

    @Test
    @DisplayName("One look serves for a while, and no longer if the clock was set back")
    void aLookServesForAWhile() throws Exception {
        // Given
        AtomicReference<Instant> clock = new AtomicReference<>(Instant.now());
        ProcessScan scan = new ProcessScan(PROC, folder, MountTable::read, clock::get);
        assertThat(scan.of(target).holders()).isEmpty();
        start("cd " + target + "; exec sleep 600");
        await().untilAsserted(() -> assertThat(holders(target)).hasSize(1));

        // Then
        assertThat(scan.of(target).holders()).isEmpty();

        // When
        clock.updateAndGet(now -> now.minusSeconds(1));

        // Then
        assertThat(scan.of(target).holders()).hasSize(1);
    }

    private List<Holder> holders(Path path) {
        return new ProcessScan(PROC, folder, MountTable::read, InstantSource.system())
                .of(path)
                .holders();
    }

    private long start(String script) throws IOException {
        Process process = new ProcessBuilder("sh", "-c", script).inheritIO().start();
        processes.add(process);
        return process.pid();
    }

    private static void run(String... command) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor())
                .as(String.join(" ", command))
                .isZero();
    }
}

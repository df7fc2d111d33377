package io.hawser.mounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real mounts. */
class WatchedTableIT {
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicLong nanoTime = new AtomicLong();
    private final WatchedTable table = new WatchedTable(this::counted, nanoTime::get);

    @TempDir
    Path temporary;

    private Path folder;
    private boolean failing;

    private MountTable counted() {
        reads.incrementAndGet();
        if (failing) {
            throw new IllegalStateException("no file descriptor left");
        }
        return MountTable.read();
    }

    @BeforeEach
    void open() throws Exception {
        folder = temporary.toRealPath();
        Files.createDirectory(folder.resolve("source"));
        Files.createDirectory(folder.resolve("target"));
    }

    @AfterEach
    void close() throws Exception {
        table.close();
        for (MountEntry left : MountTable.read().below(folder).reversed()) {
            sh("umount " + left.mountPoint());
        }
    }

    @Test
    @DisplayName("Each mount, remount, move and unmount is seen at the next look")
    void seesEachChange() throws Exception {
        // Given
        Path target = folder.resolve("target");
        assertThat(table.read().at(target)).isEmpty();

        // When
        sh("mount --bind " + folder.resolve("source") + " " + target);
        // Then
        assertThat(table.read().at(target)).isPresent();

        // When
        sh("mount -o remount,bind,ro " + target);
        // Then
        assertThat(table.read().at(target).orElseThrow().options()).contains("ro");

        // When
        sh("mount --bind " + folder + " " + folder + "; mount --make-private " + folder);
        Path moved = Files.createDirectory(folder.resolve("moved"));
        sh("mount --bind " + folder.resolve("source") + " " + target);
        assertThat(table.read().at(moved)).isEmpty();
        sh("mount --move " + target + " " + moved);
        // Then
        assertThat(table.read().at(moved)).isPresent();

        // When
        sh("umount " + moved);
        // Then
        assertThat(table.read().at(moved)).isEmpty();
    }

    @Test
    @DisplayName("After a read that failed, the table is read again")
    void readsAgainAfterAFailure() throws Exception {
        // Given
        Path target = folder.resolve("target");
        table.read();
        sh("mount --bind " + folder.resolve("source") + " " + target);
        failing = true;
        assertThatThrownBy(table::read).hasMessage("no file descriptor left");
        // When
        failing = false;
        // Then
        assertThat(table.read().at(target)).isPresent();
    }

    @Test
    @DisplayName("While nothing changes, the table is read once")
    void readsOnce() throws Exception {
        // Given
        sh("mount --bind " + folder.resolve("source") + " " + folder.resolve("target"));
        table.read();

        // When
        table.read();
        table.read();

        // Then
        assertThat(reads).hasValue(1);
    }

    @Test
    @DisplayName("What the kernel does not report, such as a deleted folder below a bind mount, is seen a second later")
    void isNeverOld() throws Exception {
        // Given
        Path target = folder.resolve("target");
        sh("mount --bind " + folder.resolve("source") + " " + target);
        table.read();

        // When
        Files.delete(folder.resolve("source"));
        nanoTime.addAndGet(WatchedTable.MOST_NANOS + 1);

        // Then
        assertThat(table.read().at(target).orElseThrow().root()).endsWith("//deleted");
    }

    private static void sh(String commands) throws Exception {
        Process process = new ProcessBuilder("sh", "-ec", commands)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(commands + ": " + said).isZero();
    }
}

package io.hawser.mounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real mounts. */
class DeleteTreeIT {
    @TempDir
    Path temporary;

    private Path folder;

    @AfterEach
    void close() throws Exception {
        for (MountEntry left : MountTable.read().below(folder).reversed()) {
            run("umount", left.mountPoint());
        }
    }

    @Test
    @DisplayName("A bind mount that comes during the deletion, from the same file system, keeps what it shows")
    void aMountThatComesMeanwhile() throws Exception {
        // Given
        folder = temporary.toRealPath();
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Path data = Files.createFile(outside.resolve("data"));
        Path doomed = folder.resolve("doomed");
        Path target = Files.createDirectories(doomed.resolve("targets/t1"));
        AtomicInteger reads = new AtomicInteger();
        // When
        assertThatThrownBy(() -> DeleteTree.of(doomed, () -> {
                    MountTable read = MountTable.read();
                    if (reads.getAndIncrement() == 0) {
                        run("mount", "--bind", outside, target);
                    }
                    return read;
                }))
                .isInstanceOf(IOException.class)
                .hasMessage(target + " is still mounted");
        // Then
        assertThat(data).exists();
    }

    private static void run(Object... command) {
        try {
            int code = new ProcessBuilder(
                            Stream.of(command).map(Object::toString).toList())
                    .inheritIO()
                    .start()
                    .waitFor();
            assertThat(code).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

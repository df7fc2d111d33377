package io.hawser.testkit.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ScratchFolderTest {
    private static final int AT_ONCE = 4;
    private static final int MANY = 30;

    @Test
    @DisplayName("What an ended run left is deleted, though several clean up at once")
    void severalCleanUpAtOnce() throws Exception {
        // Given
        List<Path> left = leftovers();
        Callable<Path> create = () -> ScratchFolder.create("left");

        // When
        List<Future<Path>> made;
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            made = threads.invokeAll(Collections.nCopies(AT_ONCE, create));
        }

        // Then
        for (Future<Path> each : made) {
            assertThat(each.get()).isEmptyDirectory();
        }
        assertThat(left).noneMatch(Files::exists);
    }

    private static List<Path> leftovers() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        List<Path> left = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            Path folder = Path.of("target", "testkit", "left-" + ended.pid() + "-" + i);
            Files.createDirectories(folder);
            for (int j = 0; j < MANY; j++) {
                Files.createFile(folder.resolve("file-" + j));
            }
            left.add(folder);
        }
        return left;
    }
}

package io.hawser.mounts;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hawser.files.libc.CLibrary;
import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeleteTreeTest {
    private static final int FILES = 1_000;
    private static final int AT_FDCWD = -100;
    private static final int RENAME_EXCHANGE = 2;
    private static final MethodHandle RENAMEAT2 =
            CLibrary.link("renameat2", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT));

    @TempDir
    Path folder;

    @Test
    void deletesAllBelowButNothingThatIsOnlyLinked() throws Exception {
        // Given
        Path outside = Files.writeString(
                Files.createDirectory(folder.resolve("outside")).resolve("kept"), "x");
        Path doomed = Files.createDirectories(folder.resolve("doomed/deep/deeper"))
                .getParent()
                .getParent();
        Files.writeString(doomed.resolve("deep/file"), "x");
        Files.writeString(doomed.resolve("mark"), "x");
        Files.createSymbolicLink(doomed.resolve("link"), outside.getParent());
        // When
        DeleteTree.of(doomed, "mark");
        // Then
        assertThat(doomed).doesNotExist();
        assertThat(outside).exists();
    }

    @Test
    void whatGoesLastGoesInItsOrder() throws Exception {
        // Given
        Path doomed = Files.createDirectory(folder.resolve("doomed"));
        for (String name : List.of("a", "run/b", "run/lock", "run/z", "mark", "z")) {
            Files.createDirectories(doomed.resolve(name).getParent());
            Files.writeString(doomed.resolve(name), "x");
        }
        try (WatchService watch = doomed.getFileSystem().newWatchService()) {
            WatchKey top = doomed.register(watch, ENTRY_DELETE);
            WatchKey below = doomed.resolve("run").register(watch, ENTRY_DELETE);
            // When
            DeleteTree.of(doomed, "run/lock", "mark");
            // Then
            assertThat(doomed).doesNotExist();
            await().until(() -> !top.isValid() && !below.isValid());
            assertThat(deleted(top)).hasSize(4).endsWith("run", "mark");
            assertThat(deleted(below)).hasSize(3).endsWith("lock");
        }
    }

    private static List<String> deleted(WatchKey key) {
        return key.pollEvents().stream()
                .map(event -> event.context().toString())
                .toList();
    }

    @Test
    void deletesFoldersWhosePathTheKernelDoesNotAccept() throws Exception {
        // Given
        Path doomed = Files.createDirectory(folder.resolve("doomed"));
        Files.createDirectory(doomed.resolve("deep-0"));
        for (int depth = 0; depth < 3000; depth++) {
            Path above = Files.createDirectory(folder.resolve("above"));
            Files.move(doomed, above.resolve("d"));
            Files.move(above, doomed);
        }
        Files.writeString(doomed.resolve("mark"), "x");
        // When
        DeleteTree.of(doomed, "mark");
        // Then
        assertThat(doomed).doesNotExist();
    }

    @Test
    void refusesALink() throws Exception {
        // Given
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), outside);
        // When
        // Then
        assertThatThrownBy(() -> DeleteTree.of(link, "mark")).hasMessageContaining("link");
        assertThat(outside).exists();
    }

    @Test
    void whatIsNotThereNeedsNoDeleting() throws Exception {
        // Given
        Path nothing = folder.resolve("nothing");
        // When
        DeleteTree.of(nothing, "mark");
        // Then
        assertThat(nothing).doesNotExist();
    }

    @Test
    @DisplayName("A program that puts a link in a folder's place during the deletion does not lead it elsewhere")
    void aLinkThatComesDuringTheDeletion() throws Exception {
        // Given
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), outside);
        fill(outside);
        FutureTask<Long> exchanged;
        do {
            Path swapped = Files.createDirectories(folder.resolve("doomed/swapped"));
            fill(swapped);
            try (WatchService watch = folder.getFileSystem().newWatchService()) {
                swapped.register(watch, ENTRY_DELETE);
                exchanged = new FutureTask<>(() -> {
                    watch.take();
                    return exchange(swapped, link);
                });
                Thread.ofPlatform().start(exchanged);
                // When
                var deleted = new FutureTask<>(() -> {
                    DeleteTree.of(folder.resolve("doomed"));
                    return folder;
                });
                deleted.run();
                await().until(exchanged::isDone);
            }
            // On a busy machine the deletion may be over before.
        } while (exchanged.state() != Future.State.SUCCESS);
        // Then
        assertThat(outside.toFile().list()).hasSize(FILES);
    }

    private static void fill(Path folder) throws Exception {
        for (int file = 0; file < FILES; file++) {
            Files.createFile(folder.resolve("file-" + file));
        }
    }

    /** There is always something with these names. */
    private static long exchange(Path first, Path second) throws Exception {
        return CLibrary.call("renameat2", (arena, state) -> (int) RENAMEAT2.invokeExact(
                state,
                AT_FDCWD,
                arena.allocateFrom(first.toString()),
                AT_FDCWD,
                arena.allocateFrom(second.toString()),
                RENAME_EXCHANGE));
    }
}

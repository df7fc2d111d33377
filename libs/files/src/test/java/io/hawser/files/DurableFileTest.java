package io.hawser.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableFileTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("A file has the new content, and nothing lies beside it; deleted it is gone")
    void writesReadsAndDeletes() throws Exception {
        // Given
        Path file = folder.resolve("record");

        // When
        DurableFile.write(file, bytes("the first, which is longer"));
        DurableFile.write(file, bytes("the second"));

        // Then
        assertThat(DurableFile.read(file).orElseThrow()).isEqualTo(bytes("the second"));
        assertThat(folder).isDirectoryContaining(file::equals).isDirectoryNotContaining(other -> !other.equals(file));
        DurableFile.delete(file);
        DurableFile.delete(file);
        assertThat(DurableFile.read(file)).isEmpty();
    }

    @Test
    @DisplayName("What cannot be written whole leaves the old content; in place it is only what is as long as before")
    void aWriteThatFailsChangesNothing() throws Exception {
        // Given
        Path file = folder.resolve("record");
        DurableFile.write(file, bytes("old"));
        Files.createDirectories(folder.resolve("record.new/in-the-way"));

        // When
        assertThatThrownBy(() -> DurableFile.write(file, bytes("new"))).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> DurableFile.writeOrOverwrite(file, bytes("longer")))
                .isInstanceOf(IOException.class);

        // Then
        assertThat(file).hasContent("old");
        DurableFile.writeOrOverwrite(file, bytes("new"));
        assertThat(file).hasContent("new");
    }

    @Test
    @DisplayName("Content and the names in a folder are synced: where that is not possible, it fails")
    void synced() {
        // Given: neither has a disk to be synced to
        Path content = Path.of("/dev/null");
        Path names = Path.of("/proc/self");

        // Then
        assertThatThrownBy(() -> DurableFile.overwrite(content, bytes("x")))
                .isInstanceOf(IOException.class)
                .hasMessage("Invalid argument");
        assertThatThrownBy(() -> DurableFile.sync(names))
                .isInstanceOf(IOException.class)
                .hasMessage("Invalid argument");
    }

    @Test
    @DisplayName("A moved file replaces what is there")
    void moves() throws Exception {
        // Given
        Path from = Files.writeString(folder.resolve("from"), "x");
        Path to =
                Files.writeString(Files.createDirectory(folder.resolve("other")).resolve("to"), "y");

        // When
        DurableFile.move(from, to);

        // Then
        assertThat(to).hasContent("x");
        assertThat(from).doesNotExist();
    }

    @Test
    @DisplayName("Missing folders are made, for the owner only; those that are there stay as they are")
    void createsFolders() throws Exception {
        // Given
        Path open = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));

        // When
        DurableFile.createFolders(open.resolve("a/b"));
        DurableFile.createFolder(open.resolve("c"));
        DurableFile.createFolder(open.resolve("c"));

        // Then
        assertThat(rights(open)).isEqualTo("rwxr-xr-x");
        assertThat(rights(open.resolve("a"))).isEqualTo("rwx------");
        assertThat(rights(open.resolve("a/b"))).isEqualTo("rwx------");
        assertThat(open.resolve("c")).isDirectory();
    }

    private static String rights(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

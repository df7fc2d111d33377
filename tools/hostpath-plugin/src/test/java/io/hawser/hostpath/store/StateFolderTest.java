package io.hawser.hostpath.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.hostpath.volume.VolumeKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("An empty format file, as a power cut may leave it, is written again")
    void anEmptyFormatFile() throws Exception {
        // Given
        StateFolder.open(folder);
        Files.writeString(folder.resolve("format"), "");
        // When
        StateFolder.open(folder);
        // Then
        assertThat(folder.resolve("format")).hasContent("hawser-hostpath 1\n");
    }

    @Test
    @DisplayName("A lock whose file cannot be removed is released all the same")
    void aLockWhoseFileStays() throws Exception {
        // Given
        Locks locks = StateFolder.open(folder).locks();
        VolumeKey volume = VolumeKey.parse("0".repeat(32)).orElseThrow();
        Locks.Held held = locks.volume(volume);
        Path file = folder.resolve("locks").resolve(volume.hex());
        Files.delete(file);
        Path inTheWay = Files.createDirectories(file.resolve("file"));
        // When
        assertThatThrownBy(held::close).isInstanceOf(UncheckedIOException.class);
        // Then
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            assertThat(open.map(StateFolderTest::target)).noneMatch(target -> target.startsWith(file.toString()));
        }
        Files.delete(inTheWay);
        Files.delete(file);
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closed) {
            return "";
        }
    }
}

package io.hawser.local.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeleteTreeTest {
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
    void whatIsNotThereNeedsNoDeleting() {
        // Given
        Path nothing = folder.resolve("nothing");
        // When
        DeleteTree.of(nothing, "mark");
        // Then
        assertThat(nothing).doesNotExist();
    }
}

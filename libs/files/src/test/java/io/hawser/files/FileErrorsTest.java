package io.hawser.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileErrorsTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("A failure is said with what could not be done, the file, and the kernel's words")
    void sentences() throws IOException {
        // Given
        Path file = Files.createFile(folder.resolve("file"));
        // When
        IOException missing = assertThrows(IOException.class, () -> Files.size(folder.resolve("missing")));
        IOException listed = new NotDirectoryException(file.toString());
        IOException there = assertThrows(IOException.class, () -> Files.createDirectory(file));
        // Then
        assertThat(FileErrors.sentence(new UncheckedIOException("cannot read the log", missing)))
                .isEqualTo("cannot read the log: " + folder + "/missing: No such file or directory");
        assertThat(FileErrors.sentence(new UncheckedIOException(listed))).isEqualTo(file + ": Not a directory");
        assertThat(FileErrors.message(there)).isEqualTo(file + ": File exists");
        assertThat(FileErrors.message(new AccessDeniedException("/srv/x"))).isEqualTo("/srv/x: Permission denied");
    }
}

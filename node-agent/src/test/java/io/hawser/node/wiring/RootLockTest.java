package io.hawser.node.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RootLockTest {
    @TempDir
    Path root;

    @Test
    @DisplayName("Nobody else may open the lock's file, also one that an earlier agent made: who may read it could"
            + " lock it")
    void nobodyElseMayTakeTheLock() throws Exception {
        // Given
        Path file = root.resolve("lock");

        // When
        RootLock.takeOrRefuse(root).close();

        // Then
        assertThat(mode(file)).isEqualTo("rw-------");

        // When
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        RootLock.takeOrRefuse(root).close();

        // Then
        assertThat(mode(file)).isEqualTo("rw-------");
    }

    private static String mode(Path file) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}

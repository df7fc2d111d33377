package io.hawser.local.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SocketFolderTest {
    private static final Path LONG = Path.of("/" + "long/".repeat(20) + "sockets");

    @Test
    void staysInTheDataFolderWhereSocketsFit() {
        // Given
        Path preferred = Path.of("/srv/hawser/sockets");
        // When
        Path chosen = SocketFolder.choose(preferred);
        // Then
        assertThat(chosen).isEqualTo(preferred);
    }

    @Test
    void goesToTmpIfThePathIsTooLong() {
        // When
        Path chosen = SocketFolder.choose(LONG);
        // Then
        assertThat(chosen.getParent()).isEqualTo(Path.of("/tmp"));
        assertThat((chosen + "/node-1/" + "p".repeat(38)).length()).isLessThanOrEqualTo(107);
    }

    @Test
    void differsFromOneDataFolderToTheNext() {
        // Given
        Path first = SocketFolder.choose(LONG);
        // When
        Path second = SocketFolder.choose(LONG.resolveSibling("other"));
        // Then
        assertThat(second).isNotEqualTo(first);
    }

    @Test
    void countsBytesNotLetters() {
        // Given
        Path umlauts = Path.of("/" + "ü".repeat(50));
        // When
        Path chosen = SocketFolder.choose(umlauts);
        // Then
        assertThat(chosen).isNotEqualTo(umlauts);
    }
}

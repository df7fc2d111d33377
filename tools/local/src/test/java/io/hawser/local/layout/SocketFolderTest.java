package io.hawser.local.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SocketFolderTest {
    private static final Path LONG = Path.of("/" + "long/".repeat(20) + "sockets");

    @Test
    void staysInTheDataFolderWhereSocketsFit() {
        // Given
        Path preferred = Path.of("/srv/hawser/sockets");
        // When
        Path chosen = SocketFolder.choose(preferred, Map.of("XDG_RUNTIME_DIR", "/run/user/1"));
        // Then
        assertThat(chosen).isEqualTo(preferred);
    }

    @Test
    void goesToTheRuntimeFolderIfThePathIsTooLong() {
        // Given
        Map<String, String> environment = Map.of("XDG_RUNTIME_DIR", "/run/user/1");
        // When
        Path chosen = SocketFolder.choose(LONG, environment);
        // Then
        assertThat(chosen.getParent()).isEqualTo(Path.of("/run/user/1"));
        assertThat((chosen + "/node-1/" + "p".repeat(38)).length()).isLessThanOrEqualTo(107);
    }

    @Test
    void goesToTmpWithoutARuntimeFolderThatIsShortEnough() {
        // Given
        Map<String, String> environment = Map.of("XDG_RUNTIME_DIR", LONG.toString());
        // When
        Path chosen = SocketFolder.choose(LONG, environment);
        // Then
        assertThat(chosen.getParent()).isEqualTo(Path.of("/tmp"));
        assertThat(SocketFolder.choose(LONG, Map.of())).isEqualTo(chosen);
        assertThat(SocketFolder.choose(LONG, Map.of("XDG_RUNTIME_DIR", ""))).isEqualTo(chosen);
    }

    @Test
    void differsFromOneDataFolderToTheNext() {
        // Given
        Path first = SocketFolder.choose(LONG, Map.of());
        // When
        Path second = SocketFolder.choose(LONG.resolveSibling("other"), Map.of());
        // Then
        assertThat(second).isNotEqualTo(first);
    }

    @Test
    void countsBytesNotLetters() {
        // Given
        Path umlauts = Path.of("/" + "ü".repeat(50));
        // When
        Path chosen = SocketFolder.choose(umlauts, Map.of());
        // Then
        assertThat(chosen).isNotEqualTo(umlauts);
    }
}

package io.hawser.local.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalLayoutTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("The folder of secrets is made with the first one: `down` may look at a folder that is being deleted")
    void secretsAreMadeWhenTheyAreNeeded() {
        // When
        LocalLayout layout = LocalLayout.at(folder.resolve("home"));
        // Then
        assertThat(layout.home().resolve("secrets")).doesNotExist();
        assertThat(layout.secrets().of("rest-token")).isNotEmpty();
    }

    @Test
    void secretsAreDrawnOnceAndForTheirOwnerOnly() throws Exception {
        // Given
        LocalLayout layout = LocalLayout.at(folder.resolve("home"));
        String first = layout.secrets().of("rest-token");
        // When
        String again = LocalLayout.at(folder.resolve("home")).secrets().of("rest-token");
        // Then
        assertThat(again).isEqualTo(first).hasSize(32).matches("[A-Za-z0-9_-]+");
        assertThat(permissions(layout.secrets().file("rest-token"))).isEqualTo("rw-------");
        assertThat(permissions(layout.home())).isEqualTo("rwx------");
        assertThat(layout.secrets().of("postgres")).isNotEqualTo(first);
    }

    @Test
    @DisplayName("An empty secret, as a power cut may leave it, is refused, not taken for the password \"\"")
    void anEmptySecret() throws Exception {
        // Given
        Secrets secrets = LocalLayout.at(folder.resolve("home")).secrets();
        secrets.of("postgres");
        // When
        Files.writeString(secrets.file("postgres"), "");
        // Then
        assertThatThrownBy(() -> secrets.of("postgres")).hasMessageContaining("secrets/postgres is empty");
    }

    @Test
    @DisplayName("A port file that a killed process left empty gets another port")
    void anEmptyPort() throws Exception {
        // Given
        LocalLayout layout = LocalLayout.at(folder.resolve("home"));
        layout.port("volume-service");
        try (Stream<Path> files = Files.walk(layout.home())) {
            Path port = files.filter(file -> file.endsWith("ports/volume-service"))
                    .findFirst()
                    .orElseThrow();
            Files.writeString(port, "");
        }

        // Then
        assertThat(layout.port("volume-service")).isBetween(20_000, 31_999);
    }

    @Test
    @DisplayName("A data folder that is a link is made again where the link leads to")
    void aLinkWhoseFolderIsGone() throws Exception {
        // Given
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("disk"));

        // When
        LocalLayout layout = LocalLayout.at(link);

        // Then
        assertThat(layout.home()).isEqualTo(folder.toRealPath().resolve("disk"));
        assertThat(LocalLayout.isOurs(link)).isTrue();
    }

    @Test
    @DisplayName("A folder that this user cannot look into is neither taken for a data folder nor for none")
    void aFolderThatCannotBeLookedInto() throws Exception {
        // Given
        Path loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));

        // Then
        assertThatThrownBy(() -> LocalLayout.isOurs(loop))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot look into " + loop);
    }

    @Test
    void aPortIsChosenOnce() {
        // Given
        LocalLayout layout = LocalLayout.at(folder.resolve("home"));
        int port = layout.port("volume-service");
        // When
        LocalLayout again = LocalLayout.at(folder.resolve("home"));
        // Then
        assertThat(again.port("volume-service")).isEqualTo(port).isBetween(20_000, 31_999);
    }

    @Test
    void noTwoServicesOfAFolderHaveTheSamePortThoughNobodyListensYet() {
        // Given
        LocalLayout layout = LocalLayout.at(folder.resolve("home"));
        // When
        // So many that two would meet by chance.
        List<Integer> ports =
                IntStream.range(0, 200).mapToObj(i -> layout.port("s" + i)).toList();
        // Then
        assertThat(ports).doesNotHaveDuplicates();
    }

    @Test
    void refusesAFolderThatHoldsSomethingElse() throws Exception {
        // Given
        Path precious = Files.writeString(folder.resolve("precious"), "x");
        // When
        // Then
        assertThatThrownBy(() -> LocalLayout.at(folder)).hasMessageContaining("HAWSER_HOME");
        assertThat(LocalLayout.isOurs(folder)).isFalse();
        assertThat(folder.toFile().list())
                .containsExactly(precious.getFileName().toString());
    }

    @Test
    void takesAnEmptyFolder() throws Exception {
        // Given
        Path empty = Files.createDirectory(folder.resolve("empty"));
        // When
        LocalLayout layout = LocalLayout.at(empty);
        // Then
        assertThat(LocalLayout.isOurs(layout.home())).isTrue();
    }

    @Test
    @DisplayName("Each node has a folder of its own in which drivers register, apart from their own sockets")
    void driversRegisterApartFromTheirSockets() {
        // Given
        LocalLayout layout = LocalLayout.at(folder.resolve("home"));
        // When
        Path registry = layout.pluginRegistry("node-1");
        // Then
        assertThat(registry).isDirectory().startsWith(layout.sockets()).isNotEqualTo(layout.pluginRegistry("node-2"));
        assertThat(registry.startsWith(layout.pluginSockets("node-1"))).isFalse();
    }

    @Test
    void aLongFolderGetsItsSocketsElsewhere() throws Exception {
        // Given
        LocalLayout layout = LocalLayout.at(folder.resolve("h".repeat(90)));
        // When
        Path sockets = layout.pluginSockets("node-1");
        // Then
        assertThat(layout.socketsElsewhere()).contains(sockets.getParent());
        assertThat(permissions(sockets.getParent())).isEqualTo("rwx------");
        Files.delete(sockets);
        Files.delete(sockets.getParent());
    }

    private static String permissions(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}

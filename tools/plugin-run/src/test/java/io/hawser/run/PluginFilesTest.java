package io.hawser.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PluginFilesTest {
    @TempDir
    private Path plugins;

    @Test
    @DisplayName("The endpoint is csi.sock in the plugin's folder, unless CSI_ENDPOINT names another socket")
    void endpoint() {
        // When
        PluginFiles usual = files("driver", Optional.empty());
        PluginFiles asked = files("driver", Optional.of("unix:/run/other.sock"));

        // Then
        assertThat(usual.endpoint()).hasToString("unix://" + plugins + "/driver/csi.sock");
        assertThat(usual.log()).isEqualTo(plugins.resolve("driver/plugin.log"));
        assertThat(asked.endpoint()).hasToString("unix:///run/other.sock");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "-a", "a.", "a b"})
    @DisplayName("A name that is no plain folder name is refused")
    void names(String name) {
        // Then
        assertThatThrownBy(() -> files(name, Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("NAME must be");
    }

    @Test
    @DisplayName("A CSI_ENDPOINT that is no socket, or too long, is refused with its name")
    void wrongEndpoints() {
        // Then
        assertThatThrownBy(() -> files("driver", Optional.of("tcp://127.0.0.1:9000")))
                .hasMessage("CSI_ENDPOINT: must be a socket, not tcp://127.0.0.1:9000");
        assertThatThrownBy(() -> files("driver", Optional.of("unix:///" + "a".repeat(107))))
                .hasMessageContaining("longer than 107 bytes");
    }

    @Test
    @DisplayName("Two processes cannot run one plugin; when the first ends, the next one can")
    void taken() throws IOException {
        // Given
        PluginFiles files = files("driver", Optional.empty());

        // When
        try (FileChannel ignored = files.take()) {
            // Then
            assertThatThrownBy(files::take)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("another process runs driver in " + plugins.resolve("driver"));
        }
        files.take().close();
    }

    @Test
    @DisplayName("A socket that a dead process left is removed; a file that is no socket stays")
    void leftSocket() throws IOException {
        // Given
        PluginFiles files = files("driver", Optional.empty());
        files.take().close();
        Path socket = Path.of(files.endpoint().path());
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
        }
        assertThat(socket).exists();

        // When
        files.removeSocket();

        // Then
        assertThat(socket).doesNotExist();

        // When
        Files.writeString(socket, "a file");
        files.removeSocket();

        // Then
        assertThat(socket).exists();
    }

    @Test
    @DisplayName("The socket of a process that is too busy to accept connections stays")
    void aBusyProcess() throws IOException {
        // Given
        PluginFiles files = files("driver", Optional.empty());
        files.take().close();
        Path socket = Path.of(files.endpoint().path());
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket), 1);

            // When
            for (int i = 0; i < 5; i++) {
                files.removeSocket();
            }

            // Then
            assertThat(socket).exists();
        }
    }

    @Test
    @DisplayName("A large log becomes the older one at the next start")
    void rotation() throws IOException {
        // Given
        PluginFiles files = files("driver", Optional.empty());
        files.take().close();
        Files.write(files.log(), new byte[10 * 1024 * 1024]);

        // When
        files.rotateLog();

        // Then
        assertThat(files.log()).exists();

        // When
        Files.write(files.log(), new byte[10 * 1024 * 1024 + 1]);
        files.rotateLog();

        // Then
        assertThat(files.log()).doesNotExist();
        assertThat(plugins.resolve("driver/plugin.log.1")).hasSize(10 * 1024 * 1024 + 1);
    }

    private PluginFiles files(String name, Optional<String> endpoint) {
        return PluginFiles.of(name, plugins, endpoint, Optional.empty());
    }
}

package io.hawser.files;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.files.libc.CLibrary;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketFileTest {
    private static final int AF_UNIX = 1;
    private static final int SOCK_DGRAM = 2;

    @TempDir
    private Path folder;

    @Test
    @DisplayName(
            "A process listens at a socket until it ends, though it is too busy to accept connections; the file stays")
    void aProcess() throws IOException {
        // Given
        Path socket = folder.resolve("a.sock");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket), 1);

            // When
            Optional<String> idle = SocketFile.listener(socket);
            List<Optional<String>> busy =
                    Stream.generate(() -> SocketFile.listener(socket)).limit(5).toList();

            // Then
            assertThat(idle).contains("another process listens at " + socket);
            assertThat(busy).allMatch(Optional::isPresent);
        }
        assertThat(SocketFile.listener(socket)).isEmpty();
        assertThat(SocketFile.isSocket(socket)).isTrue();
    }

    @Test
    @DisplayName("Where no connection can be made, and it is not refused, a process may listen")
    void aSocketOfAnotherKind() {
        // Given
        Path socket = folder.resolve("datagrams.sock");
        bindForDatagrams(socket);

        // When / Then
        assertThat(SocketFile.listener(socket)).hasValueSatisfying(words -> assertThat(words)
                .startsWith("another process may listen at " + socket + ": ")
                .contains("wrong type"));
    }

    @Test
    @DisplayName("A file, a folder and a missing file are no sockets, and nobody listens there")
    void noSockets() throws IOException {
        // Given
        Path file = Files.createFile(folder.resolve("file"));

        // When / Then
        for (Path path : new Path[] {file, folder, folder.resolve("missing"), file.resolve("below")}) {
            assertThat(SocketFile.listener(path)).isEmpty();
        }
        assertThat(SocketFile.isSocket(file)).isFalse();
        assertThat(SocketFile.isSocket(folder)).isFalse();
        assertThat(SocketFile.isSocket(folder.resolve("missing"))).isFalse();
    }

    @Test
    @DisplayName("What a killed process left is removed; a socket that is in use, and any other file, is left alone")
    void whatIsLeftIsRemoved() throws IOException {
        // Given
        Path socket = folder.resolve("a.sock");
        Path file = Files.createFile(folder.resolve("file"));
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket), 1);

            // When / Then
            assertThatThrownBy(() -> SocketFile.clear(socket)).hasMessageContaining("another process listens");
        }
        assertThatThrownBy(() -> SocketFile.clear(file)).hasMessageContaining("is no socket; it is left alone");
        SocketFile.clear(folder.resolve("missing"));
        SocketFile.clear(socket);
        assertThat(folder).isDirectoryContaining(file::equals).isDirectoryNotContaining(socket::equals);
    }

    /** The JDK has no such sockets. It stays open until the tests end. */
    private static void bindForDatagrams(Path path) {
        MethodHandle socket = CLibrary.link("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
        MethodHandle bind = CLibrary.link("bind", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
        try {
            long descriptor =
                    CLibrary.call("socket", (arena, state) -> (int) socket.invokeExact(state, AF_UNIX, SOCK_DGRAM, 0));
            CLibrary.call("bind", (arena, state) -> {
                MemorySegment address = arena.allocate(110);
                address.set(JAVA_SHORT, 0, (short) AF_UNIX);
                address.setString(2, path.toString());
                return (int) bind.invokeExact(state, (int) descriptor, address, 110);
            });
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}

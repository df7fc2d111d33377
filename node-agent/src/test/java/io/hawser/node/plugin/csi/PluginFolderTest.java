package io.hawser.node.plugin.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.csi.CsiClient;
import io.hawser.csi.LookPauses;
import io.hawser.csi.SecretProvider;
import io.hawser.node.plugin.PluginBook;
import io.hawser.node.plugin.PluginStatus;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginFolderTest implements PluginFolder.Listener {
    @TempDir
    Path folder;

    private final PluginBook book = new PluginBook();
    private final List<String> unusable = new ArrayList<>();
    private final List<String> gone = new ArrayList<>();
    private final List<String> reads = new CopyOnWriteArrayList<>();

    @Test
    @DisplayName(
            "A socket whose path is longer than the kernel takes is reported once while it is there, and is not called")
    void aSocketWithTooLongAPathIsToldOfOnce() throws Exception {
        // Given
        Path socket = folder.resolve("x".repeat(107 - folder.toString().length() - 6) + ".sock");
        Path longer = folder.resolve("y".repeat(108 - folder.toString().length() - 6) + ".sock");
        pipe(longer);
        Files.writeString(folder.resolve("z".repeat(120) + ".sock"), "no socket at all");
        try (CsiClient client = CsiClient.create(new SimpleMeterRegistry());
                PluginFolder plugins = watched(client, Clock.systemUTC(), Duration.ofMillis(100))) {
            // When
            plugins.list();
            plugins.list();

            // Then
            assertThat(unusable).singleElement().asString().contains(longer.toString(), "more than 107 bytes");
            assertThat(book.readings()).isEmpty();

            // When it comes again
            Files.delete(longer);
            plugins.list();
            pipe(longer);
            plugins.list();

            // Then
            assertThat(unusable).hasSize(2);

            // When another one is just short enough
            pipe(socket);
            plugins.list();

            // Then
            assertThat(unusable).hasSize(2);
            assertThat(book.readings()).containsOnlyKeys(socket);
        }
    }

    @Test
    @Tag("nomad-W12")
    @DisplayName("A socket that its process left behind is no plugin until somebody listens there, and is said once")
    void aSocketThatWasLeftBehind() throws Exception {
        // Given
        Path socket = folder.resolve("left.sock");
        ServerSocketChannel process = listen(socket);
        try (CsiClient client = CsiClient.create(new SimpleMeterRegistry());
                PluginFolder plugins = watched(client, Clock.systemUTC(), Duration.ofMillis(100))) {
            // When it listens and says nothing
            plugins.list();
            plugins.list();

            // Then
            assertThat(book.readings()).containsOnlyKeys(socket);
            assertThat(unusable).isEmpty();

            // When it ends
            process.close();
            plugins.list();
            plugins.list();

            // Then
            assertThat(book.readings()).isEmpty();
            assertThat(unusable).singleElement().asString().contains("no process listens", socket.toString());
            assertThat(gone).containsExactly("no process listens at its socket");

            // When another process takes the place
            Files.delete(socket);
            process = listen(socket);
            plugins.list();

            // Then
            assertThat(book.readings()).containsOnlyKeys(socket);

            // When yet another one takes it, and then none
            ServerSocketChannel before = process;
            Files.move(socket, folder.resolve("old"));
            process = listen(socket);
            before.close();
            plugins.list();
            Files.delete(socket);
            plugins.list();

            // Then
            assertThat(gone)
                    .containsExactly(
                            "no process listens at its socket", "its socket is another one now", "its socket is gone");
        } finally {
            process.close();
        }
    }

    private PluginFolder watched(CsiClient client, Clock clock, Duration rpcDeadline) throws Exception {
        return new PluginFolder(
                folder,
                client,
                SecretProvider.ofFiles(Optional.empty(), "hawser.secrets-dir"),
                book,
                clock,
                new LookPauses(Duration.ofHours(1), Duration.ofHours(1)),
                rpcDeadline,
                Optional.empty(),
                this);
    }

    private static ServerSocketChannel listen(Path socket) throws Exception {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket));
    }

    /** As little a file as a socket is, and at a path of any length. */
    private static void pipe(Path path) throws Exception {
        assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor())
                .isZero();
    }

    @Override
    public void read(Path socket, PluginStatus before, PluginStatus now) {
        reads.add(now.message());
    }

    @Override
    public void gone(Path socket, PluginStatus last, String message) {
        gone.add(message);
    }

    @Override
    public void unusable(Path socket, String message) {
        unusable.add(message);
    }

    @Test
    @DisplayName("A look that ends after its socket was replaced says nothing of the new one")
    void aLookAtTheSocketBefore() throws Exception {
        // Given: nobody listens at the first socket, so its look fails; the second one says nothing.
        Path socket = folder.resolve("a.sock");
        listen(socket).close();
        AtomicReference<PluginFolder> its = new AtomicReference<>();
        AtomicReference<Optional<ServerSocketChannel>> second = new AtomicReference<>(Optional.empty());
        Clock clock = ((InstantSource) () -> {
                    if (Thread.currentThread().getName().equals("plugin-a.sock")
                            && second.get().isEmpty()) {
                        try {
                            Files.move(socket, folder.resolve("old"));
                            second.set(Optional.of(listen(socket)));
                            its.get().list();
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    }
                    return Instant.EPOCH;
                })
                .withZone(ZoneOffset.UTC);
        try (CsiClient client = CsiClient.create(new SimpleMeterRegistry());
                PluginFolder plugins = watched(client, clock, Duration.ofSeconds(1))) {
            its.set(plugins);
            // When
            plugins.list();
            // Then: the deadline ends the second look; a close could come before it has connected.
            await().until(() -> !reads.isEmpty());
            assertThat(reads).singleElement().asString().doesNotContain("Connection refused");
            second.get().orElseThrow().close();
        }
    }
}

package io.hawser.node.runtime.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hawser.mounts.MountEntry;
import io.hawser.node.mount.TaskMounts;
import io.hawser.node.mount.TaskMounts.TaskMount;
import io.hawser.node.runtime.socket.RuntimeClient.Answer;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a container runtime can rely on. */
class RuntimeSocketContractTest {
    private static final TaskMounts NONE = new TaskMounts.None("no mount");
    private static final Path PATH = Path.of("/node/t1");

    @TempDir
    private Path folder;

    private final MountWaits waits = new MountWaits();
    private final AtomicReference<TaskMounts> found = new AtomicReference<>(NONE);
    private final AtomicInteger looks = new AtomicInteger();
    private Path file;
    private RuntimeSocket socket;
    private RuntimeClient client;

    @BeforeEach
    void open() throws IOException {
        file = folder.resolve("runtime.sock");
        socket = opened();
        client = new RuntimeClient(file);
    }

    private RuntimeSocket opened() throws IOException {
        RuntimeSocket opened = new RuntimeSocket(
                file,
                (task, volume) -> {
                    looks.incrementAndGet();
                    return found.get();
                },
                waits);
        opened.start();
        return opened;
    }

    @AfterEach
    void close() {
        socket.close();
    }

    private static TaskMounts some(Optional<Path> path) {
        Optional<MountEntry> shown =
                path.map(at -> new MountEntry(at, "8:1", "/", Set.of("rw", "nosuid"), "ext4", "/dev/sda1"));
        return new TaskMounts.Some(
                List.of(new TaskMount("t1.0", true, false, path, shown, path.isPresent() ? "" : "it failed")), "");
    }

    @Test
    @DisplayName("A mounted volume: 200, with the path and what is mounted there")
    void aMountedVolume() throws IOException {
        // Given
        found.set(some(Optional.of(PATH)));

        // When
        Answer answer = client.get("/v1/tasks/t1/volumes/data");

        // Then
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().toString())
                .isEqualTo("{\"task\":\"t1\",\"volume\":\"data\",\"mounted\":true,\"message\":\"\",\"mounts\":["
                        + "{\"id\":\"t1.0\",\"path\":\"/node/t1\",\"readOnly\":true,"
                        + "\"block\":false,\"message\":\"\","
                        + "\"shown\":{\"source\":\"/dev/sda1\",\"fsType\":\"ext4\","
                        + "\"options\":[\"nosuid\",\"rw\"]}}]}");
    }

    @Test
    @DisplayName("A volume that is not mounted yet: 503 without a path, and why; a task without it: 404")
    void aVolumeThatIsNotMounted() throws IOException {
        // When
        Answer none = client.get("/v1/tasks/t1/volumes/data");
        found.set(some(Optional.empty()));
        Answer failed = client.get("/v1/tasks/t1/volumes/data");

        // Then
        assertThat(none.status()).isEqualTo(404);
        assertThat(none.body().get("message").asText()).isEqualTo("no mount");
        assertThat(failed.status()).isEqualTo(503);
        assertThat(failed.body().get("mounted").asBoolean()).isFalse();
        assertThat(failed.body().at("/mounts/0/path").asText()).isEmpty();
        assertThat(failed.body().at("/mounts/0/message").asText()).isEqualTo("it failed");
    }

    @Test
    @DisplayName(
            "A caller that waits gets its answer as soon as the volume is mounted, also if nothing was known of it")
    void aWaitEndsWithTheMount() throws Exception {
        // Given
        var waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return client.get("/v1/tasks/t1/volumes/data?wait=5m");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        await().until(() -> looks.get() > 0);

        // When
        found.set(some(Optional.of(PATH)));
        waits.changed("data");

        // Then
        assertThat(waiting.get(1, MINUTES).status()).isEqualTo(200);
    }

    @Test
    @DisplayName("A caller that waits gets what is known when its time is over, and not before")
    void aWaitEndsWithItsTime() throws IOException {
        // Given
        long begun = System.nanoTime();

        // When
        Answer answer = client.get("/v1/tasks/t1/volumes/data?wait=200ms");

        // Then
        assertThat(answer.status()).isEqualTo(404);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
    }

    @Test
    @DisplayName(
            "Before the assignments are read the answer is 503, with the reason: only 404 says that nothing is here")
    void nothingIsKnownYet() throws IOException {
        // Given
        found.set(new TaskMounts.NotYetKnown("not read yet"));

        // When
        Answer answer = client.get("/v1/tasks/t1/volumes/data?wait=10ms");

        // Then
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.body().toString()).isEqualTo("{\"message\":\"not read yet\"}");
    }

    @Test
    @DisplayName("A caller that waits and leaves frees its place")
    void aCallerThatLeavesFreesItsPlace() throws IOException {
        // Given
        try (SocketChannel caller = SocketChannel.open(UnixDomainSocketAddress.of(file))) {
            caller.write(ByteBuffer.wrap("GET /v1/tasks/t1/volumes/data?wait=5m HTTP/1.1\r\n\r\nmore".getBytes(UTF_8)));
            await().until(() -> looks.get() > 1);
            assertThat(socket.callers()).isEqualTo(1);
        }

        // Then
        await().until(() -> socket.callers() == 0);
    }

    @Test
    @DisplayName("What is no question is refused in words, and the next caller is answered")
    void garbageIsRefused() throws IOException {
        assertThat(client.send("hello\r\n\r\n").status()).isEqualTo(400);
        assertThat(client.send("POST /v1/tasks/t1/volumes/data HTTP/1.1\r\n\r\n")
                        .status())
                .isEqualTo(405);
        assertThat(client.get("/v1/tasks/t1/volumes/data?wait=1y")
                        .body()
                        .get("message")
                        .asText())
                .startsWith("wait:");
        assertThat(client.send("GET /" + "x".repeat(16 * 1024 - 5)).status()).isEqualTo(431);
        assertThat(client.get("/v1/tasks/t1/volumes/data").status()).isEqualTo(404);
    }

    @Test
    @DisplayName("Only the owner may connect; a socket left by a killed agent is replaced, "
            + "another agent's or another file is left alone")
    void theFileIsTheAgentsAlone() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThatThrownBy(this::opened).hasMessageContaining("another process listens");
        socket.close();
        assertThat(file).doesNotExist();
        Files.writeString(file, "kept");
        assertThatThrownBy(this::opened).hasMessageContaining("is no socket");
        assertThat(file).hasContent("kept");
        Files.delete(file);
        // As a killed process leaves it.
        var left = java.nio.channels.ServerSocketChannel.open(java.net.StandardProtocolFamily.UNIX);
        left.bind(UnixDomainSocketAddress.of(file));
        left.close();
        socket = opened();
        assertThat(client.get("/v1/tasks/t1/volumes/data").status()).isEqualTo(404);
    }
}

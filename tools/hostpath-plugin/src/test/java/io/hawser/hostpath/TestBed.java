package io.hawser.hostpath;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import io.hawser.csi.v1.ProbeRequest;
import io.hawser.hostpath.csi.PluginSettings;
import io.hawser.hostpath.libc.Libc;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.hostpath.volume.VolumeId;
import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import java.io.File;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A state folder with instances over it, in this JVM or as processes; takes down whatever a test leaves. */
public final class TestBed implements AutoCloseable {
    private static final int MS_BIND = 1 << 12;
    private static final int MS_PRIVATE = 1 << 18;
    private static final int MNT_DETACH = 2;

    public final Path root;
    public final Path state;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private int sockets;

    public TestBed() throws IOException {
        root = Files.createTempDirectory("hp").toRealPath();
        state = root.resolve("state");
    }

    /**
     * Mounting must be possible, or nothing here is proven. The folder becomes a private mount: on a shared one, which
     * the root of most machines is, a test's mount over a bind mount also covers what is bound.
     */
    public TestBed requireMounts() throws IOException {
        try {
            Libc.mount(root, root, MS_BIND);
            // The kernel may still be at work on the files of a loop device.
            open.push(() -> Libc.umount(root, MNT_DETACH));
            Libc.mount(root, root, MS_PRIVATE);
        } catch (IOException e) {
            throw new AssertionError(
                    "these tests make real bind mounts: run them as root or in a user and mount namespace ("
                            + e.getMessage() + ")");
        }
        return this;
    }

    public PluginServer server(String node, Path socket) throws IOException {
        return PluginServer.start(
                new PluginSettings(PluginSettings.DEFAULT_NAME, new NodeId(node), state, 1L << 40),
                new Endpoint(socket));
    }

    public Path socket() {
        return root.resolve("s" + sockets++ + ".sock");
    }

    /** An instance in this JVM, and a client of it. */
    public PluginClient node(String node) throws IOException {
        Path socket = socket();
        open.push(server(node, socket));
        return client(socket);
    }

    public PluginClient client(Path socket) {
        PluginClient client = new PluginClient(socket);
        open.push(client);
        return client;
    }

    /** An instance as a process of its own, ready for calls. */
    public Process process(String node, Path socket) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath(),
                HostPathPlugin.class.getName()));
        command.addAll(List.of("--endpoint", "unix://" + socket, "--node-id", node, "--state-dir", state.toString()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(root.resolve(node + ".log").toFile());
        // As from cron or a container: paths are ASCII.
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        // Until it has ended, it may write into the folder that is deleted.
        open.push(() -> process.destroyForcibly().waitFor());
        // A channel whose first connection is refused waits for seconds before the next one.
        await().atMost(120, SECONDS).until(() -> answers(socket));
        try (PluginClient probing = new PluginClient(socket)) {
            await().atMost(120, SECONDS).ignoreExceptions().until(() -> probing.identity
                    .probe(ProbeRequest.getDefaultInstance())
                    .getReady()
                    .getValue());
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        return process;
    }

    /** Without the tests' log manager, which the plugin does not come with. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("jboss-logmanager"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean answers(Path socket) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return channel.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            return false;
        }
    }

    public Path directory(String name) throws IOException {
        return Files.createDirectories(root.resolve(name));
    }

    /** Those whose data are there. */
    public List<VolumeId> volumes() throws IOException {
        try (var data = Files.list(state.resolve("data"))) {
            return data.flatMap(file -> VolumeId.parse(file.getFileName().toString()).stream())
                    .toList();
        }
    }

    public List<MountEntry> mounts() {
        return MountTable.read().below(root).stream()
                .filter(mount -> !mount.mountPoint().equals(root))
                .toList();
    }

    @Override
    public void close() throws Exception {
        while (open.size() > 1) open.pop().close();
        for (MountEntry mount : mounts().reversed()) Libc.umount(mount.mountPoint(), 0);
        while (!open.isEmpty()) open.pop().close();
        if (!mounts().isEmpty()) throw new AssertionError("mounts are left: " + mounts());
        try (var files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
        }
    }
}

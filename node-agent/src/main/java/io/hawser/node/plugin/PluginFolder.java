package io.hawser.node.plugin;

import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.SecretProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * Watches the folder in which plugins create their sockets. A socket that replaces another of the same name counts as a
 * new one. The folder is listed every second; inotify reports nothing of folders that are mounted later.
 */
public final class PluginFolder implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(PluginFolder.class);
    private static final Duration LISTED_EVERY = Duration.ofSeconds(1);

    /** Gets the changes in the folder. Calls come from several threads. */
    public interface Listener {
        void found(Path socket);

        void read(Path socket, PluginStatus before, PluginStatus now);

        void gone(Path socket, PluginStatus last);

        /** The socket cannot be called; reported once while it exists. */
        void unusable(Path socket, String message);
    }

    private record Watched(Object file, SocketWatch watch) {}

    private final Path folder;
    private final CsiClient client;
    private final SecretProvider secrets;
    private final PluginBook book;
    private final Clock clock;
    private final Duration interval;
    private final Duration deadline;
    private final Listener listener;
    private final Map<Path, Watched> watched = new HashMap<>();
    private Set<Path> unusable = Set.of();
    private final Thread thread = Thread.ofVirtual().name("plugin-folder").unstarted(this::run);
    private volatile boolean closing;

    /**
     * @param interval between two looks at a healthy plugin
     * @param deadline of node calls; looks have at most 10 s
     */
    public PluginFolder(
            Path folder,
            CsiClient client,
            SecretProvider secrets,
            PluginBook book,
            Clock clock,
            Duration interval,
            Duration deadline,
            Listener listener) {
        this.folder = folder;
        this.client = client;
        this.secrets = secrets;
        this.book = book;
        this.clock = clock;
        this.interval = interval;
        this.deadline = deadline;
        this.listener = listener;
    }

    public void start() {
        thread.start();
    }

    private void run() {
        while (!closing) {
            try {
                list();
            } catch (IOException | RuntimeException | Error e) {
                LOG.warnf("plugin folder %s cannot be listed: %s", folder, e);
            }
            try {
                Thread.sleep(LISTED_EVERY);
            } catch (InterruptedException closed) {
                return;
            }
        }
    }

    synchronized void list() throws IOException {
        Map<Path, Object> now = sockets();
        for (Path socket : List.copyOf(watched.keySet())) {
            if (!Objects.equals(Objects.requireNonNull(watched.get(socket)).file(), now.get(socket))) {
                watched.remove(socket).watch().close();
                book.gone(socket, clock.instant()).ifPresent(last -> listener.gone(socket, last));
            }
        }
        if (closing) {
            return;
        }
        now.forEach((socket, file) -> {
            if (!watched.containsKey(socket)) {
                add(socket, file);
            }
        });
    }

    private void add(Path socket, Object file) {
        Duration look = deadline.compareTo(Duration.ofSeconds(10)) < 0 ? deadline : Duration.ofSeconds(10);
        SocketWatch watch = new SocketWatch(socket, client, interval, look, this::read);
        watched.put(socket, new Watched(file, watch));
        book.found(socket, watch.first(), watch.node(secrets, deadline), clock.instant());
        listener.found(socket);
        watch.start();
    }

    private void read(Path socket, PluginStatus reading) {
        book.read(socket, reading, clock.instant()).ifPresent(before -> listener.read(socket, before, reading));
    }

    private Map<Path, Object> sockets() throws IOException {
        if (!Files.isDirectory(folder)) {
            return Map.of();
        }
        Map<Path, Object> sockets = new HashMap<>();
        Set<Path> tooLong = new HashSet<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(f -> f.getFileName().toString().endsWith(".sock"))
                    .toList()) {
                Optional<Object> identity = identity(file);
                if (identity.isPresent() && isTooLong(file)) {
                    tooLong.add(file);
                } else {
                    identity.ifPresent(id -> sockets.put(file, id));
                }
            }
        }
        tooLong.stream()
                .filter(file -> !unusable.contains(file))
                .forEach(file -> listener.unusable(
                        file,
                        "the path of socket " + file + " has more than " + CsiEndpoint.LONGEST_SOCKET_PATH_BYTES
                                + " bytes, the most that the kernel takes; its plugin is not on this node until the"
                                + " path is shorter"));
        unusable = tooLong;
        return sockets;
    }

    private static boolean isTooLong(Path file) {
        return file.toString().getBytes(StandardCharsets.UTF_8).length > CsiEndpoint.LONGEST_SOCKET_PATH_BYTES;
    }

    /** Inode and time: inode numbers are soon reused. */
    private static Optional<Object> identity(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            if (!attributes.isOther()) {
                return Optional.empty();
            }
            return Optional.of(attributes.fileKey() + " " + attributes.creationTime());
        } catch (IOException vanished) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        closing = true;
        thread.interrupt();
        synchronized (this) {
            watched.values().forEach(each -> each.watch().close());
            watched.clear();
        }
    }
}

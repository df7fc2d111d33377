package io.hawser.node.plugin.csi;

import io.hawser.csi.CsiClient;
import io.hawser.csi.LookPauses;
import io.hawser.csi.SecretProvider;
import io.hawser.files.SocketFile;
import io.hawser.node.plugin.PluginBook;
import io.hawser.node.plugin.PluginStatus;
import io.hawser.node.plugin.files.SocketListing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * Watches the folder in which plugins create their sockets, and the sockets of the plugins that
 * registered. A socket that replaces another of the same name counts as a
 * new one. The folder is listed every second; inotify reports nothing of folders that are mounted later.
 */
public final class PluginFolder implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(PluginFolder.class);
    private static final Duration LISTED_EVERY = Duration.ofSeconds(1);
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(10);

    /** Gets the changes in the folder. Calls come from several threads. */
    public interface Listener {
        void read(Path socket, PluginStatus before, PluginStatus now);

        /** @param message why the socket does not count any more */
        void gone(Path socket, PluginStatus last, String message);

        /** The socket cannot be called; reported once while it exists. */
        void unusable(Path socket, String message);
    }

    private record Watched(Object file, SocketWatch watch) {}

    private final Path folder;
    private final CsiClient client;
    private final SecretProvider secrets;
    private final PluginBook book;
    private final Clock clock;
    private final LookPauses pauses;
    private final Duration deadline;
    private final Optional<Registrations> registrations;
    private final Listener listener;
    private final Map<Path, Watched> watched = new HashMap<>();
    /** By path: what tells the socket from a later one. */
    private final Map<Path, Object> deserted = new HashMap<>();

    private Set<Path> unusable = Set.of();
    private final Thread thread = Thread.ofVirtual().name("plugin-folder").unstarted(this::run);
    private volatile boolean closing;

    /**
     * @param deadline of node calls; looks have at most 10 s
     * @param registrations where drivers register that are shipped for the kubelet, if they may
     */
    public PluginFolder(
            Path folder,
            CsiClient client,
            SecretProvider secrets,
            PluginBook book,
            Clock clock,
            LookPauses pauses,
            Duration deadline,
            Optional<Registrations> registrations,
            Listener listener) {
        this.folder = folder;
        this.client = client;
        this.secrets = secrets;
        this.book = book;
        this.clock = clock;
        this.pauses = pauses;
        this.deadline = deadline;
        this.registrations = registrations;
        this.listener = listener;
    }

    public void start() {
        thread.start();
    }

    private void run() {
        while (!closing) {
            try {
                list();
            } catch (RuntimeException | Error e) {
                LOG.warnf(e, "the plugins' sockets cannot be looked for now; trying again");
            }
            try {
                Thread.sleep(LISTED_EVERY);
            } catch (InterruptedException closed) {
                return;
            }
        }
    }

    synchronized void list() {
        Map<Path, Object> now = present();
        for (Path socket : List.copyOf(watched.keySet())) {
            if (!Objects.equals(Objects.requireNonNull(watched.get(socket)).file(), now.get(socket))) {
                watched.remove(socket).watch().leave(deadline);
                String message = whyGone(socket, now.containsKey(socket));
                book.gone(socket, message, clock.instant()).ifPresent(last -> listener.gone(socket, last, message));
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

    private String whyGone(Path socket, boolean another) {
        if (another) {
            return "its socket is another one now";
        }
        if (deserted.containsKey(socket)) {
            return "no process listens at its socket";
        }
        return registrations.filter(known -> known.withdrawn().contains(socket)).isPresent()
                ? "its registration is gone or refused"
                : "its socket is gone";
    }

    /**
     * A process that is killed leaves its socket behind, and so do many drivers when they are uninstalled: where no
     * process listens there is no plugin, as if the socket were gone.
     */
    private void withoutDeserted(Map<Path, Object> sockets, Map<Path, String> bad) {
        Map<Path, PluginStatus> readings = book.readings();
        deserted.keySet().retainAll(sockets.keySet());
        for (Map.Entry<Path, Object> socket : Map.copyOf(sockets).entrySet()) {
            Path path = socket.getKey();
            boolean suspect = socket.getValue().equals(deserted.get(path))
                    || Optional.ofNullable(readings.get(path))
                            .filter(reading -> !reading.healthy())
                            .isPresent();
            if (suspect && SocketFile.listener(path).isEmpty() && Files.exists(path)) {
                deserted.put(path, socket.getValue());
                sockets.remove(path);
                bad.put(
                        path,
                        "no process listens at socket " + path + "; its plugin is not on this node until one does");
            } else {
                deserted.remove(path);
            }
        }
    }

    private void add(Path socket, Object file) {
        SocketWatch watch = new SocketWatch(socket, client, pauses, lookDeadline(deadline), this::read);
        watched.put(socket, new Watched(file, watch));
        book.found(socket, watch.first(), watch.node(secrets, deadline), clock.instant());
        LOG.infof("socket found path=%s", socket);
        watch.start();
    }

    /** A plugin that takes as long as a mount may take to say who it is, is not healthy. */
    public static Duration lookDeadline(Duration rpcDeadline) {
        return rpcDeadline.compareTo(LONGEST_LOOK) < 0 ? rpcDeadline : LONGEST_LOOK;
    }

    private void read(SocketWatch watch, PluginStatus reading) {
        Instant now = clock.instant();
        taken(watch, reading, now).ifPresent(before -> listener.read(watch.socket(), before, reading));
    }

    /** A look that ends after its socket was replaced says nothing of the new one. */
    private synchronized Optional<PluginStatus> taken(SocketWatch watch, PluginStatus reading, Instant now) {
        return Optional.ofNullable(watched.get(watch.socket()))
                .filter(its -> its.watch() == watch)
                .flatMap(_ -> book.read(watch.socket(), reading, now));
    }

    private Map<Path, Object> present() {
        Map<Path, Object> used = new HashMap<>();
        watched.forEach((socket, its) -> used.put(socket, its.file()));
        SocketListing listed = SocketListing.ofPlugins(folder, used);
        Map<Path, Object> sockets = new HashMap<>(listed.sockets());
        Map<Path, String> bad = new HashMap<>(listed.unusable());
        if (registrations.isPresent()) {
            bad.putAll(registrations.get().list(listener::unusable));
            registrations.get().withdrawn().forEach(sockets::remove);
            registrations.get().endpoints().forEach(socket -> SocketListing.identity(socket, used)
                    .ifPresent(identity -> sockets.put(socket, identity)));
        }
        withoutDeserted(sockets, bad);
        bad.forEach((file, message) -> {
            if (!unusable.contains(file)) {
                listener.unusable(file, message);
            }
        });
        unusable = Set.copyOf(bad.keySet());
        return sockets;
    }

    @Override
    public void close() {
        closing = true;
        thread.interrupt();
        registrations.ifPresent(Registrations::close);
        synchronized (this) {
            watched.values().forEach(each -> each.watch().close());
            watched.clear();
        }
    }
}

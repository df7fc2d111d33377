package io.hawser.node.plugin.csi;

import io.hawser.csi.ConnectionOptions;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.CsiService;
import io.hawser.csi.LookPauses;
import io.hawser.csi.PluginLook;
import io.hawser.csi.SecretProvider;
import io.hawser.node.plugin.NodePlugin;
import io.hawser.node.plugin.PluginStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * Looks at one socket repeatedly, on a virtual thread of its own: which plugin serves it, what that plugin can do on
 * this node, and whether it is healthy. One that is sick or silent delays no other.
 */
final class SocketWatch implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(SocketWatch.class);

    private final Path socket;
    private final LookPauses pauses;
    private final Duration deadline;
    private final CsiConnection connection;
    private final BiConsumer<SocketWatch, PluginStatus> reported;
    private final Thread thread;
    private volatile boolean closing;
    private PluginStatus last;
    private int failures;

    SocketWatch(
            Path socket,
            CsiClient client,
            LookPauses pauses,
            Duration deadline,
            BiConsumer<SocketWatch, PluginStatus> reported) {
        this.socket = socket;
        this.pauses = pauses;
        this.deadline = deadline;
        this.reported = reported;
        CsiEndpoint endpoint = new CsiEndpoint.Unix(socket.toString());
        this.connection = client.connect(
                endpoint, ConnectionOptions.reading(CsiService.NODE).withIdentityDeadline(deadline));
        this.last = new PluginStatus(endpoint, PluginLook.NOT_YET);
        this.thread = Thread.ofVirtual().name("plugin-" + socket.getFileName()).unstarted(this::run);
    }

    Path socket() {
        return socket;
    }

    PluginStatus first() {
        return last;
    }

    Function<String, NodePlugin> node(SecretProvider secrets, Duration rpcDeadline) {
        return plugin -> new CsiNodePlugin(plugin, connection, secrets, rpcDeadline, Optional.empty());
    }

    void start() {
        thread.start();
    }

    private void run() {
        while (!closing) {
            long begun = System.nanoTime();
            try {
                PluginLook look = connection.look(deadline).await().indefinitely();
                last = new PluginStatus(last.endpoint(), look.onto(last.look()));
                failures = last.healthy() ? 0 : failures + 1;
                reported.accept(this, last);
            } catch (RuntimeException | Error broken) {
                if (closing) {
                    return;
                }
                LOG.errorf(broken, "looking at %s failed", socket);
            }
            try {
                Duration took = Duration.ofNanos(System.nanoTime() - begun);
                Thread.sleep(
                        pauses.after(failures, took, ThreadLocalRandom.current().nextDouble()));
            } catch (InterruptedException closed) {
                return;
            }
        }
    }

    /**
     * The socket is gone, or is another one. The plugin may still be at calls that came over it, so they may end.
     *
     * @param patience the longest that a call takes
     */
    void leave(Duration patience) {
        closing = true;
        thread.interrupt();
        connection.leave(patience);
    }

    @Override
    public void close() {
        closing = true;
        thread.interrupt();
        connection.close();
    }
}

package io.hawser.node.plugin;

import io.hawser.csi.ConnectionOptions;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.CsiRpc;
import io.hawser.csi.CsiService;
import io.hawser.csi.PluginIdentity;
import io.hawser.csi.RpcOutcome;
import io.hawser.csi.SecretProvider;
import io.hawser.csi.v1.NodeGetInfoRequest;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.node.work.NodePlugin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jboss.logging.Logger;

/**
 * Looks at one socket repeatedly, on a virtual thread of its own: which plugin serves it, what that plugin can do on
 * this node, and whether it is healthy. An unhealthy plugin is looked at more often.
 */
final class SocketWatch implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(SocketWatch.class);
    private static final Duration WHILE_ILL = Duration.ofSeconds(1);

    private final Path socket;
    private final Duration interval;
    private final Duration deadline;
    private final CsiConnection connection;
    private final BiConsumer<Path, PluginStatus> reported;
    private final Thread thread;
    private volatile boolean closing;
    private PluginStatus last;

    SocketWatch(
            Path socket,
            CsiClient client,
            Duration interval,
            Duration deadline,
            BiConsumer<Path, PluginStatus> reported) {
        this.socket = socket;
        this.interval = interval;
        this.deadline = deadline;
        this.reported = reported;
        CsiEndpoint endpoint = new CsiEndpoint.Unix(socket.toString());
        this.connection = client.connect(
                endpoint, ConnectionOptions.reading(CsiService.NODE).withIdentityDeadline(deadline));
        this.last = new PluginStatus(endpoint, Optional.empty(), Optional.empty(), "not looked at yet");
        this.thread = Thread.ofVirtual().name("plugin-" + socket.getFileName()).unstarted(this::run);
    }

    PluginStatus first() {
        return last;
    }

    NodePlugin node(SecretProvider secrets, Duration rpcDeadline) {
        return new CsiNodePlugin(connection, secrets, rpcDeadline);
    }

    void start() {
        thread.start();
    }

    private void run() {
        while (!closing) {
            try {
                last = look(last);
                reported.accept(socket, last);
            } catch (RuntimeException | Error broken) {
                if (closing) {
                    return;
                }
                LOG.errorf(broken, "looking at %s failed", socket);
            }
            try {
                Thread.sleep(last.healthy() || interval.compareTo(WHILE_ILL) < 0 ? interval : WHILE_ILL);
            } catch (InterruptedException closed) {
                return;
            }
        }
    }

    private PluginStatus look(PluginStatus before) {
        return switch (connection.identity().await().indefinitely()) {
            case RpcOutcome.Done<PluginIdentity>(PluginIdentity identity) ->
                probe(info(new PluginStatus(before.endpoint(), Optional.of(identity), Optional.empty(), ""), before));
            case RpcOutcome.Rejected<PluginIdentity> refused ->
                before.ill(refused.code().label() + ": " + refused.reason());
            case RpcOutcome.Uncertain<PluginIdentity> uncertain ->
                before.ill(uncertain.code().label() + ": " + uncertain.reason());
        };
    }

    private PluginStatus info(PluginStatus reading, PluginStatus before) {
        return switch (connection
                .call(CsiRpc.NODE_GET_INFO, NodeGetInfoRequest.getDefaultInstance(), deadline)
                .await()
                .indefinitely()) {
            case RpcOutcome.Done<NodeGetInfoResponse>(NodeGetInfoResponse info) ->
                new PluginStatus(reading.endpoint(), reading.identity(), Optional.of(info), "");
            case RpcOutcome.Rejected<NodeGetInfoResponse> refused ->
                new PluginStatus(
                        reading.endpoint(), reading.identity(), before.nodeInfo(), "NodeGetInfo: " + refused.reason());
            case RpcOutcome.Uncertain<NodeGetInfoResponse> uncertain ->
                new PluginStatus(
                        reading.endpoint(),
                        reading.identity(),
                        before.nodeInfo(),
                        "NodeGetInfo: " + uncertain.reason());
        };
    }

    private PluginStatus probe(PluginStatus reading) {
        if (!reading.healthy()) {
            return reading;
        }
        return switch (connection.probe(deadline).await().indefinitely()) {
            case RpcOutcome.Done<Boolean>(Boolean ready) ->
                ready ? reading : reading.ill("Probe: the plugin says it is not ready");
            case RpcOutcome.Rejected<Boolean> refused -> reading.ill("Probe: " + refused.reason());
            case RpcOutcome.Uncertain<Boolean> uncertain -> reading.ill("Probe: " + uncertain.reason());
        };
    }

    @Override
    public void close() {
        closing = true;
        thread.interrupt();
        connection.close();
    }
}

package io.hawser.hostpath;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.hawser.files.SocketFile;
import io.hawser.hostpath.csi.ControllerService;
import io.hawser.hostpath.csi.IdentityService;
import io.hawser.hostpath.csi.NodeService;
import io.hawser.hostpath.csi.PluginSettings;
import io.hawser.hostpath.store.Locks;
import io.hawser.hostpath.store.Recovery;
import io.hawser.hostpath.store.StateFolder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;

/** One instance of the plugin, which serves one node on one socket. Closing it ends the calls and leaves the mounts. */
public final class PluginServer implements AutoCloseable {
    private static final int GRACE_SECONDS = 5;

    private final Endpoint endpoint;
    private final Locks.Held instance;
    private final EventLoopGroup loops;
    private final CallThreads calls = new CallThreads();
    private final Server server;

    private PluginServer(Endpoint endpoint, Locks.Held instance, PluginSettings settings, StateFolder state) {
        this.endpoint = endpoint;
        this.instance = instance;
        this.loops = new EpollEventLoopGroup(1);
        this.server = NettyServerBuilder.forAddress(
                        new DomainSocketAddress(endpoint.socket().toFile()))
                .channelType(EpollServerDomainSocketChannel.class)
                .bossEventLoopGroup(loops)
                .workerEventLoopGroup(loops)
                .executor(calls.others())
                .callExecutor(calls)
                .addService(new IdentityService(settings, state.root()))
                .addService(new ControllerService(settings, state))
                .addService(new NodeService(settings, state))
                .build();
    }

    public static PluginServer start(PluginSettings settings, Endpoint endpoint) throws IOException {
        StateFolder state = StateFolder.open(settings.stateFolder());
        Locks.Held instance = state.locks()
                .takingDown()
                .instance(settings.node())
                .orElseThrow(() ->
                        new IOException("another instance serves node " + settings.node() + " in this state folder"));
        try {
            SocketFile.clear(endpoint.socket());
            state.register(settings.node());
            PluginServer plugin = new PluginServer(endpoint, instance, settings, state);
            try {
                plugin.server.start();
            } catch (IOException e) {
                plugin.stopThreads();
                throw e;
            }
            // In its own thread, because more volumes take longer; it takes each volume's lock like any call.
            Thread.ofPlatform().daemon().name("recovery").start(new Recovery(state)::run);
            return plugin;
        } catch (IOException | RuntimeException e) {
            instance.close();
            throw e;
        }
    }

    public void awaitEnd() throws InterruptedException {
        server.awaitTermination();
    }

    @Override
    public void close() {
        server.shutdown();
        try {
            if (!server.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS)) server.shutdownNow();
            Files.deleteIfExists(endpoint.socket());
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            System.getLogger(PluginServer.class.getName())
                    .log(System.Logger.Level.WARNING, "the socket could not be removed: " + e);
        } finally {
            stopThreads();
            instance.close();
        }
    }

    private void stopThreads() {
        calls.stop();
        loops.shutdownGracefully(0, GRACE_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(GRACE_SECONDS, TimeUnit.SECONDS);
    }
}

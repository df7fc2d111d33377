package io.hawser.local.demo;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.hawser.csi.v1.ControllerGrpc;
import io.hawser.csi.v1.ListVolumesRequest;
import io.hawser.csi.v1.ListVolumesResponse;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Asks a CSI plugin itself for its volumes (ListVolumes), without any of Hawser's services. */
final class PluginVolumes {
    private static final int DEADLINE_SECONDS = 10;

    private PluginVolumes() {}

    /** The one socket in a node's plugin folder. */
    static Path socketIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".sock"))
                    .findFirst()
                    .orElseThrow(() -> new StepFailedException("no plugin's socket is in " + folder));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look into " + folder, e);
        }
    }

    static int count(Path socket) {
        EpollEventLoopGroup loop = new EpollEventLoopGroup(1);
        ManagedChannel channel = NettyChannelBuilder.forAddress(new DomainSocketAddress(socket.toFile()))
                .eventLoopGroup(loop)
                .channelType(EpollDomainSocketChannel.class, DomainSocketAddress.class)
                .overrideAuthority("localhost")
                .usePlaintext()
                .build();
        try {
            int count = 0;
            String token = "";
            do {
                ListVolumesResponse page = ControllerGrpc.newBlockingStub(channel)
                        .withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS)
                        .listVolumes(ListVolumesRequest.newBuilder()
                                .setStartingToken(token)
                                .build());
                count += page.getEntriesCount();
                token = page.getNextToken();
            } while (!token.isEmpty());
            return count;
        } catch (StatusRuntimeException e) {
            throw new StepFailedException("the plugin does not list its volumes: " + e.getStatus());
        } finally {
            channel.shutdownNow();
            loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        }
    }
}

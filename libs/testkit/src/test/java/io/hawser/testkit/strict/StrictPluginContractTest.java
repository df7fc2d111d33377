package io.hawser.testkit.strict;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.hawser.csi.v1.GetPluginInfoRequest;
import io.hawser.csi.v1.IdentityGrpc;
import io.hawser.csi.v1.NodeGetInfoRequest;
import io.hawser.csi.v1.NodeGrpc;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.unix.DomainSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StrictPluginContractTest {

    @TempDir
    Path folder;

    @Test
    void servesTheControllerAndEachNodeOnItsOwnSocket() {
        // Given
        StrictPluginOptions options =
                StrictPluginOptions.at(folder.resolve("csi.sock")).withNodes("n1", "n2");
        EpollEventLoopGroup loops = new EpollEventLoopGroup(1);
        try (StrictPlugin plugin = StrictPlugin.start(options)) {
            ManagedChannel controller = channel(folder.resolve("csi.sock"), loops);
            ManagedChannel node = channel(folder.resolve("n2.sock"), loops);

            // When
            var info =
                    IdentityGrpc.newBlockingStub(controller).getPluginInfo(GetPluginInfoRequest.getDefaultInstance());
            var nodeInfo = NodeGrpc.newBlockingStub(node).nodeGetInfo(NodeGetInfoRequest.getDefaultInstance());

            // Then
            assertThat(info.getName()).isEqualTo("strict.hawser.io");
            assertThat(nodeInfo.getNodeId()).isEqualTo("strict-n2");
            assertThat(plugin.events()).hasSizeGreaterThanOrEqualTo(5);
            controller.shutdownNow();
            node.shutdownNow();
        }
        loops.shutdownGracefully();
    }

    private static ManagedChannel channel(Path socket, EpollEventLoopGroup loops) {
        return NettyChannelBuilder.forAddress(new DomainSocketAddress(socket.toFile()))
                .eventLoopGroup(loops)
                .channelType(EpollDomainSocketChannel.class)
                .usePlaintext()
                .overrideAuthority("localhost")
                .build();
    }
}

package io.hawser.bench.supervise;

import io.grpc.netty.NettyServerBuilder;
import io.hawser.bench.machine.ManyPlugins;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.nio.file.Path;

/** The plugins of {@link ManyPlugins}: one process with a socket for each. */
public final class ManyPluginsMain {
    private ManyPluginsMain() {}

    /** @param arguments the folder of the sockets, and how many */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path folder = Path.of(arguments[0]);
        int count = Integer.parseInt(arguments[1]);
        EventLoopGroup loop = new EpollEventLoopGroup(1);
        for (int number = 0; number < count; number++) {
            AnsweringPlugin plugin = new AnsweringPlugin(ManyPlugins.name(number));
            NettyServerBuilder.forAddress(new DomainSocketAddress(
                            ManyPlugins.socket(folder, number).toFile()))
                    .channelType(EpollServerDomainSocketChannel.class)
                    .bossEventLoopGroup(loop)
                    .workerEventLoopGroup(loop)
                    .directExecutor()
                    .addService(plugin.identity())
                    .addService(plugin.controller())
                    .build()
                    .start();
        }
        Thread.currentThread().join();
    }
}

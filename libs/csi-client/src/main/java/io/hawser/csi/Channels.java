package io.hawser.csi;

import io.grpc.ClientTransportFilter;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Makes the gRPC channel to an endpoint. */
final class Channels {

    /** A path as authority, gRPC's default for a socket, is refused by some HTTP/2 servers. */
    private static final String AUTHORITY = "localhost";

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
    /** gRPC switches its idle timer off from 30 days on: an idle timeout would look like a lost plugin. */
    private static final long NO_IDLE_TIMEOUT_DAYS = 365;

    private Channels() {}

    static ManagedChannel open(
            CsiEndpoint endpoint, EventLoopGroup loops, Executor callbacks, ClientTransportFilter filter) {
        NettyChannelBuilder builder =
                switch (endpoint) {
                    case CsiEndpoint.Unix(String path) ->
                        NettyChannelBuilder.forAddress(new DomainSocketAddress(path))
                                .channelType(EpollDomainSocketChannel.class, DomainSocketAddress.class);
                    case CsiEndpoint.Tcp(String host, int port) ->
                        NettyChannelBuilder.forAddress(host, port)
                                .channelType(EpollSocketChannel.class)
                                .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) CONNECT_TIMEOUT.toMillis());
                };
        return builder.eventLoopGroup(loops)
                .executor(callbacks)
                .overrideAuthority(AUTHORITY)
                .usePlaintext()
                .idleTimeout(NO_IDLE_TIMEOUT_DAYS, TimeUnit.DAYS)
                // One subscription sends once: whether a call is made again is decided by whoever knows the volume.
                .disableRetry()
                .disableServiceConfigLookUp()
                .proxyDetector(address -> null)
                .addTransportFilter(filter)
                .build();
    }
}

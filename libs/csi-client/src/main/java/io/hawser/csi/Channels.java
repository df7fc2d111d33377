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
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Makes the gRPC channel to an endpoint. */
final class Channels {

    /** Some HTTP/2 servers refuse a path as authority, which is gRPC's default for a socket. */
    private static final String AUTHORITY = "localhost";

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
    /** From 30 days on, gRPC switches its idle timer off: an idle timeout would look like a lost plugin. */
    private static final long NO_IDLE_TIMEOUT_DAYS = 365;

    /**
     * gRPC sends a status message as a header, in which a byte takes up to three. If the headers exceed gRPC's default
     * of 8 KiB, the server resets the call: the code is lost, too, and a final rejection would be uncertain for ever.
     */
    private static final int HEADER_BYTES = 1 << 20;

    private Channels() {}

    static ManagedChannel open(
            CsiEndpoint endpoint,
            Network network,
            EventLoopGroup loops,
            Executor callbacks,
            ClientTransportFilter filter) {
        NettyChannelBuilder builder =
                switch (endpoint) {
                    case CsiEndpoint.Unix(String path) ->
                        NettyChannelBuilder.forAddress(new DomainSocketAddress(path))
                                .channelType(EpollDomainSocketChannel.class, DomainSocketAddress.class)
                                .usePlaintext();
                    case CsiEndpoint.Tcp(String host, int port) ->
                        network.tcp()
                                .map(certificates -> at(host, port)
                                        .sslContext(new TlsContext(certificates, host, port, Optional.empty())))
                                .orElseGet(() -> at(host, port).usePlaintext());
                    case CsiEndpoint.Relay(String node, String plugin) -> relay(node, plugin, network);
                };
        return builder.eventLoopGroup(loops)
                .executor(callbacks)
                .overrideAuthority(AUTHORITY)
                .maxInboundMetadataSize(HEADER_BYTES)
                .idleTimeout(NO_IDLE_TIMEOUT_DAYS, TimeUnit.DAYS)
                // One subscription sends once: only the caller knows the volume and may decide to repeat the call.
                .disableRetry()
                .disableServiceConfigLookUp()
                .proxyDetector(address -> null)
                .addTransportFilter(filter)
                .build();
    }

    private static NettyChannelBuilder at(String host, int port) {
        return NettyChannelBuilder.forAddress(host, port)
                .channelType(EpollSocketChannel.class)
                .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) CONNECT_TIMEOUT.toMillis());
    }

    private static NettyChannelBuilder relay(String node, String plugin, Network network) {
        Certificates certificates = network.relay()
                .orElseThrow(() -> new UnreachableEndpointException("the relay of node " + node
                        + " is called with certificates only: quarkus.tls.relay is not set"));
        RelayAddresses.Address address = network.addresses().of(node);
        return at(address.host(), address.port())
                .sslContext(new TlsContext(
                        certificates,
                        RelayNames.ofNode(node),
                        address.port(),
                        Optional.of(RelayNames.ofPlugin(plugin))));
    }
}

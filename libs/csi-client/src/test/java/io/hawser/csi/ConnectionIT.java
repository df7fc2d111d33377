package io.hawser.csi;

import static io.hawser.csi.OneVolume.DELETE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.CallOptions;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.hawser.csi.v1.DeleteVolumeResponse;
import io.hawser.csi.v1.ProbeRequest;
import io.hawser.csi.v1.ProbeResponse;
import io.netty.channel.epoll.EpollEventLoopGroup;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When a connection comes up, and which of its transports carries a call. */
class ConnectionIT extends PluginFixture {
    @Test
    @DisplayName("While the socket is missing calls end immediately, and soon after it appears they pass")
    void aSocketThatAppearsIsFound() {
        // Given
        plugin.stop();
        plugin.answer(CsiRpc.PROBE, ProbeResponse.getDefaultInstance());
        uncertain(call(CsiRpc.PROBE, ProbeRequest.getDefaultInstance()), CsiCode.UNAVAILABLE, RpcOutcome.Origin.CLIENT);
        // When
        plugin.start();
        // Then
        await().atMost(LONG).untilAsserted(() -> assertThat(call(CsiRpc.PROBE, ProbeRequest.getDefaultInstance()))
                .isInstanceOf(RpcOutcome.Done.class));
    }

    @Test
    @DisplayName("However long a plugin is away, attempts to connect keep their pace; "
            + "gRPC's own backoff would grow to minutes")
    void thePauseBetweenAttemptsDoesNotGrow() throws IOException {
        // Given
        Path socket = folder.resolve("hangs-up.sock");
        AtomicInteger attempts = new AtomicInteger();
        try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(UnixDomainSocketAddress.of(socket));
            Thread.ofVirtual().start(() -> hangUp(listener, attempts));
            CsiConnection away = client.connect(new CsiEndpoint.Unix(socket.toString()), options());
            // When
            away.probe(LONG).await().indefinitely();
            // Then
            await().atMost(LONG).until(() -> attempts.get() >= 20);
        }
    }

    private static void hangUp(ServerSocketChannel listener, AtomicInteger attempts) {
        try {
            while (true) {
                listener.accept().close();
                attempts.incrementAndGet();
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    @Test
    @DisplayName("The authority is localhost, whatever the socket's path")
    void theAuthorityIsLocalhost() {
        // When
        connection.identity().await().indefinitely();
        // Then
        assertThat(plugin.asked()).isNotEmpty().allSatisfy(each -> assertThat(each.authority())
                .isEqualTo("localhost"));
    }

    @Test
    @DisplayName("A request whose transport may not carry it, or that would wait for the next one, does not leave: "
            + "another plugin may be behind that")
    void overAnotherTransportNothingLeaves() {
        // Given
        plugin.answer(CsiRpc.DELETE_VOLUME, DeleteVolumeResponse.getDefaultInstance());
        var loops = new EpollEventLoopGroup(1);
        ManagedChannel channel =
                Channels.open(connection.endpoint(), Network.PLAIN, loops, Runnable::run, new Transports());
        try {
            // When
            // Not over the first: it may come while the call begins.
            WireCall.Reply<DeleteVolumeResponse> withoutTransport = sendOver(channel, 3);
            await().until(() -> channel.getState(true) == ConnectivityState.READY);
            WireCall.Reply<DeleteVolumeResponse> overIt = sendOver(channel, 1);
            WireCall.Reply<DeleteVolumeResponse> overAnother = sendOver(channel, 2);
            // Then
            assertThat(withoutTransport.sent()).isFalse();
            assertThat(overIt.sent()).isTrue();
            assertThat(overIt.transport()).isEqualTo(1);
            assertThat(overAnother.sent()).isFalse();
            assertThat(plugin.times(CsiRpc.DELETE_VOLUME)).isEqualTo(1);
        } finally {
            channel.shutdownNow();
            loops.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        }
    }

    private static WireCall.Reply<DeleteVolumeResponse> sendOver(ManagedChannel channel, long transport) {
        CompletableFuture<WireCall.Reply<DeleteVolumeResponse>> reply = new CompletableFuture<>();
        WireCall.send(
                channel,
                CsiRpc.DELETE_VOLUME,
                DELETE,
                CallOptions.DEFAULT.withDeadlineAfter(LONG),
                carrier -> carrier == transport,
                reply::complete);
        return reply.join();
    }
}

package io.hawser.strict.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.hawser.csi.v1.IdentityGrpc;
import io.hawser.csi.v1.ProbeRequest;
import io.hawser.csi.v1.ProbeResponse;
import io.hawser.strict.call.Side;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.unix.DomainSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketServerTest {
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final List<IncomingCall> arrived = new ArrayList<>();

    @Test
    @DisplayName("A call that a killed process has read and not yet looked at is lost with it")
    void aCallThatIsStillQueued(@TempDir Path folder) throws Exception {
        // Given
        Path socket = folder.resolve("csi.sock");
        EpollEventLoopGroup loops = new EpollEventLoopGroup(1);
        SocketServer server = SocketServer.listen(socket, EnumSet.of(Side.IDENTITY), loops, tasks::add, arrived::add);
        ManagedChannel channel = NettyChannelBuilder.forAddress(new DomainSocketAddress(socket.toFile()))
                .eventLoopGroup(loops)
                .channelType(EpollDomainSocketChannel.class)
                .usePlaintext()
                .overrideAuthority("localhost")
                .build();
        List<ListenableFuture<ProbeResponse>> calls = new ArrayList<>();
        do {
            // Its beginning is one task, and its message another, if that does not come while the first one runs.
            arrived.clear();
            calls.add(IdentityGrpc.newFutureStub(channel).probe(ProbeRequest.getDefaultInstance()));
            next().run();
        } while (!arrived.isEmpty());
        Runnable message = next();

        // When
        server.kill();
        message.run();

        // Then
        assertThat(arrived).isEmpty();
        calls.forEach(call -> call.cancel(true));
        channel.shutdownNow();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    private Runnable next() throws InterruptedException {
        return Objects.requireNonNull(tasks.poll(1, TimeUnit.MINUTES), "no task of a call");
    }
}

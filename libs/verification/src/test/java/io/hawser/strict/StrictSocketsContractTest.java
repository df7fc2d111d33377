package io.hawser.strict;

import static io.hawser.strict.TwoNodes.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.hawser.csi.v1.GetPluginInfoRequest;
import io.hawser.csi.v1.NodeGetInfoRequest;
import io.hawser.csi.v1.NodeGrpc;
import io.hawser.strict.fault.Fault;
import io.hawser.strict.history.Event;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a strict plugin listens. */
class StrictSocketsContractTest {
    @TempDir
    Path folder;

    @Test
    void servesTheControllerAndEachNodeOnItsOwnSocket() {
        // Given
        try (StrictPlugin plugin = StrictPlugin.start(options(folder));
                Caller caller = new Caller(plugin, folder)) {

            // When
            var info = caller.identity().getPluginInfo(GetPluginInfoRequest.getDefaultInstance());
            var node = caller.node("n2").nodeGetInfo(NodeGetInfoRequest.getDefaultInstance());

            // Then
            assertThat(info.getName()).isEqualTo("strict.hawser.io");
            assertThat(node.getNodeId()).isEqualTo("strict-n2");
        }
    }

    @Test
    void servesAHundredNodes() {
        // Given
        String[] nodes =
                IntStream.rangeClosed(1, 100).mapToObj(i -> "node-" + i).toArray(String[]::new);
        StrictPluginOptions many =
                StrictPluginOptions.at(folder.resolve("csi.sock")).withNodes(nodes);
        try (StrictPlugin plugin = StrictPlugin.start(many);
                Caller caller = new Caller(plugin, folder)) {

            // When
            var first = caller.node("node-1").nodeGetInfo(NodeGetInfoRequest.getDefaultInstance());
            var last = caller.node("node-100").nodeGetInfo(NodeGetInfoRequest.getDefaultInstance());

            // Then
            assertThat(first.getNodeId()).isEqualTo("strict-node-1");
            assertThat(last.getNodeId()).isEqualTo("strict-node-100");
        }
    }

    @Test
    void servesOnTcpWhatTheControllersSocketDoesAndKeepsItsPortOverItsDeath() {
        // Given
        StrictPluginOptions options = options(folder).withTcp(0).withNode("here", folder.resolve("csi.sock"));
        try (StrictPlugin plugin = StrictPlugin.start(options)) {
            String endpoint = plugin.tcpEndpoint().orElseThrow();
            ManagedChannel channel = NettyChannelBuilder.forTarget(endpoint.replace("tcp://", "dns:///"))
                    .usePlaintext()
                    .overrideAuthority("somebody")
                    .build();
            NodeGrpc.NodeBlockingStub caller =
                    NodeGrpc.newBlockingStub(channel).withDeadlineAfter(Duration.ofSeconds(120));

            // When
            var before = caller.nodeGetInfo(NodeGetInfoRequest.getDefaultInstance());
            plugin.die(Fault.Die.Memory.WITH_STATE);
            // A call that is sent before the channel notices would be lost with the connection.
            await().until(() -> channel.getState(false) != ConnectivityState.READY);
            plugin.comeBack();
            var after = caller.withWaitForReady().nodeGetInfo(NodeGetInfoRequest.getDefaultInstance());
            channel.shutdownNow();

            // Then
            assertThat(before.getNodeId()).isEqualTo("strict-here");
            assertThat(after).isEqualTo(before);
            assertThat(endpoint).startsWith("tcp://127.0.0.1:");
            assertThat(plugin.tcpEndpoint()).contains(endpoint);
            assertThat(plugin.events())
                    .filteredOn(Event.CallArrived.class::isInstance)
                    .extracting(arrived -> ((Event.CallArrived) arrived).call().authority())
                    .containsExactly("somebody", "somebody");
        }
    }

    @Test
    @DisplayName("A dead plugin leaves its socket's file, at which nobody listens; "
            + "it listens there again when it comes back")
    void leavesItsSocketsFileWhenItDies() throws IOException {
        // Given
        Path socket = folder.resolve("csi.sock");
        try (StrictPlugin plugin = StrictPlugin.start(StrictPluginOptions.at(socket))) {
            // When
            plugin.die(Fault.Die.Memory.WITH_STATE);
            await().untilAsserted(
                            () -> assertThatThrownBy(() -> connect(socket)).isInstanceOf(ConnectException.class));
            boolean left = Files.exists(socket);
            plugin.comeBack();

            // Then
            assertThat(left).isTrue();
            assertThatCode(() -> connect(socket)).doesNotThrowAnyException();
        }
        assertThat(folder).isEmptyDirectory();
    }

    private static void connect(Path socket) throws IOException {
        SocketChannel.open(UnixDomainSocketAddress.of(socket)).close();
    }
}

package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.CallOptions;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerPublishVolumeResponse;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.csi.v1.DeleteVolumeRequest;
import io.hawser.csi.v1.DeleteVolumeResponse;
import io.hawser.csi.v1.ListVolumesRequest;
import io.hawser.csi.v1.ListVolumesResponse;
import io.hawser.csi.v1.NodeUnpublishVolumeRequest;
import io.hawser.csi.v1.ProbeRequest;
import io.hawser.csi.v1.ProbeResponse;
import io.hawser.csi.v1.Volume;
import io.hawser.strict.fault.Fault;
import io.micrometer.core.instrument.Timer;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the wire does to a call, over a real socket. */
class WireIT extends PluginFixture {

    private static final CreateVolumeRequest CREATE = CreateVolumeRequest.newBuilder()
            .setName("v-1")
            .addVolumeCapabilities(MOUNT)
            .build();
    private static final CreateVolumeResponse CREATED = CreateVolumeResponse.newBuilder()
            .setVolume(Volume.newBuilder().setVolumeId("id-1"))
            .build();
    private static final DeleteVolumeRequest DELETE =
            DeleteVolumeRequest.newBuilder().setVolumeId("id-1").build();

    @Test
    @DisplayName("A deadline that passes is uncertain and ours, though the plugin may still be at it")
    void aDeadlineThatPassesIsUncertainAndOurs() {
        // Given
        plugin.hang(CsiRpc.CREATE_VOLUME);
        // When
        RpcOutcome<CreateVolumeResponse> ending = call(CsiRpc.CREATE_VOLUME, CREATE, Duration.ofSeconds(2));
        // Then
        uncertain(ending, CsiCode.DEADLINE_EXCEEDED, RpcOutcome.Origin.CLIENT);
        assertThat(plugin.times(CsiRpc.CREATE_VOLUME)).isEqualTo(1);
    }

    @Test
    @DisplayName("A call that has been answered leaves no timer that keeps its request until its deadline")
    void anAnsweredCallLeavesNoTimer() {
        // Given
        plugin.answer(CsiRpc.CREATE_VOLUME, CREATED);
        call(CsiRpc.CREATE_VOLUME, CREATE);
        var timers = ((ScheduledThreadPoolExecutor) Infrastructure.getDefaultWorkerPool()).getQueue();
        int before = timers.size();
        // When
        call(CsiRpc.CREATE_VOLUME, CREATE, Duration.ofMinutes(10));
        // Then
        assertThat(timers).hasSizeLessThanOrEqualTo(before);
    }

    @Test
    @DisplayName("A plugin that says DEADLINE_EXCEEDED itself is uncertain and its own")
    void theSameCodeFromThePluginIsThePlugins() {
        // Given
        plugin.fail(CsiRpc.CREATE_VOLUME, Status.DEADLINE_EXCEEDED);
        // When
        RpcOutcome<CreateVolumeResponse> ending = call(CsiRpc.CREATE_VOLUME, CREATE);
        // Then
        uncertain(ending, CsiCode.DEADLINE_EXCEEDED, RpcOutcome.Origin.PLUGIN);
    }

    @Test
    @DisplayName("A connection that breaks during the call is uncertain and ours")
    void aConnectionThatBreaksIsUncertainAndOurs() {
        // Given
        plugin.dropOn(CsiRpc.CREATE_VOLUME);
        // When
        RpcOutcome<CreateVolumeResponse> ending = call(CsiRpc.CREATE_VOLUME, CREATE);
        // Then
        assertThat(ending).isInstanceOfSatisfying(RpcOutcome.Uncertain.class, uncertain -> {
            assertThat(uncertain.origin()).isEqualTo(RpcOutcome.Origin.CLIENT);
            assertThat(uncertain.code()).isIn(CsiCode.UNAVAILABLE, CsiCode.CANCELLED);
        });
    }

    @Test
    @DisplayName("A code that is final for the RPC is rejected, with the plugin's words")
    void aFinalCodeOfThePluginIsRejected() {
        // Given
        plugin.fail(CsiRpc.CREATE_VOLUME, Status.RESOURCE_EXHAUSTED.withDescription("pool is full"));
        // When
        RpcOutcome<CreateVolumeResponse> ending = call(CsiRpc.CREATE_VOLUME, CREATE);
        // Then
        rejected(ending, CsiCode.RESOURCE_EXHAUSTED);
        assertThat(ending.toString()).contains("pool is full");
    }

    @Test
    @DisplayName("A NUL in the plugin's words, which no table's text could hold, is replaced; "
            + "in an id it makes the answer unusable")
    void noNulComesIn() {
        // Given
        plugin.fail(CsiRpc.CREATE_VOLUME, Status.RESOURCE_EXHAUSTED.withDescription("pool\0full"));
        // When
        RpcOutcome<CreateVolumeResponse> refused = call(CsiRpc.CREATE_VOLUME, CREATE);
        plugin.answer(
                CsiRpc.CREATE_VOLUME,
                CREATED.toBuilder()
                        .setVolume(Volume.newBuilder().setVolumeId("id\0"))
                        .build());
        RpcOutcome<CreateVolumeResponse> answered = call(CsiRpc.CREATE_VOLUME, CREATE);
        // Then
        rejected(refused, CsiCode.RESOURCE_EXHAUSTED);
        assertThat(refused.toString()).contains("pool\uFFFDfull");
        assertThat(answered)
                .isInstanceOfSatisfying(RpcOutcome.Uncertain.class, uncertain -> assertThat(uncertain.reason())
                        .contains("volume.volume_id"));
    }

    @Test
    @DisplayName("A final code after the plugin sent headers, or half an answer, is still the plugin's")
    void aFinalCodeAfterAnAnswerBeganIsStillThePlugins() {
        // Given
        plugin.when(
                CsiRpc.CREATE_VOLUME, new Fault.Says(List.of(CREATED.toByteString()), Status.Code.ALREADY_EXISTS, ""));
        // When
        RpcOutcome<CreateVolumeResponse> ending = call(CsiRpc.CREATE_VOLUME, CREATE);
        // Then
        rejected(ending, CsiCode.ALREADY_EXISTS);
    }

    @Test
    @DisplayName("An answer larger than our limit is not 'no space': RESOURCE_EXHAUSTED of our own is uncertain")
    void anAnswerThatIsTooLargeIsUncertainAndOurs() {
        // Given
        connection = open(options().withMaxInboundBytes(1024));
        plugin.answer(
                CsiRpc.CREATE_VOLUME,
                CREATED.toBuilder()
                        .setVolume(CREATED.getVolume().toBuilder().putVolumeContext("k", "x".repeat(2000)))
                        .build());
        // When
        RpcOutcome<CreateVolumeResponse> ending = call(CsiRpc.CREATE_VOLUME, CREATE);
        // Then
        uncertain(ending, CsiCode.RESOURCE_EXHAUSTED, RpcOutcome.Origin.CLIENT);
        assertThat(ending.toString()).contains("the answer is larger than is taken in here", "1024");
    }

    @Test
    @DisplayName("An answer about one volume has 1 MiB, a page of a listing 16 MiB; "
            + "beyond that the call is uncertain and says so")
    void answersAreBounded() {
        // Given
        plugin.answer(
                CsiRpc.CREATE_VOLUME,
                CREATED.toBuilder()
                        .setVolume(CREATED.getVolume().toBuilder().putVolumeContext("k", "x".repeat(1 << 20)))
                        .build());
        ListVolumesResponse half = largeListing();
        plugin.answer(CsiRpc.LIST_VOLUMES, half.toBuilder().mergeFrom(half).build());
        // When
        RpcOutcome<CreateVolumeResponse> created = call(CsiRpc.CREATE_VOLUME, CREATE);
        RpcOutcome<ListVolumesResponse> listed = call(CsiRpc.LIST_VOLUMES, ListVolumesRequest.getDefaultInstance());
        // Then
        uncertain(created, CsiCode.RESOURCE_EXHAUSTED, RpcOutcome.Origin.CLIENT);
        uncertain(listed, CsiCode.RESOURCE_EXHAUSTED, RpcOutcome.Origin.CLIENT);
        assertThat(created.toString()).contains("larger than is taken in here", Integer.toString(1 << 20));
        assertThat(listed.toString()).contains("larger than is taken in here", Integer.toString(16 << 20));
    }

    @Test
    @DisplayName("An answer far above gRPC's own limit of 4 MiB is taken in")
    void aLargeListingIsTakenIn() {
        // Given
        plugin.answer(CsiRpc.LIST_VOLUMES, largeListing());
        // When
        RpcOutcome<ListVolumesResponse> ending = call(CsiRpc.LIST_VOLUMES, ListVolumesRequest.getDefaultInstance());
        // Then
        assertThat(done(ending).getEntriesCount()).isEqualTo(10_000);
    }

    private static ListVolumesResponse largeListing() {
        ListVolumesResponse.Builder listing = ListVolumesResponse.newBuilder();
        for (int i = 0; i < 10_000; i++) {
            listing.addEntriesBuilder()
                    .getVolumeBuilder()
                    .setVolumeId("v-" + i)
                    .putVolumeContext("k", "x".repeat(1000));
        }
        return listing.build();
    }

    @Test
    @DisplayName("Two answers to one call are garbage, not success")
    void twoAnswersAreUncertain() {
        // Given
        plugin.when(
                CsiRpc.CREATE_VOLUME,
                new Fault.Says(List.of(CREATED.toByteString(), CREATED.toByteString()), Status.Code.OK, ""));
        // When
        RpcOutcome<CreateVolumeResponse> ending = call(CsiRpc.CREATE_VOLUME, CREATE);
        // Then
        assertThat(ending).isInstanceOf(RpcOutcome.Uncertain.class);
    }

    @ParameterizedTest
    @DisplayName(
            "What a proxy answers instead of the plugin is nobody's word, though gRPC makes a final-looking code of it")
    @ValueSource(strings = {"401", "403", "404", "503"})
    void anAnswerThatIsNoGrpcIsUncertainAndOurs(String status) {
        // Given
        Path socket = folder.resolve("proxy.sock");
        try (HttpProxy proxy = new HttpProxy(socket, status)) {
            CsiConnection lost = client.connect(new CsiEndpoint.Unix(socket.toString()), options());
            // When
            RpcOutcome<Boolean> ending = lost.probe(LONG).await().indefinitely();
            // Then
            assertThat(proxy).isNotNull();
            assertThat(ending)
                    .isInstanceOfSatisfying(RpcOutcome.Uncertain.class, uncertain -> assertThat(uncertain.origin())
                            .isEqualTo(RpcOutcome.Origin.CLIENT));
        }
    }

    @Test
    @DisplayName("OK without a volume id is uncertain: a volume may be there")
    void anOkWithoutTheRequiredFieldIsUncertain() {
        // Given
        plugin.answer(CsiRpc.CREATE_VOLUME, CreateVolumeResponse.getDefaultInstance());
        // When
        RpcOutcome<CreateVolumeResponse> ending = call(CsiRpc.CREATE_VOLUME, CREATE);
        // Then
        uncertain(ending, CsiCode.INTERNAL, RpcOutcome.Origin.CLIENT);
        assertThat(ending.toString()).contains("volume");
    }

    @Test
    @DisplayName("While the socket is not there calls end at once, and soon after it appears they pass")
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
    @DisplayName("Each subscription sends once, and none sends before it")
    void aUniIsLazyAndSendsOncePerSubscription() {
        // Given
        plugin.answer(CsiRpc.DELETE_VOLUME, DeleteVolumeResponse.getDefaultInstance());
        // When
        var call = connection.call(CsiRpc.DELETE_VOLUME, DELETE, LONG);
        long before = plugin.times(CsiRpc.DELETE_VOLUME);
        call.await().indefinitely();
        call.await().indefinitely();
        // Then
        assertThat(before).isZero();
        assertThat(plugin.times(CsiRpc.DELETE_VOLUME)).isEqualTo(2);
    }

    @Test
    @DisplayName("Cancelling the subscription does not cancel the call: the plugin goes on and its ending is measured")
    void cancellingDoesNotReachThePlugin() {
        // Given
        plugin.when(CsiRpc.DELETE_VOLUME, new Fault.Delay(Duration.ofMillis(500)));
        var subscription =
                connection.call(CsiRpc.DELETE_VOLUME, DELETE, LONG).subscribe().with(ending -> {});
        awaitAsked(CsiRpc.DELETE_VOLUME);
        // When
        subscription.cancel();
        // Then
        await().atMost(LONG).untilAsserted(() -> assertThat(timer("/csi.v1.Controller/DeleteVolume", "OK"))
                .isEqualTo(1));
        assertThat(plugin.givenUp()).isZero();
    }

    @Test
    @DisplayName("A deadline that is not above zero sends nothing")
    void noTimeLeftSendsNothing() {
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.NODE_UNPUBLISH_VOLUME,
                NodeUnpublishVolumeRequest.newBuilder()
                        .setVolumeId("id-1")
                        .setTargetPath("/t")
                        .build(),
                Duration.ZERO);
        // Then
        uncertain(ending, CsiCode.DEADLINE_EXCEEDED, RpcOutcome.Origin.CLIENT);
        assertThat(plugin.asked()).isEmpty();
    }

    @Test
    @DisplayName("Closing the connection ends calls in flight as uncertain")
    void closingEndsCallsAsUncertain() {
        // Given
        plugin.hang(CsiRpc.CREATE_VOLUME);
        var ending = connection.call(CsiRpc.CREATE_VOLUME, CREATE, LONG).subscribeAsCompletionStage();
        awaitAsked(CsiRpc.CREATE_VOLUME);
        // When
        connection.close();
        // Then
        assertThat(ending.join())
                .isInstanceOfSatisfying(RpcOutcome.Uncertain.class, uncertain -> assertThat(uncertain.origin())
                        .isEqualTo(RpcOutcome.Origin.CLIENT));
    }

    @Test
    @DisplayName("A plugin on a TCP port is called like one on a socket, with the same authority and the same limit")
    void aPluginOnATcpPort() {
        // Given
        try (PluginScript onTcp = PluginScript.startedAtAndOnTcp(folder.resolve("unused.sock"))) {
            onTcp.answer(CsiRpc.LIST_VOLUMES, largeListing());
            connection = client.connect(onTcp.tcp(), options());

            // When
            RpcOutcome<ListVolumesResponse> ending = call(CsiRpc.LIST_VOLUMES, ListVolumesRequest.getDefaultInstance());

            // Then
            assertThat(done(ending)).isEqualTo(largeListing());
            assertThat(onTcp.asked()).isNotEmpty().allSatisfy(each -> assertThat(each.authority())
                    .isEqualTo("localhost"));
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
    @DisplayName("Calls are measured under the usual name, labels and buckets")
    void callsAreMeasured() {
        // Given
        plugin.fail(CsiRpc.CONTROLLER_PUBLISH_VOLUME, Status.NOT_FOUND);
        // When
        RpcOutcome<ControllerPublishVolumeResponse> ending = call(
                CsiRpc.CONTROLLER_PUBLISH_VOLUME,
                ControllerPublishVolumeRequest.newBuilder()
                        .setVolumeId("id-1")
                        .setNodeId("n-1")
                        .setVolumeCapability(MOUNT)
                        .build());
        // Then
        rejected(ending, CsiCode.NOT_FOUND);
        assertThat(timer("/csi.v1.Controller/ControllerPublishVolume", "NotFound"))
                .isEqualTo(1);
        Timer timer = meters.get("csi_sidecar_operations_seconds")
                .tag("driver_name", PluginScript.NAME)
                .tag("grpc_status_code", "NotFound")
                .timer();
        assertThat(Stream.of(timer.takeSnapshot().histogramCounts())
                        .map(bucket -> bucket.bucket(TimeUnit.MILLISECONDS)))
                .containsExactly(
                        100.0, 250.0, 500.0, 1_000.0, 2_500.0, 5_000.0, 10_000.0, 15_000.0, 25_000.0, 50_000.0,
                        120_000.0, 300_000.0, 600_000.0);
    }

    private long timer(String method, String code) {
        return meters
                .find("csi_sidecar_operations_seconds")
                .tag("method_name", method)
                .tag("grpc_status_code", code)
                .timers()
                .stream()
                .mapToLong(Timer::count)
                .sum();
    }

    private void awaitAsked(CsiRpc<?, ?> rpc) {
        await().atMost(LONG).until(() -> plugin.times(rpc) == 1);
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

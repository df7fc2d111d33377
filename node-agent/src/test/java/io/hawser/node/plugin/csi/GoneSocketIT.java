package io.hawser.node.plugin.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Context;
import io.grpc.Server;
import io.grpc.stub.StreamObserver;
import io.hawser.csi.AllowedEndpoints;
import io.hawser.csi.CsiClient;
import io.hawser.csi.LookPauses;
import io.hawser.csi.SecretProvider;
import io.hawser.csi.v1.GetPluginCapabilitiesRequest;
import io.hawser.csi.v1.GetPluginCapabilitiesResponse;
import io.hawser.csi.v1.GetPluginInfoRequest;
import io.hawser.csi.v1.GetPluginInfoResponse;
import io.hawser.csi.v1.IdentityGrpc;
import io.hawser.csi.v1.NodeGetCapabilitiesRequest;
import io.hawser.csi.v1.NodeGetCapabilitiesResponse;
import io.hawser.csi.v1.NodeGetInfoRequest;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.csi.v1.NodeGrpc;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.csi.v1.NodeStageVolumeRequest;
import io.hawser.csi.v1.NodeStageVolumeResponse;
import io.hawser.csi.v1.ProbeRequest;
import io.hawser.csi.v1.ProbeResponse;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.Sample;
import io.hawser.node.plugin.PluginBook;
import io.hawser.node.plugin.PluginStatus;
import io.hawser.node.plugin.RegistrationRules;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.channel.epoll.EpollEventLoopGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plugin whose socket, or whose registration, goes while it is at a call. */
class GoneSocketIT implements PluginFolder.Listener {
    private static final String NAME = "slow.example";
    private static final Duration SOON = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    private final EpollEventLoopGroup loops = new EpollEventLoopGroup(1);
    private final PluginBook book = new PluginBook();
    private final Slow slow = new Slow();
    private final List<String> gone = new CopyOnWriteArrayList<>();
    private CsiClient client;
    private PluginFolder plugins;
    private Server server;

    @BeforeEach
    void start() throws Exception {
        Files.createDirectories(folder.resolve("plugins/x"));
        Files.createDirectories(folder.resolve("registry"));
        client = CsiClient.create(new SimpleMeterRegistry());
        LookPauses pauses = new LookPauses(Duration.ofMillis(200), Duration.ofMillis(50));
        RegistrationRules rules = new RegistrationRules(
                List.of(), AllowedEndpoints.parse("hawser.plugin-dir", List.of("unix://" + folder.resolve("plugins"))));
        plugins = new PluginFolder(
                folder.resolve("plugins"),
                client,
                SecretProvider.ofFiles(Optional.empty(), "hawser.secrets-dir"),
                book,
                Clock.systemUTC(),
                pauses,
                // Of a call that goes on until the test ends it.
                Duration.ofMinutes(2),
                Optional.of(
                        new Registrations(folder.resolve("registry"), rules, client, pauses, Duration.ofMinutes(1))),
                this);
    }

    @AfterEach
    void stop() {
        slow.over.countDown();
        plugins.close();
        client.close();
        server.shutdownNow();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    @Test
    @DisplayName("A plugin that takes its socket away, and ends what it is at, is heard: the call is done")
    void aCallOutlivesItsSocket() throws Exception {
        // Given
        Path socket = serve("plugins/csi.sock");
        awaitHealthy();
        CompletableFuture<CallOutcome> staged = stage();

        // When
        Files.delete(socket);
        plugins.list();

        // Then
        assertThat(gone).containsExactly("its socket is gone");
        assertThat(book.node(NAME)).isEmpty();
        slow.over.countDown();
        assertThat(staged.get(60, TimeUnit.SECONDS)).isEqualTo(new CallOutcome.Done());
        assertThat(slow.givenUp).hasValue(0);
    }

    @Test
    @DisplayName("When only the registration goes and comes again, the plugin's call goes on, and is one at a time")
    void aCallOutlivesItsRegistration() throws Exception {
        // Given: a socket that is not found without its registration
        Path socket = serve("plugins/x/csi.sock");
        Registrar first = new Registrar("CSIPlugin", NAME, socket.toString());
        Server registered = register(first);
        await().atMost(SOON).untilAsserted(() -> {
            plugins.list();
            assertThat(first.told()).hasSize(1);
        });
        awaitHealthy();
        CompletableFuture<CallOutcome> staged = stage();

        // When
        registered.shutdownNow().awaitTermination();
        Files.deleteIfExists(folder.resolve("registry/slow-reg.sock"));
        await().atMost(SOON).untilAsserted(() -> {
            plugins.list();
            assertThat(gone).isNotEmpty();
        });
        register(new Registrar("CSIPlugin", NAME, socket.toString()));
        awaitHealthy();

        // Then
        assertThat(gone).containsExactly("its registration is gone or refused");
        assertThat(staged).isNotDone();
        slow.over.countDown();
        assertThat(staged.get(60, TimeUnit.SECONDS)).isEqualTo(new CallOutcome.Done());
        assertThat(slow.most).hasValue(1);
        assertThat(slow.givenUp).hasValue(0);
    }

    private Path serve(String name) throws Exception {
        Path socket = folder.resolve(name);
        server = Registrar.serve(socket, loops, slow, new Named());
        return socket;
    }

    private Server register(Registrar registrar) throws Exception {
        return Registrar.serve(folder.resolve("registry/slow-reg.sock"), loops, registrar);
    }

    private void awaitHealthy() {
        await().atMost(SOON).untilAsserted(() -> {
            plugins.list();
            assertThat(book.current(NAME))
                    .hasValueSatisfying(found -> assertThat(found.healthy()).isTrue());
        });
    }

    private CompletableFuture<CallOutcome> stage() {
        DesiredState desired = Sample.desired(Sample.assignment(1, "t1")
                .setPlugin(NAME)
                .setScope(Scope.SCOPE_SINGLE_NODE)
                .setSharing(Sharing.SHARING_ALL)
                .setMount(MountAccess.getDefaultInstance()));
        CompletableFuture<CallOutcome> staged = CompletableFuture.supplyAsync(
                () -> book.node(NAME).orElseThrow().stage(desired, folder.resolve("staging")));
        await().atMost(SOON).until(() -> slow.now.get() == 1);
        return staged;
    }

    /** Its NodeStageVolume takes until {@code over}. */
    private static final class Slow extends NodeGrpc.NodeImplBase {
        private final CountDownLatch over = new CountDownLatch(1);
        private final AtomicInteger now = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();
        private final AtomicInteger givenUp = new AtomicInteger();

        @Override
        public void nodeStageVolume(NodeStageVolumeRequest request, StreamObserver<NodeStageVolumeResponse> answer) {
            Context.current()
                    .addListener(
                            _ -> {
                                if (over.getCount() > 0) {
                                    givenUp.incrementAndGet();
                                }
                            },
                            Runnable::run);
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            try {
                over.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            now.decrementAndGet();
            answer.onNext(NodeStageVolumeResponse.getDefaultInstance());
            answer.onCompleted();
        }

        @Override
        public void nodeGetCapabilities(
                NodeGetCapabilitiesRequest request, StreamObserver<NodeGetCapabilitiesResponse> answer) {
            answer.onNext(NodeGetCapabilitiesResponse.newBuilder()
                    .addCapabilities(NodeServiceCapability.newBuilder()
                            .setRpc(NodeServiceCapability.RPC
                                    .newBuilder()
                                    .setType(NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME)))
                    .build());
            answer.onCompleted();
        }

        @Override
        public void nodeGetInfo(NodeGetInfoRequest request, StreamObserver<NodeGetInfoResponse> answer) {
            answer.onNext(NodeGetInfoResponse.newBuilder().setNodeId("n1").build());
            answer.onCompleted();
        }
    }

    private static final class Named extends IdentityGrpc.IdentityImplBase {
        @Override
        public void getPluginInfo(GetPluginInfoRequest request, StreamObserver<GetPluginInfoResponse> answer) {
            answer.onNext(GetPluginInfoResponse.newBuilder()
                    .setName(NAME)
                    .setVendorVersion("1")
                    .build());
            answer.onCompleted();
        }

        @Override
        public void getPluginCapabilities(
                GetPluginCapabilitiesRequest request, StreamObserver<GetPluginCapabilitiesResponse> answer) {
            answer.onNext(GetPluginCapabilitiesResponse.getDefaultInstance());
            answer.onCompleted();
        }

        @Override
        public void probe(ProbeRequest request, StreamObserver<ProbeResponse> answer) {
            answer.onNext(ProbeResponse.getDefaultInstance());
            answer.onCompleted();
        }
    }

    @Override
    public void read(Path read, PluginStatus before, PluginStatus now) {}

    @Override
    public void gone(Path left, PluginStatus last, String message) {
        gone.add(message);
    }

    @Override
    public void unusable(Path unused, String message) {}
}

package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.hawser.csi.v1.IdentityGrpc;
import io.hawser.csi.v1.ProbeRequest;
import io.hawser.csi.v1.ProbeResponse;
import io.hawser.testkit.tls.TestCertificates;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A plugin at a TCP port that asks for client certificates. */
class TlsIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    private final List<String> authorities = new CopyOnWriteArrayList<>();
    private final AtomicReference<SSLContext> ours = new AtomicReference<>(TestCertificates.of("volume-service"));
    private Server server;

    @BeforeEach
    void start() throws Exception {
        start("plugin");
    }

    @AfterEach
    void stop() {
        server.shutdownNow();
    }

    @Test
    @DisplayName("A plugin that asks for a client certificate is called with ours, and sees the authority localhost")
    void withACertificate() {
        assertThat(probe("127.0.0.1")).isInstanceOf(RpcOutcome.Done.class);
        assertThat(authorities).containsExactly("localhost");
    }

    @Test
    @DisplayName("The next connection uses the certificate of that moment")
    void aRenewedCertificate() {
        // Given
        ours.set(TestCertificates.nobody());
        try (CsiClient client = client();
                CsiConnection connection = connect(client, "127.0.0.1")) {
            assertThat(probe(connection)).isInstanceOf(RpcOutcome.Uncertain.class);
            // When
            ours.set(TestCertificates.of("volume-service"));
            // Then
            org.awaitility.Awaitility.await().until(() -> probe(connection) instanceof RpcOutcome.Done);
        }
    }

    @Test
    @DisplayName("A server of another name, or of another authority, gets no call")
    void anotherServer() throws Exception {
        // When
        RpcOutcome<?> misnamed = probe("127.0.0.2");
        server.shutdownNow();
        start("stranger");
        RpcOutcome<?> strange = probe("127.0.0.1");
        // Then
        assertThat(List.of(misnamed, strange)).allMatch(RpcOutcome.Uncertain.class::isInstance);
        assertThat(authorities).isEmpty();
    }

    @Test
    @DisplayName(
            "A server is taken by the peer's name alone: the name that is asked for is in no certificate that counts")
    void thePeersNameDecides() throws Exception {
        // Given
        server.shutdownNow();
        start("node-2");
        // Then
        assertThat(takes("node-2.node.hawser", "csi.example.com.plugin.hawser")).isTrue();
        assertThat(takes("node-1.node.hawser", "node-2.node.hawser")).isFalse();
        assertThat(authorities).hasSize(1);
    }

    private boolean takes(String peer, String serverName) {
        TlsContext context =
                new TlsContext(ours::get, peer, server.getPort(), Optional.of(new SNIHostName(serverName)));
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort())
                .sslContext(context)
                .overrideAuthority("localhost")
                .build();
        try {
            return IdentityGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(SOON)
                    .probe(ProbeRequest.getDefaultInstance())
                    .isInitialized();
        } catch (StatusRuntimeException refused) {
            assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
            return false;
        } finally {
            channel.shutdownNow();
        }
    }

    private void start(String certificate) throws Exception {
        server = NettyServerBuilder.forAddress(new InetSocketAddress("0.0.0.0", 0))
                .sslContext(new JdkSslContext(
                        TestCertificates.of(certificate),
                        false,
                        null,
                        IdentityCipherSuiteFilter.INSTANCE,
                        new ApplicationProtocolConfig(
                                ApplicationProtocolConfig.Protocol.ALPN,
                                ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                                ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                                "h2"),
                        ClientAuth.REQUIRE,
                        null,
                        false))
                .addService(new IdentityGrpc.IdentityImplBase() {
                    @Override
                    public void probe(ProbeRequest request, StreamObserver<ProbeResponse> answer) {
                        answer.onNext(ProbeResponse.getDefaultInstance());
                        answer.onCompleted();
                    }
                })
                .intercept(new ServerInterceptor() {
                    @Override
                    public <Q, R> ServerCall.Listener<Q> interceptCall(
                            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
                        authorities.add(String.valueOf(call.getAuthority()));
                        return next.startCall(call, headers);
                    }
                })
                .build()
                .start();
    }

    private RpcOutcome<?> probe(String host) {
        try (CsiClient client = client();
                CsiConnection connection = connect(client, host)) {
            return probe(connection);
        }
    }

    private static RpcOutcome<?> probe(CsiConnection connection) {
        return connection.probe(SOON).await().indefinitely();
    }

    private CsiClient client() {
        Certificates certificates = ours::get;
        return CsiClient.create(
                new SimpleMeterRegistry(),
                new Network(Optional.of(certificates), Optional.empty(), RelayAddresses.NONE));
    }

    private CsiConnection connect(CsiClient client, String host) {
        return client.connect(
                new CsiEndpoint.Tcp(host, server.getPort()),
                ConnectionOptions.reading().withReconnectEvery(Duration.ofMillis(100)));
    }
}

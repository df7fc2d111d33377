package io.hawser.node.plugin.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.stub.StreamObserver;
import io.hawser.csi.AllowedEndpoints;
import io.hawser.csi.CsiClient;
import io.hawser.csi.LookPauses;
import io.hawser.csi.SecretProvider;
import io.hawser.csi.v1.GetPluginInfoRequest;
import io.hawser.csi.v1.GetPluginInfoResponse;
import io.hawser.csi.v1.IdentityGrpc;
import io.hawser.hostpath.Endpoint;
import io.hawser.hostpath.PluginServer;
import io.hawser.hostpath.csi.PluginSettings;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.node.plugin.PluginBook;
import io.hawser.node.plugin.PluginStatus;
import io.hawser.node.plugin.RegistrationRules;
import io.hawser.pluginregistration.v1.RegistrationStatus;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.channel.epoll.EpollEventLoopGroup;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drivers that register as they do with the kubelet, on real sockets. */
class RegistrationsIT implements PluginFolder.Listener {
    private static final String NAME = "hostpath.hawser";
    private static final LookPauses PAUSES = new LookPauses(Duration.ofMillis(200), Duration.ofMillis(50));

    @TempDir
    Path folder;

    private final EpollEventLoopGroup loops = new EpollEventLoopGroup(1);
    private final PluginBook book = new PluginBook();
    private final List<String> unusable = new CopyOnWriteArrayList<>();
    private final List<String> gone = new CopyOnWriteArrayList<>();
    private CsiClient client;
    private PluginFolder plugins;
    private PluginServer driver;

    @BeforeEach
    void start() throws Exception {
        Files.createDirectories(folder.resolve("plugins/x"));
        Files.createDirectories(folder.resolve("registry"));
        client = CsiClient.create(new SimpleMeterRegistry());
        plugins = new PluginFolder(
                folder.resolve("plugins"),
                client,
                SecretProvider.ofFiles(Optional.empty(), "hawser.secrets-dir"),
                book,
                Clock.systemUTC(),
                PAUSES,
                Duration.ofSeconds(5),
                Optional.of(registrations()),
                this);
        driver = PluginServer.start(
                new PluginSettings(NAME, new NodeId("n1"), folder.resolve("state"), PluginSettings.DEFAULT_MAX_BYTES),
                Endpoint.parse("unix://" + folder.resolve("plugins/x/csi.sock")));
    }

    private Registrations registrations() {
        RegistrationRules rules = new RegistrationRules(
                List.of(new RegistrationRules.Mapping("/var/lib/kubelet/plugins", folder.resolve("plugins"))),
                AllowedEndpoints.parse(
                        "hawser.plugin-dir",
                        List.of("unix://" + folder.resolve("plugins"), "unix://" + folder.resolve("registry"))));
        return new Registrations(folder.resolve("registry"), rules, client, PAUSES, Duration.ofMinutes(1));
    }

    @AfterEach
    void stop() {
        plugins.close();
        client.close();
        driver.close();
        loops.shutdownGracefully(0, 1, java.util.concurrent.TimeUnit.SECONDS);
    }

    @Test
    @DisplayName("A registered driver is told so and is found at its endpoint; when its registration goes, so does it,"
            + " though its own socket stays")
    void registeredAndWithdrawn() throws Exception {
        // Given
        Registrar registrar = new Registrar("CSIPlugin", NAME, "/var/lib/kubelet/plugins/x/csi.sock");
        Server served = serve("vendor-reg.sock", registrar);

        // When
        await().untilAsserted(() -> {
            plugins.list();
            assertThat(registrar.told()).isNotEmpty();
            assertThat(book.current(NAME))
                    .hasValueSatisfying(found -> assertThat(found.healthy()).isTrue());
        });

        // Then
        assertThat(registrar.told())
                .containsExactly(RegistrationStatus.newBuilder()
                        .setPluginRegistered(true)
                        .build());

        // When
        served.shutdownNow().awaitTermination();
        Files.deleteIfExists(folder.resolve("registry/vendor-reg.sock"));
        plugins.list();

        // Then
        assertThat(book.current(NAME)).isEmpty();
        assertThat(gone)
                .containsExactly(folder.resolve("plugins/x/csi.sock") + ": its registration is gone or refused");
        assertThat(unusable).isEmpty();
    }

    @Test
    @DisplayName("A registrar that starts again takes nothing back until it is refused")
    void aRegistrarStartsAgain() throws Exception {
        // Given
        Registrar registrar = new Registrar("CSIPlugin", NAME, "/var/lib/kubelet/plugins/x/csi.sock");
        Server first = serve("vendor-reg.sock", registrar);
        await().untilAsserted(() -> {
            plugins.list();
            assertThat(book.current(NAME)).isPresent();
        });

        // When
        first.shutdownNow().awaitTermination();
        Files.deleteIfExists(folder.resolve("registry/vendor-reg.sock"));
        Server second = serve("vendor-reg.sock", registrar);
        await().untilAsserted(() -> {
            plugins.list();
            assertThat(registrar.told()).hasSize(2);
        });

        // Then
        assertThat(book.current(NAME)).isPresent();
        assertThat(gone).isEmpty();

        // When
        // Without breaking off the answer to its last call.
        second.shutdown().awaitTermination();
        Files.deleteIfExists(folder.resolve("registry/vendor-reg.sock"));
        serve("vendor-reg.sock", new Registrar("CSIPlugin", NAME, "/elsewhere/csi.sock"));

        // Then
        await().untilAsserted(() -> {
            plugins.list();
            assertThat(book.current(NAME)).isEmpty();
        });
        assertThat(gone).hasSize(1);
        await().untilAsserted(
                        () -> assertThat(unusable).singleElement().asString().contains("/elsewhere/csi.sock"));
    }

    @Test
    @DisplayName("Another type and a false name are refused once, with the reason; a good one beside them registers")
    void refusals() throws Exception {
        // Given
        Registrar device = new Registrar("DevicePlugin", "gpu.example", "");
        Registrar liar = new Registrar("CSIPlugin", "liar.example", "/var/lib/kubelet/plugins/x/csi.sock");
        Registrar good = new Registrar("CSIPlugin", NAME, "/var/lib/kubelet/plugins/x/csi.sock");
        serve("a-reg.sock", device);
        serve("b-reg.sock", liar);
        serve("c-reg.sock", good);

        // When
        await().untilAsserted(() -> {
            plugins.list();
            assertThat(device.told()).isNotEmpty();
            assertThat(liar.told()).isNotEmpty();
            assertThat(good.told()).isNotEmpty();
        });
        plugins.list();

        // Then
        assertThat(device.told()).singleElement().satisfies(status -> assertThat(status.getError())
                .contains("type", "DevicePlugin"));
        assertThat(liar.told()).singleElement().satisfies(status -> assertThat(status.getError())
                .contains("name", "liar.example", NAME));
        assertThat(good.told()).singleElement().satisfies(status -> assertThat(status.getPluginRegistered())
                .isTrue());
        assertThat(unusable).hasSize(2);
    }

    @Test
    @DisplayName("A refusal that cannot be told is said once, while a registration that cannot be told is repeated")
    void untoldRefusal() throws Exception {
        // Given
        Registrar device = new Registrar("DevicePlugin", "gpu.example", "");
        device.beDeaf(Integer.MAX_VALUE);
        Registrar good = new Registrar("CSIPlugin", NAME, "/var/lib/kubelet/plugins/x/csi.sock");
        good.beDeaf(3);
        serve("a-reg.sock", device);
        serve("b-reg.sock", good);

        // When
        await().untilAsserted(() -> {
            plugins.list();
            assertThat(good.told()).hasSize(4);
            assertThat(device.told()).isNotEmpty();
        });

        // Then
        assertThat(device.told()).hasSize(1);
        assertThat(unusable).hasSize(1);
    }

    @Test
    @DisplayName("A driver that names no endpoint is found at the socket where it registers")
    void noEndpoint() throws Exception {
        // Given
        Registrar registrar = new Registrar("CSIPlugin", "one.example", "");
        serve("one-reg.sock", registrar, new IdentityGrpc.IdentityImplBase() {
            @Override
            public void getPluginInfo(GetPluginInfoRequest request, StreamObserver<GetPluginInfoResponse> answer) {
                answer.onNext(GetPluginInfoResponse.newBuilder()
                        .setName("one.example")
                        .setVendorVersion("1")
                        .build());
                answer.onCompleted();
            }
        });

        // When, then
        await().untilAsserted(() -> {
            plugins.list();
            assertThat(book.current("one.example")).isPresent();
        });
        assertThat(registrar.told()).singleElement().satisfies(status -> assertThat(status.getPluginRegistered())
                .isTrue());
    }

    @Test
    @Tag("nomad-W9")
    @DisplayName("A socket and a registrar that accept and never answer delay no other")
    void theMuteDelayNobody() throws Exception {
        // Given
        try (ServerSocketChannel plugin = mute("plugins/a.sock");
                ServerSocketChannel registrar = mute("registry/a-reg.sock")) {
            serve("b-reg.sock", new Registrar("CSIPlugin", NAME, "/var/lib/kubelet/plugins/x/csi.sock"));

            // When, then
            await().untilAsserted(() -> {
                plugins.list();
                assertThat(book.current(NAME))
                        .hasValueSatisfying(found -> assertThat(found.healthy()).isTrue());
            });
            assertThat(plugin.isOpen()).isTrue();
            assertThat(registrar.isOpen()).isTrue();
        }
    }

    @Test
    @DisplayName("A registrar that goes while its driver is asked ends the question, without an error in the log")
    void aRegistrarGoesDuringTheQuestion() throws Exception {
        // Given
        List<Throwable> thrown = new CopyOnWriteArrayList<>();
        // An earlier test's thread may still fail.
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            if (thread.getName().equals("register-mute-reg.sock")) {
                thrown.add(failure);
            }
        });
        try (ServerSocketChannel driver = mute("plugins/mute.sock")) {
            Server registrar =
                    serve("mute-reg.sock", new Registrar("CSIPlugin", "mute", "/var/lib/kubelet/plugins/mute.sock"));
            Registrations registrations = registrations();
            registrations.list((socket, message) -> {});
            driver.configureBlocking(false);
            try (SocketChannel question = await().until(driver::accept, Objects::nonNull)) {

                // When
                registrar.shutdownNow().awaitTermination();
                Files.deleteIfExists(folder.resolve("registry/mute-reg.sock"));
                registrations.list((socket, message) -> {});
                ByteBuffer asked = ByteBuffer.allocate(4096);
                await().dontCatchUncaughtExceptions().until(() -> question.read(asked.clear()) < 0);
            }

            // Then
            await().dontCatchUncaughtExceptions().during(Duration.ofMillis(300)).until(thrown::isEmpty);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(null);
        }
    }

    private ServerSocketChannel mute(String socket) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        return channel.bind(UnixDomainSocketAddress.of(folder.resolve(socket)));
    }

    private Server serve(String name, BindableService... services) throws IOException {
        return Registrar.serve(folder.resolve("registry").resolve(name), loops, services);
    }

    @Override
    public void read(Path socket, PluginStatus before, PluginStatus now) {}

    @Override
    public void gone(Path socket, PluginStatus last, String message) {
        gone.add(socket + ": " + message);
    }

    @Override
    public void unusable(Path socket, String message) {
        unusable.add(message);
    }
}

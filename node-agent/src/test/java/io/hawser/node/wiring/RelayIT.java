package io.hawser.node.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.csi.ConnectionOptions;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.CsiService;
import io.hawser.csi.Network;
import io.hawser.csi.PluginIdentity;
import io.hawser.csi.RelayAddresses;
import io.hawser.csi.RpcOutcome;
import io.hawser.embedded.process.ChildProcess;
import io.hawser.embedded.process.JavaCommand;
import io.hawser.embedded.process.Launch;
import io.hawser.embedded.process.LoopbackPort;
import io.hawser.strict.StrictPlugin;
import io.hawser.strict.StrictPluginOptions;
import io.hawser.strict.backend.NodeFiles;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.CapabilityProfiles;
import io.hawser.strict.history.Event;
import io.hawser.testkit.tls.CertificateFiles;
import io.hawser.testkit.tls.TestCertificates;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two agents as they are packaged, each in a network of its own, without a broker. A driver's controller is on one of
 * the nodes only, at a Unix socket.
 */
class RelayIT {
    private static final String PLUGIN = "Relayed.example.com";
    private static final Duration CALL = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    @TempDir
    static Path folder;

    private static final List<NetworkNamespace> NETWORKS = new ArrayList<>();
    private static final List<ChildProcess> AGENTS = new ArrayList<>();
    private static final int PORT = LoopbackPort.free();
    private static StrictPlugin driver;

    @BeforeAll
    static void start(TestReporter report) throws IOException {
        for (int number = 1; number <= 2; number++) {
            Files.createDirectories(folder.resolve("plugins-" + number));
            NETWORKS.add(NetworkNamespace.make(number));
            certify(number, "node-" + number);
        }
        report.publishEntry("networks", NETWORKS.toString());
        driver = StrictPlugin.start(StrictPluginOptions.at(folder.resolve("plugins-1/csi.sock"))
                .withName(PLUGIN)
                .withFiles(NodeFiles.none()));
        AGENTS.add(agent(1));
        AGENTS.add(agent(2));
        awaitReached("node-1", 1, "volume-service");
    }

    @AfterAll
    static void stop() {
        AGENTS.stream().filter(ChildProcess::alive).forEach(ChildProcess::kill);
        driver.close();
        NETWORKS.forEach(NetworkNamespace::close);
    }

    @Test
    @DisplayName(
            "A controller socket on another machine is called through the relay of its node's agent, as localhost like"
                    + " each plugin; a node without the plugin relays nothing")
    void relayed() {
        // Given
        Set<?> before = connections();
        // When
        RpcOutcome<PluginIdentity> here = awaitReached("node-1", 1, "volume-service");
        RpcOutcome<PluginIdentity> elsewhere = reached("node-2", 2);
        // Then
        assertThat(((RpcOutcome.Done<PluginIdentity>) here).response().name()).isEqualTo(PLUGIN);
        assertThat(elsewhere).isInstanceOf(RpcOutcome.Uncertain.class);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(folder.resolve("agent-1.log"))
                .content()
                .contains("its relay listens at port " + PORT));
        awaitReached("node-1", 1, "plugin-registry");
        assertThat(calls().filter(call -> !before.contains(call.connection())).map(Call::authority))
                .isNotEmpty()
                .containsOnly("localhost");
    }

    @Test
    @DisplayName(
            "Nobody else gets through: without a certificate, with one of another authority, or with an agent's own")
    void strangers() {
        // Given
        Set<?> before = connections();
        // When
        List<RpcOutcome<PluginIdentity>> outcomes = List.of(
                reached("node-1", 1, TestCertificates.nobody()),
                reached("node-1", 1, TestCertificates.of("stranger")),
                reached("node-1", 1, TestCertificates.of("node-2")));
        // Then
        assertThat(outcomes).allMatch(RpcOutcome.Uncertain.class::isInstance);
        assertThat((Object) connections()).isEqualTo(before);
    }

    @Test
    @DisplayName("An agent whose certificate names another node is not called; once its files are renewed, it is")
    void anotherNode() throws IOException {
        // Given
        Set<?> before = connections();
        assertThat(reached("node-1", 2)).isInstanceOf(RpcOutcome.Uncertain.class);
        assertThat(reached("node-2", 1)).isInstanceOf(RpcOutcome.Uncertain.class);
        assertThat((Object) connections()).isEqualTo(before);
        // When
        certify(1, "node-2");
        // Then
        awaitReached("node-2", 1, "volume-service");
        assertThat(reached("node-1", 1)).isInstanceOf(RpcOutcome.Uncertain.class);
        certify(1, "node-1");
        awaitReached("node-1", 1, "volume-service");
    }

    @Test
    @DisplayName("A plugin that has no controller any more says so through the relay, at the socket that served it")
    void deniesItsController() throws IOException {
        // Given
        String plugin = "Leaving.example.com";
        StrictPluginOptions options = StrictPluginOptions.at(folder.resolve("plugins-1/leaving.sock"))
                .withName(plugin)
                .withFiles(NodeFiles.none());
        try (StrictPlugin _ = StrictPlugin.start(options)) {
            await().atMost(PATIENCE).until(() -> offersController(plugin).equals(Optional.of(true)));
        }

        long before = timesWell(plugin);

        // When
        try (StrictPlugin _ = StrictPlugin.start(options.withCapabilities(CapabilityProfiles.parse("node-only")))) {
            // Until it is looked at, the relay takes it for the process before.
            await().atMost(PATIENCE).until(() -> timesWell(plugin) > before);

            // Then
            await().atMost(PATIENCE).until(() -> offersController(plugin).equals(Optional.of(false)));
        }
    }

    /** How often the agent of node-1 has seen the plugin become well. */
    private static long timesWell(String plugin) throws IOException {
        try (Stream<String> lines = Files.lines(folder.resolve("agent-1.log"))) {
            return lines.filter(line -> line.contains("plugin " + plugin + " is well"))
                    .count();
        }
    }

    /** What the plugin says of itself through the relay of node-1; empty: nothing. */
    private static Optional<Boolean> offersController(String plugin) {
        return reached("node-1", plugin, 1, TestCertificates.of("plugin-registry"))
                        instanceof RpcOutcome.Done<PluginIdentity>(var said)
                ? Optional.of(said.capabilities().hasController())
                : Optional.empty();
    }

    /** Over which connections the driver was called; its own node's agent has one, and looks at it all the time. */
    private static Set<?> connections() {
        return calls().map(Call::connection).collect(Collectors.toSet());
    }

    private static Stream<Call> calls() {
        return driver.events().stream()
                .filter(Event.CallArrived.class::isInstance)
                .map(event -> ((Event.CallArrived) event).call());
    }

    /** A call may be late by itself, on a machine that is busy. */
    private static RpcOutcome<PluginIdentity> awaitReached(String node, int agent, String caller) {
        List<RpcOutcome<PluginIdentity>> outcomes = new ArrayList<>();
        AGENTS.get(agent - 1)
                .awaitReady(
                        () -> {
                            outcomes.add(reached(node, agent, TestCertificates.of(caller)));
                            return outcomes.getLast() instanceof RpcOutcome.Done;
                        },
                        PATIENCE);
        return outcomes.getLast();
    }

    private static RpcOutcome<PluginIdentity> reached(String node, int agent) {
        return reached(node, agent, TestCertificates.of("volume-service"));
    }

    private static RpcOutcome<PluginIdentity> reached(String node, int agent, SSLContext caller) {
        return reached(node, PLUGIN, agent, caller);
    }

    /** Reads the plugin's identity at that node, whose relay is said to be that agent's. */
    private static RpcOutcome<PluginIdentity> reached(String node, String plugin, int agent, SSLContext caller) {
        String at = NETWORKS.get(agent - 1).address() + ":" + PORT;
        Network network = new Network(
                Optional.empty(), Optional.of(() -> caller), RelayAddresses.parse("test", List.of(node + "=" + at)));
        try (CsiClient client = CsiClient.create(new SimpleMeterRegistry(), network);
                CsiConnection connection = client.connect(
                        new CsiEndpoint.Relay(node, plugin),
                        ConnectionOptions.reading(CsiService.CONTROLLER).withIdentityDeadline(CALL))) {
            return connection.identity().await().indefinitely();
        }
    }

    private static ChildProcess agent(int number) {
        Map<String, String> environment = Map.ofEntries(
                Map.entry("QUARKUS_PROFILE", "local"),
                Map.entry("QUARKUS_HTTP_PORT", "0"),
                Map.entry("KAFKA_BOOTSTRAP_SERVERS", "127.0.0.1:1"),
                Map.entry("HAWSER_NODE", "node-" + number),
                Map.entry("HAWSER_ROOT", folder.resolve("root-" + number).toString()),
                Map.entry(
                        "HAWSER_PLUGIN_DIR", folder.resolve("plugins-" + number).toString()),
                Map.entry("HAWSER_RELAY_HOST", NETWORKS.get(number - 1).address()),
                Map.entry("HAWSER_RELAY_PORT", Integer.toString(PORT)),
                Map.entry("QUARKUS_TLS_RELAY_KEY_STORE_PEM_OWN_CERT", file(number, "own.pem")),
                Map.entry("QUARKUS_TLS_RELAY_KEY_STORE_PEM_OWN_KEY", file(number, "own.key")),
                Map.entry("QUARKUS_TLS_RELAY_TRUST_STORE_PEM_CERTS", file(number, "ca.pem")),
                Map.entry("QUARKUS_TLS_RELAY_RELOAD_PERIOD", CertificateFiles.RELOAD_PERIOD));
        return ChildProcess.start(new Launch(
                "agent-" + number,
                NETWORKS.get(number - 1).inside(JavaCommand.ofService(256, List.of(), Path.of("target"))),
                environment,
                folder.resolve("agent-" + number + ".log"),
                Launch.Lifetime.WITH_US));
    }

    private static String file(int agent, String name) {
        return folder.resolve("tls-" + agent).resolve(name).toString();
    }

    private static void certify(int agent, String certificate) throws IOException {
        Files.createDirectories(folder.resolve("tls-" + agent));
        copy("test-ca.pem", file(agent, "ca.pem"));
        copy(certificate + ".key", file(agent, "own.key"));
        copy(certificate + ".pem", file(agent, "own.pem"));
    }

    private static void copy(String resource, String file) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(TestCertificates.class.getResourceAsStream("/tls/" + resource), resource)) {
            Files.copy(in, Path.of(file), StandardCopyOption.REPLACE_EXISTING);
        }
    }
}

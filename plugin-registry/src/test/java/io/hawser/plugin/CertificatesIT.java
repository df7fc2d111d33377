package io.hawser.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.embedded.process.LoopbackPort;
import io.hawser.ledger.testkit.Topics;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.testkit.tls.TestCertificates;
import io.hawser.v1.RegisterPluginInstance;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The certificates are files here, as an operator sets them: {@code quarkus.tls.plugins} and {@code .relay}. */
@QuarkusTest
@TestProfile(CertificatesIT.Certified.class)
@QuarkusTestResource(EmbeddedServices.class)
class CertificatesIT {
    private static final String OWN = "key-store.pem.own.";

    /** A class loader of its own: the test finds files and port in the configuration. */
    public static final class Certified implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            try {
                Map<String, String> settings = new HashMap<>(new RegistryIT.Quick().getConfigOverrides());
                int port = LoopbackPort.free();
                settings.put("hawser.relay.addresses", "node-1=127.0.0.1:" + port);
                settings.put("hawser.probe.endpoints", "tcp://127.0.0.1:" + port + ",relay:node-1");
                Path folder = Files.createTempDirectory("certificates");
                for (String bucket : List.of("plugins", "relay")) {
                    String prefix = "quarkus.tls." + bucket + ".";
                    Path files = Files.createDirectories(folder.resolve(bucket));
                    copy("test-ca.pem", files.resolve("ca.pem"));
                    copy("plugin-registry.pem", files.resolve("own.pem"));
                    copy("plugin-registry.key", files.resolve("own.key"));
                    settings.put(prefix + OWN + "cert", files.resolve("own.pem").toString());
                    settings.put(prefix + OWN + "key", files.resolve("own.key").toString());
                    settings.put(
                            prefix + "trust-store.pem.certs",
                            files.resolve("ca.pem").toString());
                    settings.put(prefix + "reload-period", "1s");
                }
                return settings;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Who called, by certificate. */
    private final Queue<String> callers = new ConcurrentLinkedQueue<>();

    private final Topics topics = new Topics();
    private SSLServerSocket server;

    @BeforeEach
    void forget() {
        callers.clear();
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        topics.close();
    }

    @ParameterizedTest
    @CsvSource({"plugins, plugin, tcp://127.0.0.1:", "relay, node-1, relay:node-1/relay-tls.example.com"})
    @DisplayName("A plugin on another machine is called with the certificate of its kind's files, and with the new one"
            + " once the files were exchanged")
    void exchanged(String bucket, String peer, String endpoint) throws IOException {
        // Given
        listen(peer);
        String plugin = bucket + "-tls.example.com";
        topics.say(
                HawserTopic.PLUGIN_COMMANDS,
                plugin,
                RegisterPluginInstance.newBuilder()
                        .setPlugin(plugin)
                        .setInstance("a")
                        .setEndpoint(endpoint.startsWith("tcp") ? endpoint + server.getLocalPort() : endpoint)
                        .build());
        await().atMost(Duration.ofSeconds(60)).until(() -> callers.contains("CN=plugin-registry"));
        assertThat(callers).containsOnly("CN=plugin-registry");
        // When
        copy("volume-service.key", file(bucket, "key"));
        copy("volume-service.pem", file(bucket, "cert"));
        // Then
        await().atMost(Duration.ofSeconds(60)).until(() -> callers.contains("CN=volume-service"));
    }

    /** Asks each caller for its certificate and hangs up. */
    private void listen(String certificate) throws IOException {
        int port = Integer.parseInt(value("hawser.relay.addresses").replaceAll(".*:", ""));
        server = (SSLServerSocket) TestCertificates.of(certificate)
                .getServerSocketFactory()
                .createServerSocket(port, 10, InetAddress.getLoopbackAddress());
        server.setNeedClientAuth(true);
        Thread.ofVirtual().start(() -> {
            while (!server.isClosed()) {
                try (SSLSocket caller = (SSLSocket) server.accept()) {
                    callers.add(caller.getSession().getPeerPrincipal().getName());
                } catch (IOException next) {
                    // Who has no certificate is none of the callers that are looked for.
                }
            }
        });
    }

    private static Path file(String bucket, String kind) {
        return Path.of(value("quarkus.tls." + bucket + "." + OWN + kind));
    }

    private static String value(String setting) {
        return ConfigProvider.getConfig().getValue(setting, String.class);
    }

    private static void copy(String resource, Path file) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(TestCertificates.class.getResourceAsStream("/tls/" + resource), resource)) {
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}

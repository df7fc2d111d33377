package io.hawser.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.testkit.Topics;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.testkit.tls.CertificateFiles;
import io.hawser.testkit.tls.TlsCallers;
import io.hawser.v1.RegisterPluginInstance;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.time.Duration;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The certificates are files here, as an operator sets them. */
@QuarkusTest
@TestProfile(RegistryIT.Quick.class)
@QuarkusTestResource(EmbeddedServices.class)
class CertificatesIT {
    private final Topics topics = new Topics();

    @AfterEach
    void close() {
        topics.close();
    }

    @ParameterizedTest
    @CsvSource({"plugins, plugin, tcp://127.0.0.1:", "relay, node-1, relay:node-1/relay-tls.example.com"})
    @DisplayName("A plugin on another machine is called with the certificate of its kind's files, and with the new one"
            + " once the files were exchanged")
    void exchanged(String kind, String peer, String endpoint) throws IOException {
        // Given
        int port = Integer.parseInt(value("hawser.relay.addresses").replaceAll(".*:", ""));
        try (TlsCallers callers = new TlsCallers(peer, port)) {
            String plugin = kind + "-tls.example.com";
            topics.say(
                    HawserTopic.PLUGIN_COMMANDS,
                    plugin,
                    RegisterPluginInstance.newBuilder()
                            .setPlugin(plugin)
                            .setInstance("a")
                            .setEndpoint(endpoint.startsWith("tcp") ? endpoint + port : endpoint)
                            .build());
            await().atMost(Duration.ofMinutes(3)).until(() -> callers.names().contains("CN=plugin-registry"));
            assertThat(callers.names()).containsOnly("CN=plugin-registry");
            // When
            CertificateFiles.exchange(CertificatesIT::value, kind, "volume-service");
            // Then
            await().atMost(Duration.ofMinutes(3)).until(() -> callers.names().contains("CN=volume-service"));
        }
    }

    private static String value(String setting) {
        return ConfigProvider.getConfig().getValue(setting, String.class);
    }
}

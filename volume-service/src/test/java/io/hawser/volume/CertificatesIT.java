package io.hawser.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.csi.ConnectionOptions;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.CsiService;
import io.hawser.embedded.process.LoopbackPort;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.testkit.tls.CertificateFiles;
import io.hawser.testkit.tls.TlsCallers;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The certificates are files here, as an operator sets them. */
@QuarkusTest
@TestProfile(CertificatesIT.Certified.class)
@QuarkusTestResource(EmbeddedServices.class)
class CertificatesIT {

    /** A class loader of its own: the test finds files and port in the configuration. */
    public static final class Certified implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            Map<String, String> settings = new HashMap<>(CertificateFiles.settings("volume-service"));
            settings.put("hawser.relay.addresses", "node-1=127.0.0.1:" + LoopbackPort.free());
            return settings;
        }
    }

    @Inject
    CsiClient client;

    @ParameterizedTest
    @CsvSource({"plugins, plugin, tcp://127.0.0.1:", "relay, node-1, relay:node-1/tls.example.com"})
    @DisplayName("The service calls a plugin on another machine with the certificate of its kind's files, and with the"
            + " new one once the files were exchanged")
    void exchanged(String kind, String peer, String endpoint) throws IOException {
        // Given
        int port = Integer.parseInt(value("hawser.relay.addresses").replaceAll(".*:", ""));
        CsiEndpoint plugin = CsiEndpoint.parse(endpoint.startsWith("tcp") ? endpoint + port : endpoint);
        try (TlsCallers callers = new TlsCallers(peer, port)) {
            awaitCall(callers, plugin, "CN=volume-service");
            assertThat(callers.names()).containsOnly("CN=volume-service");
            // When
            CertificateFiles.exchange(CertificatesIT::value, kind, "plugin-registry");
            // Then
            awaitCall(callers, plugin, "CN=plugin-registry");
        }
    }

    /** A call whose time is over on a busy machine is made again. */
    private void awaitCall(TlsCallers callers, CsiEndpoint plugin, String name) {
        await().atMost(Duration.ofMinutes(3)).until(() -> {
            call(plugin);
            return callers.names().contains(name);
        });
    }

    /** Whoever hangs up has learned who calls. */
    private void call(CsiEndpoint plugin) {
        ConnectionOptions options =
                ConnectionOptions.reading(CsiService.CONTROLLER).withIdentityDeadline(Duration.ofSeconds(5));
        try (CsiConnection connection = client.connect(plugin, options)) {
            connection.identity().await().indefinitely();
        }
    }

    private static String value(String setting) {
        return ConfigProvider.getConfig().getValue(setting, String.class);
    }
}

package io.hawser.node.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.hawser.csi.RelayNames;
import io.hawser.testkit.tls.TestCertificates;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/operations/certificates.md are typed as they stand there. */
class CertificatesPageTest {
    private static final Path PAGE = Path.of("../docs/operations/certificates.md");
    private static final List<String> NAMES = List.of("volume-service", "plugin-registry", "node-1", "node-2");

    @TempDir
    Path folder;

    @Test
    @DisplayName("The page's commands make an authority, and certificates as the relay wants them and its tests use")
    void theCommands() throws Exception {
        // Given
        assumeThat(succeeds("openssl", "version")).as("openssl is here").isTrue();
        String page = Files.readString(PAGE);
        int start = page.indexOf("```sh\n") + 6;
        String block = page.substring(start, page.indexOf("```", start));

        // When: the first command that fails ends it
        boolean done = succeeds("bash", "-euc", block);

        // Then
        assertThat(done).as("%s", said()).isTrue();
        X509Certificate authority = read(Files.newInputStream(folder.resolve("ca.pem")));
        for (String name : NAMES) {
            X509Certificate made = read(Files.newInputStream(folder.resolve(name + ".pem")));
            X509Certificate tested = read(
                    Objects.requireNonNull(TestCertificates.class.getResourceAsStream("/tls/" + name + ".pem"), name));
            made.verify(authority.getPublicKey());
            assertThat(Caller.dnsNames(made)).as(name).isNotEmpty().isEqualTo(Caller.dnsNames(tested));
            assertThat(made.getExtendedKeyUsage()).as(name).isNotNull().isEqualTo(tested.getExtendedKeyUsage());
            assertThat(folder.resolve(name + ".key")).isNotEmptyFile();
        }
        assertThat(role("volume-service")).contains(RelayNames.Role.VOLUME_SERVICE);
        assertThat(role("plugin-registry")).contains(RelayNames.Role.PLUGIN_REGISTRY);
        assertThat(role("node-1")).isEmpty();
        assertThat(namesOf("node-1")).containsExactly(RelayNames.ofNode("node-1"));
    }

    private Optional<RelayNames.Role> role(String name) throws Exception {
        return RelayNames.role(namesOf(name));
    }

    private List<String> namesOf(String name) throws Exception {
        return Caller.dnsNames(read(Files.newInputStream(folder.resolve(name + ".pem"))));
    }

    private static X509Certificate read(InputStream pem) throws Exception {
        try (pem) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(pem);
        }
    }

    private String said() throws IOException {
        return Files.readString(folder.resolve("said"), StandardCharsets.UTF_8);
    }

    private boolean succeeds(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("said").toFile())
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException absent) {
            return false;
        }
    }
}

package io.hawser.testkit.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** A service's certificates as files, as an operator sets them: {@code quarkus.tls.plugins} and {@code .relay}. */
public final class CertificateFiles {
    /**
     * A reading takes some 0.1 s of a core, and longer than a second on a machine that is busy with others. Every
     * second, the next reading would begin before the last one has ended, and the process would come to nothing else.
     */
    public static final String RELOAD_PERIOD = "5s";

    private static final String OWN = ".key-store.pem.own.";

    private CertificateFiles() {}

    /**
     * Writes the files, and says where they are: in settings, since a test class is not loaded where its profile is.
     *
     * @param certificate as in {@link TestCertificates}
     */
    public static Map<String, String> settings(String certificate) {
        Map<String, String> settings = new HashMap<>();
        try {
            Path folder = Files.createTempDirectory("certificates");
            for (String kind : List.of("plugins", "relay")) {
                Path files = Files.createDirectories(folder.resolve(kind));
                copy("test-ca.pem", files.resolve("ca.pem"));
                settings.put("quarkus.tls." + kind + ".trust-store.pem.certs", files + "/ca.pem");
                settings.put("quarkus.tls." + kind + OWN + "cert", files + "/own.pem");
                settings.put("quarkus.tls." + kind + OWN + "key", files + "/own.key");
                settings.put("quarkus.tls." + kind + ".reload-period", RELOAD_PERIOD);
                exchange(settings::get, kind, certificate);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return settings;
    }

    /**
     * Puts another certificate into the files.
     *
     * @param settings by name
     * @param kind {@code plugins} or {@code relay}
     */
    public static void exchange(UnaryOperator<String> settings, String kind, String certificate) throws IOException {
        copy(certificate + ".key", Path.of(settings.apply("quarkus.tls." + kind + OWN + "key")));
        copy(certificate + ".pem", Path.of(settings.apply("quarkus.tls." + kind + OWN + "cert")));
    }

    private static void copy(String resource, Path file) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(CertificateFiles.class.getResourceAsStream("/tls/" + resource), resource)) {
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}

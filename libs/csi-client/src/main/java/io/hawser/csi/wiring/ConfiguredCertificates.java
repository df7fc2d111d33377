package io.hawser.csi.wiring;

import io.hawser.csi.Certificates;
import io.quarkus.tls.TlsConfiguration;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.TrustOptions;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Certificates of Quarkus' TLS registry, which reads their files again when they change. To make the key manager of
 * files takes tens of milliseconds, so it is made once for each reading, and not for each connection.
 */
public final class ConfiguredCertificates implements Certificates {
    private final String name;
    private final TlsConfiguration files;
    private final Vertx vertx;
    private volatile @Nullable Managers last;

    private ConfiguredCertificates(String name, TlsConfiguration files, Vertx vertx) {
        this.name = name;
        this.files = files;
        this.vertx = vertx;
    }

    /**
     * The certificates of a name.
     *
     * @param name in {@code quarkus.tls}
     * @return empty: nothing is configured for that name
     */
    public static Optional<Certificates> named(String name, TlsConfigurationRegistry registry, Vertx vertx) {
        return registry.get(name).map(files -> new ConfiguredCertificates(name, files, vertx));
    }

    /**
     * Another context for each connection: with a common one, the JDK's client resumes an earlier session, and asks for
     * the server name of that one.
     */
    @Override
    public SSLContext current() {
        try {
            Managers managers = managers();
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.ours, managers.trusted, null);
            return context;
        } catch (Exception unusable) {
            throw new IllegalStateException("quarkus.tls." + name + ": " + unusable.getMessage(), unusable);
        }
    }

    private Managers managers() throws Exception {
        KeyCertOptions keys = files.getKeyStoreOptions();
        TrustOptions trust = files.getTrustStoreOptions();
        Managers managers = last;
        if (managers == null || managers.keys != keys || managers.trust != trust) {
            managers = Managers.of(keys, trust, vertx);
            last = managers;
        }
        return managers;
    }

    /** What one reading of the files gave; a null has the JDK's defaults. */
    private record Managers(
            @Nullable KeyCertOptions keys,
            @Nullable TrustOptions trust,
            KeyManager @Nullable [] ours,
            TrustManager @Nullable [] trusted) {
        static Managers of(@Nullable KeyCertOptions keys, @Nullable TrustOptions trust, Vertx vertx) throws Exception {
            return new Managers(
                    keys,
                    trust,
                    keys == null ? null : keys.getKeyManagerFactory(vertx).getKeyManagers(),
                    trust == null ? null : trust.getTrustManagerFactory(vertx).getTrustManagers());
        }
    }
}

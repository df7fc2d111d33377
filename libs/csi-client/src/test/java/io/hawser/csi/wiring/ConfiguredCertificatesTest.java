package io.hawser.csi.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.csi.Certificates;
import io.quarkus.tls.BaseTlsConfiguration;
import io.quarkus.tls.TlsConfiguration;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.TrustOptions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Certificates as Quarkus configures them. */
class ConfiguredCertificatesTest {
    private static final Vertx VERTX = Vertx.vertx();

    private final AtomicInteger keyManagersMade = new AtomicInteger();
    private final AtomicInteger trustManagersMade = new AtomicInteger();
    private final Files files = new Files();
    private final Certificates certificates =
            ConfiguredCertificates.named("relay", new Registry(files), VERTX).orElseThrow();

    @AfterAll
    static void close() {
        VERTX.close();
    }

    @Test
    @DisplayName("Each connection has a context of its own, with the managers of one reading of the files")
    void oneReading() {
        // When
        var first = certificates.current();
        var second = certificates.current();
        // Then
        assertThat(second).isNotSameAs(first);
        assertThat(keyManagersMade).hasValue(1);
        assertThat(trustManagersMade).hasValue(1);
    }

    @Test
    @DisplayName("Files that are read again count from the next connection on, the own ones and those to trust")
    void readAgain() {
        // When
        certificates.current();
        files.keys = new Keys();
        certificates.current();
        // Then
        assertThat(keyManagersMade).hasValue(2);
        // When
        files.trust = new Trust();
        certificates.current();
        certificates.current();
        // Then
        assertThat(trustManagersMade).hasValue(3);
    }

    @Test
    @DisplayName("Files that cannot be used are named to the operator, and tried again at the next connection")
    void unusable() {
        // Given
        files.keys = new Keys() {
            @Override
            public KeyManagerFactory getKeyManagerFactory(Vertx vertx) throws GeneralSecurityException {
                throw new GeneralSecurityException("no private key");
            }
        };
        // Then
        assertThatThrownBy(certificates::current)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("quarkus.tls.relay: no private key");
        // When
        files.keys = new Keys();
        // Then
        assertThat(certificates.current()).isNotNull();
    }

    @Test
    @DisplayName("A name for which nothing is configured has no certificates")
    void notConfigured() {
        assertThat(ConfiguredCertificates.named("plugins", new Registry(files), VERTX))
                .isEmpty();
    }

    private final class Files extends BaseTlsConfiguration {
        private KeyCertOptions keys = new Keys();
        private TrustOptions trust = new Trust();

        @Override
        public KeyCertOptions getKeyStoreOptions() {
            return keys;
        }

        @Override
        public TrustOptions getTrustStoreOptions() {
            return trust;
        }
    }

    private class Keys implements KeyCertOptions {
        @Override
        public KeyCertOptions copy() {
            return this;
        }

        @Override
        public KeyManagerFactory getKeyManagerFactory(Vertx vertx) throws Exception {
            keyManagersMade.incrementAndGet();
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            KeyStore empty = KeyStore.getInstance("PKCS12");
            empty.load(null, null);
            factory.init(empty, new char[0]);
            return factory;
        }
    }

    private final class Trust implements TrustOptions {
        @Override
        public TrustOptions copy() {
            return this;
        }

        @Override
        public TrustManagerFactory getTrustManagerFactory(Vertx vertx) throws Exception {
            trustManagersMade.incrementAndGet();
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init((KeyStore) null);
            return factory;
        }

        @Override
        public Function<String, TrustManager[]> trustManagerMapper(Vertx vertx) {
            throw new UnsupportedOperationException();
        }
    }

    /** Has files for the relay. */
    private record Registry(TlsConfiguration relay) implements TlsConfigurationRegistry {
        @Override
        public Optional<TlsConfiguration> get(String name) {
            return name.equals("relay") ? Optional.of(relay) : Optional.empty();
        }

        @Override
        public Optional<TlsConfiguration> getDefault() {
            return Optional.empty();
        }

        @Override
        public void register(String name, TlsConfiguration configuration) {
            throw new UnsupportedOperationException();
        }
    }
}

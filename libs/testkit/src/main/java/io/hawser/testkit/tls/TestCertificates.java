package io.hawser.testkit.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Certificates of a test's own authority, made with the commands of docs/operations/certificates.md. Who has one trusts
 * that authority. {@code stranger} has the names of others, from another authority.
 */
public final class TestCertificates {
    private static final char[] NO_PASSWORD = new char[0];

    private TestCertificates() {}

    /** @param name {@code node-1}, {@code node-2}, {@code volume-service}, {@code plugin-registry}, {@code plugin} */
    public static SSLContext of(String name) {
        return context(name, true);
    }

    /** Trusts the authority, and has no certificate. */
    public static SSLContext nobody() {
        return context("", false);
    }

    private static SSLContext context(String name, boolean own) {
        try {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(null, NO_PASSWORD);
            if (own) {
                keys.setKeyEntry("own", key(name), NO_PASSWORD, new Certificate[] {certificate(name)});
            }
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(keys, NO_PASSWORD);
            KeyStore authorities = KeyStore.getInstance("PKCS12");
            authorities.load(null, NO_PASSWORD);
            authorities.setCertificateEntry("authority", certificate("test-ca"));
            TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusted.init(authorities);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), trusted.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(name, e);
        }
    }

    private static Certificate certificate(String name) throws IOException, GeneralSecurityException {
        try (InputStream in = resource(name + ".pem")) {
            return CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    private static PrivateKey key(String name) throws IOException, GeneralSecurityException {
        try (InputStream in = resource(name + ".key")) {
            String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII).replaceAll("-----[A-Z ]+-----", "");
            return KeyFactory.getInstance("EC")
                    .generatePrivate(
                            new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(text)));
        }
    }

    private static InputStream resource(String name) throws IOException {
        InputStream found = TestCertificates.class.getResourceAsStream("/tls/" + name);
        if (found == null) {
            throw new IOException("no such certificate: " + name);
        }
        return found;
    }
}

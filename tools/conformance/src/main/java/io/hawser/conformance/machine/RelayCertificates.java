package io.hawser.conformance.machine;

import io.hawser.embedded.process.Command;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** A small authority of one machine, and certificates with the names that relays and their callers want. */
final class RelayCertificates {
    private static final String AUTHORITY = "authority";
    private static final String DAYS = "30";
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private final Path folder;
    private final Path store;
    private final String password;

    private RelayCertificates(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
        this.store = folder.resolve("store.p12");
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        this.password = HexFormat.of().formatHex(random);
    }

    /** @param folder empty, or missing */
    static RelayCertificates make(Path folder) {
        try {
            RelayCertificates made = new RelayCertificates(folder);
            made.key(AUTHORITY, "-ext", "bc:critical=ca:true");
            made.write(
                    "ca.pem",
                    "CERTIFICATE",
                    made.open().getCertificate(AUTHORITY).getEncoded());
            return made;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("no authority can be made in " + folder, e);
        }
    }

    /**
     * Makes a certificate, and returns the variables that give it to a process.
     *
     * @param name the DNS name by which others know the process
     */
    Map<String, String> variables(String name) {
        try {
            key(name, "-ext", "san=dns:" + name, "-ext", "eku=serverAuth,clientAuth", "-signer", AUTHORITY);
            KeyStore made = open();
            return Map.of(
                    "QUARKUS_TLS_RELAY_TRUST_STORE_PEM_CERTS",
                    folder.resolve("ca.pem").toString(),
                    "QUARKUS_TLS_RELAY_KEY_STORE_PEM_OWN_CERT",
                    write(
                            name + ".pem",
                            "CERTIFICATE",
                            made.getCertificate(name).getEncoded()),
                    "QUARKUS_TLS_RELAY_KEY_STORE_PEM_OWN_KEY",
                    write(
                            name + ".key",
                            "PRIVATE KEY",
                            made.getKey(name, password.toCharArray()).getEncoded()));
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("no certificate of " + name + " can be made", e);
        }
    }

    /** The JDK's tool: the JDK has no interface for making certificates. */
    private void key(String alias, String... more) {
        String tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        List<String> command = new ArrayList<>(List.of(tool, "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
        command.addAll(List.of("-genkeypair", "-keyalg", "EC", "-groupname", "secp256r1", "-validity", DAYS));
        command.addAll(List.of("-keystore", store.toString(), "-storepass", password));
        command.addAll(List.of("-alias", alias, "-dname", "CN=" + alias));
        command.addAll(List.of(more));
        Command.run(command.toArray(String[]::new));
    }

    private KeyStore open() throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, password.toCharArray());
        }
        return keys;
    }

    private String write(String name, String type, byte[] content) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(
                file,
                "-----BEGIN " + type + "-----\n" + LINES.encodeToString(content) + "\n-----END " + type + "-----\n");
        return file.toString();
    }
}

package io.hawser.conformance.machine;

import io.hawser.embedded.process.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * A small authority of one machine, and certificates with the names that relays and their callers want, in one store.
 */
final class RelayCertificates {
    private static final String AUTHORITY = "authority";
    private static final String DAYS = "30";

    private final String store;
    private final String password;

    /** @param folder empty, or missing */
    RelayCertificates(Path folder) {
        try {
            this.store = Files.createDirectories(folder).resolve("store.p12").toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        this.password = HexFormat.of().formatHex(random);
        key(AUTHORITY, "-ext", "bc:critical=ca:true");
    }

    /**
     * Makes a certificate, and returns the variables that give it to a process. Of the store, the process trusts only
     * the authority: with the whole store, it would trust each certificate by itself.
     *
     * @param name the DNS name by which others know the process
     */
    Map<String, String> variables(String name) {
        key(name, "-ext", "san=dns:" + name, "-ext", "eku=serverAuth,clientAuth", "-signer", AUTHORITY);
        return Map.of(
                "QUARKUS_TLS_RELAY_TRUST_STORE_P12_PATH",
                store,
                "QUARKUS_TLS_RELAY_TRUST_STORE_P12_PASSWORD",
                password,
                "QUARKUS_TLS_RELAY_TRUST_STORE_P12_ALIAS",
                AUTHORITY,
                "QUARKUS_TLS_RELAY_KEY_STORE_P12_PATH",
                store,
                "QUARKUS_TLS_RELAY_KEY_STORE_P12_PASSWORD",
                password,
                "QUARKUS_TLS_RELAY_KEY_STORE_P12_ALIAS",
                name,
                "QUARKUS_TLS_RELAY_KEY_STORE_P12_ALIAS_PASSWORD",
                password);
    }

    /** The JDK's tool: the JDK has no interface for making certificates. */
    private void key(String alias, String... more) {
        String tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        List<String> command = new ArrayList<>(List.of(tool, "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
        command.addAll(List.of("-genkeypair", "-keyalg", "EC", "-groupname", "secp256r1", "-validity", DAYS));
        command.addAll(List.of("-keystore", store, "-storepass", password));
        command.addAll(List.of("-alias", alias, "-dname", "CN=" + alias));
        command.addAll(List.of(more));
        Command.run(command.toArray(String[]::new));
    }
}

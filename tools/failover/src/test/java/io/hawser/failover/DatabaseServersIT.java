package io.hawser.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.embedded.postgres.PostgresDatabase;
import io.hawser.embedded.postgres.PostgresProcess;
import io.hawser.embedded.process.Command;
import io.hawser.testkit.shared.ScratchFolder;
import io.hawser.testkit.shared.SharedBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The packaged service and the ways in which operators run PostgreSQL. */
class DatabaseServersIT {
    private static final Duration SOON = Duration.ofMinutes(3);

    private final String password = UUID.randomUUID().toString();
    private Path folder;
    private PostgresProcess postgres;
    private PostgresDatabase database;
    private Installation installation;
    private PackagedService service;

    @BeforeEach
    void start() throws Exception {
        folder = ScratchFolder.create("database-servers");
        postgres = PostgresProcess.in(folder.resolve("first"), password).start();
        database = postgres.server().createDatabase("servers", UUID.randomUUID().toString());
        installation = new Installation(
                "servers-" + UUID.randomUUID().toString().substring(0, 8),
                SharedBroker.bootstrapServers(),
                database,
                folder);
        service = installation.replica("0");
    }

    @AfterEach
    void stop() {
        installation.close();
        postgres.close();
    }

    @Test
    @DisplayName("With TLS, set as the page says, both clients encrypt and verify; one with another root never gets in")
    void tls() throws Exception {
        // Given
        postgres.stop();
        serveTlsOnly();
        postgres.start();

        // When
        Installation.start(service, tlsTrusting("server.pem", "server.pem"));
        service.awaitReady();
        installation.awaitWorld();

        // Then
        assertThat(sessions("s.ssl")).isPositive();
        assertThat(sessions("not s.ssl")).isZero();

        // When
        service.close();
        Installation.start(service, tlsTrusting("server.pem", "other.pem"));

        // Then
        await().atMost(PackagedService.START).until(() -> service.log().contains("SSL handshake failed"));
        assertThat(service.ready()).isFalse();
    }

    @Test
    @DisplayName("A standby that no commit waits for is a warning; a service on a standby waits until it is promoted")
    void aStandby() throws Exception {
        // Given
        Path copy = folder.resolve("copy");
        postgres.stop();
        Command.run("cp", "-a", folder + "/first/data", copy.toString());
        postgres.start();
        try (PostgresProcess standby = standby(copy)) {
            // It answers before it replicates, and the service looks once.
            PostgresDatabase primary =
                    new PostgresDatabase("postgres", postgres.server().port(), password);
            await().atMost(SOON).until(() -> primary.number("select count(*) from pg_stat_replication") == 1);
            Installation.start(service, Map.of());
            service.awaitReady();
            installation.awaitWorld();
            await().atMost(SOON)
                    .until(() -> service.log().contains("replicates to 1 and synchronous_standby_names is empty"));
            service.close();
            PackagedService after = installation.replica(
                    "1", new PostgresDatabase(database.name(), standby.server().port(), database.password()));

            // When
            Installation.start(after, Map.of());
            await().atMost(PackagedService.START).until(() -> after.log().contains("this one is a standby"));
            assertThat(after.ready()).isFalse();
            postgres.stop();
            try (Connection connection = standby.server().connect()) {
                connection.createStatement().execute("select pg_promote()");
            }

            // Then
            after.awaitReady();
            installation.create(Installation.volumes("after", 1));
            installation.awaitOnce();
        }
    }

    private PostgresProcess standby(Path copy) throws IOException {
        Path second = folder.resolve("second");
        Files.createDirectories(second);
        PostgresProcess standby = PostgresProcess.in(second, password);
        Command.run("cp", "-a", copy.toString(), second + "/data");
        Files.createFile(second.resolve("data/standby.signal"));
        append(
                second.resolve("data/postgresql.auto.conf"),
                "primary_conninfo = 'host=127.0.0.1 port=" + postgres.server().port() + " user=postgres password="
                        + password + "'\n");
        return standby.start();
    }

    /** No connection of anybody else's without TLS. */
    private void serveTlsOnly() throws IOException {
        Path data = folder.resolve("first/data");
        Path key = data.resolve("server.key");
        Files.copy(resource("server.key"), key);
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        Files.copy(resource("server.pem"), data.resolve("server.crt"));
        append(data.resolve("postgresql.auto.conf"), "ssl = on\n");
        Path hba = data.resolve("pg_hba.conf");
        Files.writeString(hba, Files.readString(hba).replaceAll("(?m)^host ", "hostssl "));
    }

    /** What deploy/README.md says. */
    private Map<String, String> tlsTrusting(String migration, String service) {
        return Map.of(
                "QUARKUS_DATASOURCE_JDBC_URL",
                database.jdbcUrl() + "?sslmode=verify-full&sslrootcert=" + resource(migration),
                "QUARKUS_DATASOURCE_REACTIVE_POSTGRESQL_SSL_MODE",
                "verify-full",
                "QUARKUS_DATASOURCE_REACTIVE_HOSTNAME_VERIFICATION_ALGORITHM",
                "HTTPS",
                "QUARKUS_DATASOURCE_REACTIVE_TRUST_CERTIFICATE_PEM",
                "true",
                "QUARKUS_DATASOURCE_REACTIVE_TRUST_CERTIFICATE_PEM_CERTS",
                resource(service).toString());
    }

    private static Path resource(String name) {
        return Path.of("src/test/resources/database-tls", name).toAbsolutePath();
    }

    private static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Of the service, now. */
    private long sessions(String which) throws SQLException {
        try (Connection connection = postgres.server().connect();
                ResultSet found = connection.createStatement().executeQuery("""
                        select count(*) from pg_stat_ssl s join pg_stat_activity a using (pid)
                        where a.usename = 'servers' and""" + " " + which)) {
            found.next();
            return found.getLong(1);
        }
    }
}

package io.hawser.local.service;

import io.hawser.embedded.broker.BrokerProcess;
import io.hawser.embedded.postgres.PostgresDatabase;
import io.hawser.embedded.postgres.PostgresProcess;
import io.hawser.embedded.process.Signal;
import io.hawser.local.layout.LocalLayout;
import io.hawser.local.process.Orphans;
import io.hawser.local.process.ProcessSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Broker and database server of one data folder. */
public final class DataServices {
    public static final String BROKER = "broker";
    public static final String POSTGRES = "postgres";

    private final LocalLayout layout;
    private final BrokerProcess broker;
    private final PostgresProcess postgres;

    public DataServices(LocalLayout layout) {
        this.layout = layout;
        this.broker = BrokerProcess.in(layout.broker());
        this.postgres = PostgresProcess.in(layout.postgres(), layout.secrets().of("postgres"));
    }

    /** Both processes, ready to start. Makes a missing database folder, and stops a server without a pid file. */
    public List<ProcessSpec> specs() {
        postgres.stopOrphan();
        return List.of(
                new ProcessSpec(
                        BROKER,
                        broker.command(List.of(Orphans.mark(layout.home()))),
                        Map.of(),
                        broker::ready,
                        layout.log(BROKER),
                        Signal.TERM),
                // SIGINT is PostgreSQL's fast stop: it does not wait for clients to disconnect.
                new ProcessSpec(
                        POSTGRES, postgres.command(), Map.of(), postgres::ready, layout.log(POSTGRES), Signal.INT));
    }

    /** Makes each service's database and role; the server must run. */
    public void createDatabases(List<String> services) {
        services.forEach(this::database);
    }

    public String bootstrapServers() {
        return broker.bootstrapServers();
    }

    /** Quarkus' environment for the database of a service. */
    Map<String, String> datasource(String service) {
        var database = new PostgresDatabase(
                databaseName(service),
                postgres.server().port(),
                layout.secrets().of(service));
        return Map.of(
                "QUARKUS_DATASOURCE_JDBC_URL", database.jdbcUrl(),
                "QUARKUS_DATASOURCE_REACTIVE_URL", database.reactiveUrl(),
                "QUARKUS_DATASOURCE_USERNAME", database.user(),
                "QUARKUS_DATASOURCE_PASSWORD", database.password());
    }

    /** A service's own database, for reading it with the service's role; the server must run. */
    public PostgresDatabase database(String service) {
        return postgres.server()
                .createDatabase(databaseName(service), layout.secrets().of(service));
    }

    /** A superuser's connection to a database of this name; the server must run. */
    public Connection administrate(String database) throws SQLException {
        return postgres.server().connect(database);
    }

    /** The server's pids, the postmaster's first; none if the server does not run. */
    public List<Long> databaseProcesses() {
        return postgres.postmaster().stream()
                .flatMap(server -> ProcessHandle.of(server.pid()).stream())
                .flatMap(server -> Stream.concat(Stream.of(server), server.descendants()))
                .map(ProcessHandle::pid)
                .toList();
    }

    public static String databaseName(String service) {
        return service.replace('-', '_');
    }
}

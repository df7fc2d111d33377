package io.hawser.embedded.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * A PostgreSQL server, wherever it runs, and its superuser.
 *
 * @param password the superuser's
 */
public record PostgresServer(String host, int port, String password) {
    /** The superuser's role. */
    public static final String SUPERUSER = "postgres";

    /** The database that always exists. */
    static final String MAINTENANCE = "postgres";

    /** A busy machine may take long to log in. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Options for the server program: durable, scram-sha-256, and small. Where it listens is not among them. */
    public static List<String> options() {
        return Stream.of(
                        "fsync=on",
                        "synchronous_commit=on",
                        "full_page_writes=on",
                        "password_encryption=scram-sha-256",
                        // Passwords are random and cannot be guessed; 4096 hashes would be a tenth of what a
                        // service's start takes.
                        "scram_iterations=1",
                        "max_connections=200",
                        "shared_buffers=64MB",
                        // Benches and a test of plans ask which statements there were; none is forgotten.
                        "shared_preload_libraries=pg_stat_statements",
                        "pg_stat_statements.max=20000",
                        "pg_stat_statements.save=off")
                .flatMap(setting -> Stream.of("-c", setting))
                .toList();
    }

    /** Creates role and database if they do not exist; the role's password is set anyway. */
    public PostgresDatabase createDatabase(String name, String rolePassword) {
        var database = new PostgresDatabase(name, host, port, rolePassword);
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            boolean known = exists(statement, "select 1 from pg_roles where rolname = '" + name + "'");
            statement.execute((known ? "alter" : "create") + " role " + name + " login password '"
                    + rolePassword.replace("'", "''") + "'");
            if (!exists(statement, "select 1 from pg_database where datname = '" + name + "'")) {
                statement.execute("create database " + name + " owner " + name);
            }
            // A service may not connect to the database of another one.
            statement.execute("revoke connect on database " + name + " from public");
            return database;
        } catch (SQLException e) {
            throw new IllegalStateException("cannot create the database " + name, e);
        }
    }

    /** A connection as superuser to the database that always exists. */
    public Connection connect() throws SQLException {
        return connect(MAINTENANCE);
    }

    /** A connection as superuser to a database of this name. */
    public Connection connect(String database) throws SQLException {
        return connect(database, PATIENCE);
    }

    Connection connect(String database, Duration within) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", SUPERUSER);
        properties.setProperty("password", password);
        properties.setProperty("loginTimeout", Long.toString(within.toSeconds()));
        properties.setProperty("connectTimeout", Long.toString(within.toSeconds()));
        return DriverManager.getConnection("jdbc:postgresql://" + host + ":" + port + "/" + database, properties);
    }

    private static boolean exists(Statement statement, String query) throws SQLException {
        try (var rows = statement.executeQuery(query)) {
            return rows.next();
        }
    }

    /** Without the password, which belongs into no log. */
    @Override
    public String toString() {
        return "PostgresServer[" + host + ":" + port + "]";
    }
}

package io.hawser.testkit.shared;

import io.hawser.embedded.postgres.PostgresDatabase;
import io.hawser.embedded.postgres.PostgresProcess;
import io.hawser.embedded.postgres.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.UUID;

/**
 * One PostgreSQL for all test classes of a JVM, started for the first of them and stopped with the JVM. It is embedded,
 * or a container if {@link ContainerSettings#enabled}. Tests that stop or kill a server start a {@link PostgresProcess}
 * of their own instead.
 */
public final class SharedPostgres {
    private static final String HOST = "testkit.postgres-host";
    private static final String PORT = "testkit.postgres-port";
    private static final String PASSWORD = "testkit.postgres-password";

    private SharedPostgres() {}

    /** A new, empty database with a role of its own; the name begins with the letters and digits of {@code hint}. */
    public static PostgresDatabase freshDatabase(String hint) {
        String unique = UUID.randomUUID().toString().substring(0, 8);
        String words = hint.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
        String name = "t_" + words.substring(0, Math.min(40, words.length())) + "_" + unique;
        return server().createDatabase(name, UUID.randomUUID().toString());
    }

    /** A superuser's connection to a database of this server. */
    public static Connection connect(String database) throws SQLException {
        return server().connect(database);
    }

    private static PostgresServer server() {
        // One for every class loader of the JVM: Quarkus loads test classes in several. Not the properties: whoever
        // reads them waits for it, too.
        synchronized (Runtime.getRuntime()) {
            if (System.getProperty(PORT) == null) {
                String password = UUID.randomUUID().toString();
                PostgresServer server =
                        ContainerSettings.enabled() ? ContainerServers.startPostgres(password) : embedded(password);
                System.setProperty(HOST, server.host());
                System.setProperty(PASSWORD, server.password());
                System.setProperty(PORT, Integer.toString(server.port()));
            }
            return new PostgresServer(System.getProperty(HOST), Integer.getInteger(PORT), System.getProperty(PASSWORD));
        }
    }

    private static PostgresServer embedded(String password) {
        PostgresProcess server =
                PostgresProcess.in(ScratchFolder.create("postgres"), password).start();
        Runtime.getRuntime().addShutdownHook(new Thread(server::kill, "shared-postgres"));
        return server.server();
    }
}

package io.hawser.testkit.shared;

import io.hawser.embedded.postgres.PostgresDatabase;
import io.hawser.embedded.postgres.PostgresProcess;
import java.nio.file.Path;
import java.util.Locale;
import java.util.UUID;

/**
 * One PostgreSQL for all test classes of a JVM, started by the first that asks, stopped with the JVM. Tests that stop
 * or kill it start a {@link PostgresProcess} of their own instead.
 */
public final class SharedPostgres {
    private static final String PASSWORD = "testkit.postgres-password";
    private static final String FOLDER = "testkit.postgres-folder";

    private SharedPostgres() {}

    /** A new, empty database with a role of its own; the name begins with the test's. */
    public static PostgresDatabase freshDatabase(Class<?> test) {
        return freshDatabase(test.getSimpleName());
    }

    /** A new, empty database with a role of its own; the name begins with the letters and digits of {@code hint}. */
    public static PostgresDatabase freshDatabase(String hint) {
        String unique = UUID.randomUUID().toString().substring(0, 8);
        String words = hint.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
        String name = "t_" + words.substring(0, Math.min(40, words.length())) + "_" + unique;
        return server().createDatabase(name, UUID.randomUUID().toString());
    }

    private static PostgresProcess server() {
        // One for every class loader of the JVM: Quarkus loads test classes in several. Not the properties: whoever
        // reads them waits for it, too.
        synchronized (Runtime.getRuntime()) {
            if (System.getProperty(FOLDER) == null) {
                start();
            }
            return PostgresProcess.in(Path.of(System.getProperty(FOLDER)), System.getProperty(PASSWORD));
        }
    }

    private static void start() {
        String password = UUID.randomUUID().toString();
        Path folder = ScratchFolder.create("postgres");
        PostgresProcess server = PostgresProcess.in(folder, password).start();
        Runtime.getRuntime().addShutdownHook(new Thread(server::kill, "shared-postgres"));
        System.setProperty(PASSWORD, password);
        System.setProperty(FOLDER, folder.toString());
    }
}

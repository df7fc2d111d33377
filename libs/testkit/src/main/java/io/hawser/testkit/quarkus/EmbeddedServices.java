package io.hawser.testkit.quarkus;

import io.hawser.embedded.postgres.PostgresDatabase;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.testkit.shared.SharedPostgres;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/**
 * Gives a {@code @QuarkusTest} the JVM's broker, emptied, and a new database.
 *
 * <p>Initialisation arguments: {@code database}, a hint for the database's name (default {@code service});
 * {@code postgres=false} for a service that has no database.
 */
public final class EmbeddedServices implements QuarkusTestResourceLifecycleManager {
    private String hint = "service";
    private boolean postgres = true;

    @Override
    public void init(Map<String, String> arguments) {
        hint = arguments.getOrDefault("database", hint);
        postgres = Boolean.parseBoolean(arguments.getOrDefault("postgres", "true"));
    }

    @Override
    public Map<String, String> start() {
        SharedBroker.deleteAllTopics();
        String bootstrapServers = SharedBroker.bootstrapServers();
        if (!postgres) {
            return Map.of("kafka.bootstrap.servers", bootstrapServers);
        }
        PostgresDatabase database = SharedPostgres.freshDatabase(hint);
        return Map.of(
                "kafka.bootstrap.servers", bootstrapServers,
                "quarkus.datasource.username", database.user(),
                "quarkus.datasource.password", database.password(),
                "quarkus.datasource.jdbc.url", database.jdbcUrl(),
                "quarkus.datasource.reactive.url", database.reactiveUrl());
    }

    /** Broker and server stay for the next test class; they end with the JVM. */
    @Override
    public void stop() {}
}

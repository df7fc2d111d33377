package io.hawser.conformance.history;

import io.hawser.embedded.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts rows that a run must not leave at services other than volume-service: what its orchestrator said and took
 * back, and what was never sent. What agents found of a plugin by themselves goes some time after the plugin, and is
 * none of it.
 */
public final class Leftovers {
    private static final Map<String, String> DEALLOCATOR = Map.of(
            "services", "select count(*) from service",
            "networks", "select count(*) from network",
            "live tasks", "select count(*) from live_task",
            "unsent by deallocator-service", "select count(*) from ledger_outbox");
    private static final Map<String, String> PLUGIN_REGISTRY = Map.of(
            "registered plugin instances", "select count(*) from instance where node = ''",
            "unsent by plugin-registry", "select count(*) from ledger_outbox");

    private final PostgresDatabase deallocator;
    private final PostgresDatabase pluginRegistry;

    public Leftovers(PostgresDatabase deallocator, PostgresDatabase pluginRegistry) {
        this.deallocator = deallocator;
        this.pluginRegistry = pluginRegistry;
    }

    /**
     * Those that there are, by what they are; none: empty.
     *
     * @throws IllegalStateException naming the database that cannot be read
     */
    public Map<String, Long> count() {
        Map<String, Long> counts = new TreeMap<>();
        counts.putAll(count(deallocator, DEALLOCATOR));
        counts.putAll(count(pluginRegistry, PLUGIN_REGISTRY));
        counts.values().removeIf(count -> count == 0);
        return counts;
    }

    private static Map<String, Long> count(PostgresDatabase database, Map<String, String> questions) {
        Map<String, Long> counts = new TreeMap<>();
        try (Connection connection =
                        DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
                Statement statement = connection.createStatement()) {
            for (Map.Entry<String, String> question : questions.entrySet()) {
                try (ResultSet row = statement.executeQuery(question.getValue())) {
                    row.next();
                    counts.put(question.getKey(), row.getLong(1));
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the tables of " + database.user() + " cannot be read", e);
        }
        return counts;
    }
}

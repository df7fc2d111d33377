package io.hawser.conformance.history;

import io.hawser.bus.service.HawserService;
import io.hawser.embedded.postgres.PostgresDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Counts rows that a run must not leave in other services than volume-service, which counts its own: what the
 * orchestrator wrote and deleted again, and unsent outbox rows.
 */
public final class Leftovers {
    private static final String OWN_TABLES = """
            select table_name from information_schema.tables where table_schema = 'public'
            and table_name not like 'ledger%' and table_name <> 'flyway_schema_history'
            """;
    private static final String UNSENT = "ledger_outbox";
    /** Instances that agents registered by themselves are removed some time after the plugin is gone. */
    private static final String REGISTERED = "instance where node = ''";

    private final Function<String, PostgresDatabase> databases;

    /** @param databases by the service's name */
    public Leftovers(Function<String, PostgresDatabase> databases) {
        this.databases = databases;
    }

    /**
     * The rows by service and table; empty if there are none.
     *
     * @throws IllegalStateException naming the database that cannot be read
     */
    public Map<String, Long> count() {
        Map<String, Long> counts = new TreeMap<>();
        for (HawserService service : HawserService.withDatabase()) {
            if (service != HawserService.VOLUME_SERVICE) {
                count(service, counts);
            }
        }
        counts.values().removeIf(count -> count == 0);
        return counts;
    }

    private void count(HawserService service, Map<String, Long> counts) {
        PostgresDatabase database = databases.apply(service.serviceName());
        try {
            for (String rows : judged(service, database)) {
                counts.put(service.serviceName() + ": " + rows, database.number("select count(*) from " + rows));
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the tables of " + database.user() + " cannot be read", e);
        }
    }

    private static List<String> judged(HawserService service, PostgresDatabase database) throws SQLException {
        if (service == HawserService.PLUGIN_REGISTRY) {
            return List.of(UNSENT, REGISTERED);
        }
        List<String> tables = database.rows(OWN_TABLES, row -> row.getString(1));
        tables.addFirst(UNSENT);
        return tables;
    }
}

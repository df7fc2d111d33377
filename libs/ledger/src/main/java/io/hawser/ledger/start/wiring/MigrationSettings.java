package io.hawser.ledger.start.wiring;

import io.quarkus.flyway.FlywayConfigurationCustomizer;
import jakarta.enterprise.context.ApplicationScoped;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;

/**
 * Settings of a migration beside running replicas of the previous release. A migration that finds its table locked
 * fails after five seconds, because all other users of the table would queue behind it. The service then ends, and its
 * restart tries again.
 */
@ApplicationScoped
public class MigrationSettings implements FlywayConfigurationCustomizer {
    /**
     * The session has Flyway's lock, for which all other starts wait. So the server ends it within a minute when its
     * process was killed in the middle of a statement, or is gone with its machine.
     */
    private static final String SESSION = """
            set lock_timeout = '5s';
            set client_connection_check_interval = '5s';
            set tcp_keepalives_idle = 30;
            set tcp_keepalives_interval = 10;
            set tcp_keepalives_count = 3""";

    @Override
    public void customize(FluentConfiguration configuration) {
        configuration.initSql(SESSION).callbacks(new FailedMigrations());
        // Flyway's lock belongs to the session, not to a transaction: `create index concurrently` waits for all
        // transactions to end.
        configuration
                .getConfigurationExtension(PostgreSQLConfigurationExtension.class)
                .setTransactionalLock(false);
    }
}

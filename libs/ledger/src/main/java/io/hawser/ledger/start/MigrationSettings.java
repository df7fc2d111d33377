package io.hawser.ledger.start;

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
    private static final String LOCK_TIMEOUT = "set lock_timeout = '5s'";

    @Override
    public void customize(FluentConfiguration configuration) {
        configuration.initSql(LOCK_TIMEOUT).callbacks(new FailedMigrations());
        // Flyway's lock belongs to the session, not to a transaction: `create index concurrently` waits for all
        // transactions to end.
        configuration
                .getConfigurationExtension(PostgreSQLConfigurationExtension.class)
                .setTransactionalLock(false);
    }
}

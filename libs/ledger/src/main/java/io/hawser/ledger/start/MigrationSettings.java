package io.hawser.ledger.start;

import io.quarkus.flyway.FlywayConfigurationCustomizer;
import jakarta.enterprise.context.ApplicationScoped;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;

/**
 * How a migration treats replicas of the release before, which still run. One that finds its table locked gives up
 * after five seconds:
 * everybody else who wants the table would queue behind it. The service then ends, and whoever starts it again tries
 * again.
 */
@ApplicationScoped
public class MigrationSettings implements FlywayConfigurationCustomizer {
    private static final String LOCK_TIMEOUT = "set lock_timeout = '5s'";

    @Override
    public void customize(FluentConfiguration configuration) {
        configuration.initSql(LOCK_TIMEOUT);
        // Flyway's lock is the session's, not a transaction's: `create index concurrently` waits for all transactions
        // to end.
        configuration
                .getConfigurationExtension(PostgreSQLConfigurationExtension.class)
                .setTransactionalLock(false);
    }
}

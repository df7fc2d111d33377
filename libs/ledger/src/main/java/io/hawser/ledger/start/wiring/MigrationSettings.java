package io.hawser.ledger.start.wiring;

import io.quarkus.flyway.FlywayConfigurationCustomizer;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.sql.Statement;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.BaseCallback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;
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

    /**
     * Repeats a failed migration. PostgreSQL rolls back a migration that fails, except one that makes an index
     * concurrently: Flyway records its failure, and refuses each later start because of the record. Such a migration
     * begins with {@code drop index concurrently if exists}, so it can be repeated.
     */
    private static final class FailedMigrations extends BaseCallback {
        /** Writes only if there is a failure: a standby, or a read-only database, refuses each write. */
        private static final String FORGET = """
                do $$ begin
                  if to_regclass('%1$s') is not null then
                    if exists (select from %1$s where not success) then delete from %1$s where not success; end if;
                  end if;
                end $$
                """;

        @Override
        public boolean supports(Event event, Context context) {
            return event == Event.BEFORE_VALIDATE;
        }

        @Override
        public void handle(Event event, Context context) {
            String history = context.getConfiguration().getTable();
            try (Statement statement = context.getConnection().createStatement()) {
                statement.execute(FORGET.formatted(history));
            } catch (SQLException e) {
                throw new FlywayException("cannot drop the records of failed migrations from " + history, e);
            }
        }
    }
}

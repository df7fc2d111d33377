package io.hawser.ledger.start.wiring;

import java.sql.SQLException;
import java.sql.Statement;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.BaseCallback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/**
 * Repeats a failed migration. PostgreSQL rolls back a migration that fails, except one that makes an index
 * concurrently: Flyway records its failure, and refuses each later start because of the record. Such a migration begins
 * with {@code drop index concurrently if exists}, so it can be repeated.
 */
final class FailedMigrations extends BaseCallback {
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

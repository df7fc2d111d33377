package io.hawser.ledger.start;

import java.sql.SQLException;
import java.sql.Statement;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.BaseCallback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/**
 * Makes a failed migration once more. PostgreSQL rolls back a migration that fails, except one that makes an index
 * concurrently: Flyway records its failure, and refuses each later start because of the record. Such a migration begins
 * with {@code drop index concurrently if exists}, so it can be repeated.
 */
final class FailedMigrations extends BaseCallback {
    @Override
    public boolean supports(Event event, Context context) {
        return event == Event.BEFORE_VALIDATE;
    }

    @Override
    public void handle(Event event, Context context) {
        String history = context.getConfiguration().getTable();
        try (Statement statement = context.getConnection().createStatement()) {
            statement.execute("do $$ begin if to_regclass('" + history + "') is not null then delete from " + history
                    + " where not success; end if; end $$");
        } catch (SQLException e) {
            throw new FlywayException("cannot drop the records of failed migrations from " + history, e);
        }
    }
}

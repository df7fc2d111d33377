package io.hawser.local.demo;

import io.hawser.embedded.postgres.PostgresDatabase;
import java.sql.SQLException;
import java.util.List;

/** Counts unsent outbox rows, directly in the databases. */
public final class UnsentRecords {
    private UnsentRecords() {}

    /** The number in all of these. */
    public static long in(List<PostgresDatabase> databases) {
        return databases.stream().mapToLong(UnsentRecords::in).sum();
    }

    private static long in(PostgresDatabase database) {
        try {
            return database.number("select count(*) from ledger_outbox");
        } catch (SQLException e) {
            throw new StepFailedException("cannot count the outbox of " + database.user() + ": " + e.getMessage());
        }
    }
}

package io.hawser.ledger.tx.db;

import io.hawser.ledger.tx.SqlState;
import io.hawser.ledger.tx.UnreadableRowException;
import io.vertx.pgclient.PgException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * Distinguishes failures that time ends from those that a record or this program causes. By SQLSTATE, then by type,
 * never by text: Vert.x's failure of a BEGIN or COMMIT is a {@code VertxException} whatever its state. A failing
 * statement throws Hibernate Reactive's {@link SQLException}, whose cause is not the client's {@link PgException}.
 */
public final class DatabaseFailures {
    private DatabaseFailures() {}

    /** Another transaction was in the way: the same work may succeed immediately. */
    public static boolean isConflict(Throwable failure) {
        return state(failure).filter(SqlState::isConflict).isPresent();
    }

    /** For a transaction that found by itself that another one was in the way. */
    public static Throwable conflict(String message) {
        return new SQLException(message, SqlState.SERIALIZATION_FAILURE.code());
    }

    /** The database is away or has no resources now: the statement is not at fault. */
    public static boolean isTransient(Throwable failure) {
        return state(failure).map(SqlState::isTransient).orElseGet(() -> isTransientByType(failure));
    }

    /** The cause is not the record, but the statement or the database itself. */
    public static boolean isNotTheRecordsFault(Throwable failure) {
        return state(failure).filter(SqlState::isNotTheRecordsFault).isPresent();
    }

    /** The SQLSTATE, if the database or its driver gave one. */
    public static Optional<String> sqlState(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            String state =
                    switch (t) {
                        case SQLException sql -> sql.getSQLState();
                        case PgException pg -> pg.getSqlState();
                        default -> null;
                    };
            if (state != null && state.length() == 5) {
                return Optional.of(state);
            }
        }
        return Optional.empty();
    }

    private static Optional<SqlState> state(Throwable failure) {
        return sqlState(failure).map(SqlState::new);
    }

    /** What it says, for a person; some exceptions have no message. */
    public static String words(Throwable failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    private static boolean isTransientByType(Throwable failure) {
        // A parser's exception is an IOException, too.
        if (UnreadableRowException.isCauseOf(failure)) {
            return false;
        }
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof IOException
                    || t instanceof TimeoutException
                    || t instanceof io.vertx.core.VertxException
                    || t instanceof io.vertx.core.impl.NoStackTraceThrowable) {
                return true;
            }
        }
        return false;
    }
}
